import { describe, expect, it } from "vitest";
import { redact } from "../../../src/core/redaction/redact.js";
import { glue, noise } from "./synthetic.js";

const token = noise("mixed", 20, 3);
const word = glue("hunter", "2");

/** Each line has exactly one secret, the second item. */
const SECRETS: readonly (readonly [string, string])[] = [
  // English
  [`password: ${word}`, word],
  [`Password: \`${word}\``, word],
  [`**Password:** ${word}`, word],
  [`| password | ${word}2 |`, `${word}2`],
  [`the password is ${word}`, word],
  [`Password for the admin: ${word}`, word],
  [`login as admin / password: ${word}`, word],
  [`API key: ${token}`, token],
  [`use the token \`${token}\` to log in`, token],
  // Portuguese
  [`senha: ${word}`, word],
  [`Senha temporária: ${glue("Temp", "2031!")}`, glue("Temp", "2031!")],
  [`a senha é ${glue("F0rte", "!9")}`, glue("F0rte", "!9")],
  [`chave de API: ${token}`, token],
  [`segredo = ${token}`, token],
  // Russian
  [`пароль: ${word}`, word],
  [`Пароль — ${glue("Zx81", "!kkp")}`, glue("Zx81", "!kkp")],
  [`Пароль администратора: ${glue("Qwe", "!234")}`, glue("Qwe", "!234")],
  [`токен: ${token}`, token],
  [`ключ API: ${token}`, token],
  // YAML, JSON, .env, shells, connection strings
  [`spring.datasource.password=${word}`, word],
  [`  db_password: '${word}'`, word],
  [`{"clientSecret":"${token}"}`, token],
  [`{\\"pass\\": \\"${word}1\\"}`, `${word}1`],
  [`DB_PASSWORD=${glue("sword", "fish")}`, glue("sword", "fish")],
  [`export API_KEY="${token}"`, token],
  [`psql --password=${word}`, word],
  [`login --token ${token}`, token],
  [`Server=a;Database=b;User Id=sa;Password=${word};Timeout=3`, word],
  [`DefaultEndpointsProtocol=https;AccountKey=${token}${token}==;`, `${token}${token}==`],
  [`https://example.org/?access_token=${token}&page=2`, token],
  // code
  [`const apiKey = "${token}";`, token],
  [`var authToken string = "${token}"`, token],
  [`System.setProperty("SERVICE_TOKEN", "${token}")`, token],
  [`config['secret_key'] = '${token}'`, token],
  [`  "refreshToken" => "${token}"`, token],
  [`<password>\n  ${word}\n</password>`, word],
  [`<add key="Password" value="${word}" />`, word],
];

/** Ordinary text of documents about secrets. */
const ORDINARY: readonly string[] = [
  "the password must have 12 characters",
  "Password: minimum 12 characters",
  "password: 8-64 chars",
  "Password hashing: argon2id",
  "password: bcrypt (cost 12)",
  "token: string",
  "password?: string;",
  "access_token: str = None",
  "password: z.string().min(8)",
  "password: str | None = Field(min_length=8)",
  "password: ${PASSWORD}",
  "token: ${{ secrets.NPM_TOKEN2 }}",
  "password: {{ .Values.password1 }}",
  "api_key = os.environ['X']",
  "password: process.env.DB_PASSWORD",
  "const token = getToken2(user);",
  "const accessToken = response?.data2;",
  "type PasswordResult = CompletedStateV2 | FailedStateV2;",
  "senha: obrigatória",
  "A senha deve ter pelo menos 8 caracteres",
  "senha: mínimo 8 caracteres",
  "token: JWT RS256 assinado",
  "пароль: обязательное поле",
  "Пароль должен содержать 8 символов",
  "token: <your-token>",
  "api_key: YOUR_API_KEY",
  "api_key: xxxxxxxxxxxx",
  "password: changeme",
  "password: ********",
  "JWT_SECRET=your-256-bit-secret",
  "OPENAI_API_KEY=sk-...",
  "max_tokens: 4096",
  "token_type: Bearer",
  "Token expires in 3600s",
  "refresh token: 7d",
  "tokenizer: cl100k_base",
  'token = "design-token-blue-500"',
  "| token | string | yes |",
  "| password | string (min 8) |",
  "password: *db_pass",
  "existingSecret: postgres-secret-1",
  "csrf_token: abc123def456ghi789",
  "idempotency_key: 550e8400-e29b-41d4-a716-446655440000",
  "Pass: 100%, fail: 3",
  "secret: projects/p/secrets/foo/versions/1",
  "docs/api-key/rotation-2024-01-01.md",
  "[tokens](./tokens-v2-2024.md)",
  "io.jsonwebtoken:jjwt-jackson-0.11.2",
  "secret scanning: scanner8",
  "[![coverage](https://codecov.example/graph/badge.svg?token=lW8OQ7GMa1)](https://x)",
];

describe("keyed values", () => {
  it.each(SECRETS)("redacts the value in %j", (text, secret) => {
    expect(redact(text)).toEqual({ ok: true, count: 1, text: text.replace(secret, "[REDACTED]") });
  });

  it.each(ORDINARY)("leaves %j as it is", (text) => {
    expect(redact(text)).toEqual({ ok: true, count: 0, text });
  });

  it("leaves hashes and ids alone, unless a secret's name stands before them", () => {
    const sha = noise("hex", 64);
    for (const text of [
      `sha256: ${sha}`,
      `commit ${sha.slice(0, 40)}`,
      "id: 550e8400-e29b-41d4-a716-446655440000",
      `gm-${noise("base32", 26)}`,
      `token_hash: ${sha}`,
    ])
      expect(redact(text)).toMatchObject({ text });
    expect(redact(`token: ${sha}`)).toMatchObject({ text: "token: [REDACTED]" });
  });

  it("takes a value whole, however long it is", () => {
    const long = noise("mixed", 5000);
    expect(redact(`token=${long} end`)).toMatchObject({ text: "token=[REDACTED] end" });
    expect(redact(`token: "${long.slice(0, 900)}"`)).toMatchObject({ text: 'token: "[REDACTED]"' });
  });
});
