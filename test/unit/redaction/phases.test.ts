import { describe, expect, it } from "vitest";
import { redact } from "../../../src/core/redaction/redact.js";
import { glue, noise } from "./synthetic.js";

const token = noise("mixed", 30, 3);
const word = glue("S3cret", "!9");
const dashes = "-----";
const begin = glue(dashes, "BEGIN RSA PRIVATE", " KEY", dashes);
const end = glue(dashes, "END RSA PRIVATE", " KEY", dashes);
const body = [1, 2, 3].map((n) => noise("mixed", 64, n)).join("\n");

function textOf(input: string): string {
  const result = redact(input);
  if (!result.ok) throw new Error(result.reason);
  return result.text;
}

describe("PEM blocks", () => {
  it("takes the whole block", () => {
    expect(textOf(`a\n${begin}\n${body}\n${end}\nb`)).toBe("a\n[REDACTED]\nb");
    expect(textOf(`"${begin}\\n${body.replaceAll("\n", "\\n")}\\n${end}\\n"`)).toBe('"[REDACTED]\\n"');
  });

  it("takes what is left of a block that was cut off, and the blocks after it", () => {
    expect(textOf(`${begin}\n${body}`)).toBe("[REDACTED]");
    expect(textOf(`${begin}\n${body}\n\n${begin}\n${body}\n${end}.`)).toBe("[REDACTED][REDACTED].");
  });

  it("leaves talk about PEM, empty blocks and public halves", () => {
    const certificate = glue(
      dashes,
      "BEGIN CERTIFICATE",
      dashes,
      "\n",
      body,
      "\n",
      dashes,
      "END CERTIFICATE",
      dashes,
    );
    for (const text of [`It starts with \`${begin}\`, then base64.`, `${begin}${end}`, certificate])
      expect(textOf(text)).toBe(text);
  });
});

describe("headers", () => {
  it("keeps the scheme and takes the credential", () => {
    expect(textOf(`Authorization: Bearer ${token}`)).toBe("Authorization: Bearer [REDACTED]");
    expect(textOf(`'Authorization': 'Basic ${noise("mixed", 18)}=='`)).toBe(
      "'Authorization': 'Basic [REDACTED]'",
    );
    expect(textOf(`send Basic ${btoa(`joe:${word}`)} with it`)).toBe("send Basic [REDACTED] with it");
    expect(textOf(`send bearer ${token}, then wait`)).toBe("send bearer [REDACTED], then wait");
    expect(textOf(`curl -u admin:${word} https://x.test`)).toBe("curl -u admin:[REDACTED] https://x.test");
  });

  it("leaves words, references and placeholders", () => {
    for (const text of [
      "Authorization: Bearer <token>",
      "Authorization: Bearer ${TOKEN}",
      "Authorization: Bearer $(get-token)",
      "Authorization: required for every route",
      "Bearer authentication with refresh",
      "Basic authentication with passwords",
      "curl -u user:password https://x.test",
      'curl --user "$USER:$PASS" https://x.test',
    ])
      expect(textOf(text)).toBe(text);
  });
});

describe("URLs and connection strings", () => {
  it("takes the password only", () => {
    for (const scheme of ["https", "postgres", "mysql", "mongodb+srv", "redis", "amqp", "jdbc:mysql", "ftps"])
      expect(textOf(`${scheme}://app:${word}@db.test:5432/x`)).toBe(
        `${scheme}://app:[REDACTED]@db.test:5432/x`,
      );
    expect(textOf(`redis://:${word}@cache:6379`)).toBe("redis://:[REDACTED]@cache:6379");
    expect(textOf(`https://a:p@${word}@host/`)).toBe("https://a:[REDACTED]@host/");
  });

  it("leaves placeholders, users without a password, ports and e-mail addresses", () => {
    for (const text of [
      "postgres://user:password@localhost/db",
      "https://${user}:${pass}@host",
      "https://{{user}}:{{pass}}@host",
      "https://user@host/path",
      "ssh://git@host:22/x",
      "https://host:8080/path?mail=a@b.test",
      "write to jane.doe@example.org",
    ])
      expect(textOf(text)).toBe(text);
  });
});

describe("Kubernetes secrets", () => {
  const manifest = (kind: string): string =>
    `apiVersion: v1\nkind: ${kind}\ntype: Opaque\ndata:\n  user: ${noise("mixed", 12)}=\nmetadata:\n  name: abcdefghijk\n`;

  it("takes the data of a Secret and of nothing else", () => {
    expect(textOf(manifest("Secret"))).toContain("  user: [REDACTED]\nmetadata:\n  name: abcdefghijk");
    expect(textOf(manifest("ConfigMap"))).toBe(manifest("ConfigMap"));
    expect(textOf(manifest("ExternalSecret"))).toBe(manifest("ExternalSecret"));
  });
});

describe("the order of redaction", () => {
  it("leaves a URL readable where a keyed value holds one", () => {
    expect(textOf(`DB_PASSWORD_URL: x\nsecret: "postgres://u:${word}@host/db"`)).toBe(
      'DB_PASSWORD_URL: x\nsecret: "postgres://u:[REDACTED]@host/db"',
    );
  });

  it("gives one marker for what several rules find", () => {
    const github = glue("gh", "p_", noise("mixed", 36));
    expect(redact(`token: ${github}`)).toEqual({ ok: true, count: 1, text: "token: [REDACTED]" });
    expect(redact(`Authorization: Bearer ${github}`)).toMatchObject({ count: 1 });
    expect(redact(`https://x:${github}@github.test/a`)).toMatchObject({
      text: "https://x:[REDACTED]@github.test/a",
    });
    expect(redact(`private_key: "${begin}\n${body}\n${end}"`)).toMatchObject({
      text: 'private_key: "[REDACTED]"',
    });
  });
});
