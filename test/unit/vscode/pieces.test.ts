import fc from "fast-check";
import { expect, test } from "vitest";
import { Teller } from "../../../src/node/teller.js";
import { Pieces } from "../../../src/vscode/project/pieces.js";
import { scale } from "../scale.js";

/** The engine tells what changed, in pieces; the extension puts it together. */

interface Item {
  readonly key: string;
  readonly says: number;
}

const keyOf = ({ key }: Item): string => key;

const teller = (isOrdered: boolean, perMessage = 2): Teller<Item> =>
  new Teller<Item>({ keyOf, isOrdered, weightOf: ({ says }) => 1 + says, perMessage });

/** One look: asks for pieces until there is no more. */
function look(from: Teller<Item>, pieces: Pieces<Item>, items: readonly Item[]) {
  let told = from.tell(items, pieces.known);
  const sizes = [told.changed.length];
  for (;;) {
    // As it crosses between threads: nothing is shared.
    const whole = pieces.take(structuredClone(told));
    if (whole !== undefined) return { whole, sizes };
    const next = from.rest(told.version);
    if (next === undefined) throw new Error("The version is gone.");
    told = next;
    sizes.push(told.changed.length);
  }
}

const item = (key: string, says = 0): Item => ({ key, says });

test("whatever changes, the whole arrives, in order where that matters", () => {
  const state = fc.record({
    items: fc.uniqueArray(fc.record({ key: fc.constantFrom("a", "b", "c", "d"), says: fc.nat(3) }), {
      selector: keyOf,
    }),
    lost: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(state, { maxLength: 6 }), fc.boolean(), (states, isOrdered) => {
      let from = teller(isOrdered);
      const pieces = new Pieces(keyOf);
      for (const { items, lost } of states) {
        // A thread that was lost is replaced by one that remembers nothing.
        if (lost) from = teller(isOrdered);
        const whole = [...look(from, pieces, items).whole].map(([key, { says }]) => `${key} ${says}`);
        const wanted = items.map(({ key, says }) => `${key} ${says}`);
        expect(isOrdered ? whole : whole.sort()).toEqual(isOrdered ? wanted : wanted.sort());
      }
    }),
    { numRuns: scale(1_000) },
  );
});

test("many come in pieces by their weight, then only those that changed, and what did not is the same object", () => {
  const from = teller(true, 100);
  const pieces = new Pieces(keyOf);
  const all = Array.from({ length: 120 }, (_, at) => item(`s${at}`, at < 20 ? 9 : 0));
  const first = look(from, pieces, all);
  expect(first.sizes).toEqual([10, 10, 100]);
  const second = look(
    from,
    pieces,
    all.map((each) => (each.key === "s7" ? item("s7", 1) : each)),
  );
  expect(second.sizes).toEqual([1]);
  expect(second.whole.get("s7")).toEqual(item("s7", 1));
  expect(second.whole.get("s8")).toBe(first.whole.get("s8"));
});

test("where nothing changed the whole is the same object; another order is told", () => {
  const from = teller(true);
  const pieces = new Pieces(keyOf);
  const first = look(from, pieces, [item("a"), item("b")]).whole;
  expect(look(from, pieces, [item("a"), item("b")]).whole).toBe(first);
  const turned = look(from, pieces, [item("b"), item("a")]);
  expect(turned.sizes).toEqual([0]);
  expect([...turned.whole.keys()]).toEqual(["b", "a"]);
});

test("one that is larger than a message crosses alone", () => {
  const pieces = new Pieces(keyOf);
  expect(look(teller(false), pieces, [item("a", 50), item("b", 50)]).sizes).toEqual([1, 1]);
});

test("a look that was broken off in the middle is begun anew", () => {
  const from = teller(true);
  const pieces = new Pieces(keyOf);
  const all = Array.from({ length: 5 }, (_, at) => item(`s${at}`));
  expect(pieces.take(from.tell(all, pieces.known))).toBeUndefined();
  expect(look(from, pieces, all).whole.size).toBe(5);
});

test("what is left of a version is not to be had from another engine, nor after another look", () => {
  const from = teller(true);
  const { version } = from.tell([], undefined);
  expect(teller(true).rest(version)).toBeUndefined();
  from.tell([], version);
  expect(from.rest(version)).toBeUndefined();
});

test("asks until the last piece is there", async () => {
  const from = teller(false, 1);
  const pieces = new Pieces(keyOf);
  const items = [item("a"), item("b"), item("c")];
  const asked: unknown[] = [];
  const ask = (params: { readonly known?: string; readonly rest?: string }) => {
    asked.push(Object.keys(params));
    const { known, rest } = params;
    return Promise.resolve((rest === undefined ? undefined : from.rest(rest)) ?? from.tell(items, known));
  };
  expect([...(await pieces.all(ask)).keys()]).toEqual(["a", "b", "c"]);
  await pieces.all(ask);
  expect(asked).toEqual([[], ["rest"], ["rest"], ["known"]]);
});
