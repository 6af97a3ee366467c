/**
 * Where the generated documents get their words: sentences in three languages, put together from a fixed sequence of
 * pseudo-random numbers, so that every machine makes the same trees.
 */

/** A sequence of numbers from 0 up to (and without) 1; Mulberry32, which is short, public and good enough here. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS = {
  en: "the service stores each order once and answers with an error when retry budget is spent because customers asked for clear messages while auditors want history of every change we keep ledger entries signed by gateway before shipping label leaves warehouse queue latency target below limit owner team reviews schema migration plan rollback flag metrics dashboard alert token session cache index partition snapshot contract client payload",
  pt: "o serviço guarda cada pedido uma só vez e responde com erro quando não há mais tentativas porque clientes pediram mensagens claras enquanto a auditoria quer o histórico de toda alteração mantemos lançamentos assinados pela integração antes da expedição etiqueta armazém fila latência meta abaixo do limite equipe responsável revisa migração reversão métrica painel alerta sessão índice partição contrato decisão",
  ru: "сервис хранит каждый заказ один раз и отвечает ошибкой когда попытки кончились потому что клиенты просили понятные сообщения а аудит хочет историю всех изменений мы ведём журнал подписанный шлюзом до отгрузки этикетка склад очередь задержка цель ниже предела команда проверяет схему миграции план отката метрика панель сигнал сеанс индекс договор решение",
} as const;
export type Tongue = keyof typeof WORDS;

const POOL = 1_500;

/** Sentences of 6 to 20 words, each with a number in it now and then, so that documents differ in their terms. */
function poolOf(tongue: Tongue, random: () => number): readonly string[] {
  const words = WORDS[tongue].split(" ");
  const pick = (): string => words[Math.floor(random() * words.length)] ?? "";
  return Array.from({ length: POOL }, (_, index) => {
    const parts = Array.from({ length: 6 + Math.floor(random() * 15) }, pick);
    if (index % 5 === 0) parts.push(`R${Math.floor(random() * 4_000)}`);
    const text = parts.join(" ");
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  });
}

/** Gives sentences of each language; the same seed, the same sentences. */
export class Sentences {
  readonly #random: () => number;
  readonly #pools: Readonly<Record<Tongue, readonly string[]>>;

  constructor(random: () => number) {
    this.#random = random;
    this.#pools = { en: poolOf("en", random), pt: poolOf("pt", random), ru: poolOf("ru", random) };
  }

  next(tongue: Tongue): string {
    const pool = this.#pools[tongue];
    return pool[Math.floor(this.#random() * pool.length)] ?? "";
  }

  paragraph(tongue: Tongue, sentences: number): string {
    return Array.from({ length: sentences }, () => this.next(tongue)).join(" ");
  }
}
