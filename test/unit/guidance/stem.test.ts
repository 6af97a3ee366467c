import { describe, expect, test } from "vitest";
import { languageOf, type StemLanguage } from "../../../src/core/guidance/language.js";
import { stemIn } from "../../../src/core/guidance/stem.js";
import { wordsIn } from "../../../src/core/guidance/words.js";

/** Forms of one word, a word a line. */
const FORMS: Readonly<Record<StemLanguage, readonly string[]>> = {
  en: [
    "deploy deploys deployed deploying deployment deployments",
    "cache caches cached caching",
    "migration migrations migrate migrated migrating",
    "policy policies",
    "retry retries retried retrying",
    "index indexes indexed indexing",
    "stripe stripes",
    "test tests tested testing",
    "payment payments pay",
    "validate validates validated validating validation",
    "process processes processing",
    "plan plans planned planning",
    "token tokens",
    "class classes",
    "status",
  ],
  pt: [
    "configuração configurações configurar configurado configuracao",
    "pagamento pagamentos pagar",
    "validação validar validações validado",
    "canal canais",
    "servidor servidores",
    "papel papéis",
    "chave chaves",
    "imagem imagens",
    "sessão sessões",
    "erro erros",
    "variável variáveis",
    "teste testes testar",
    "cliente clientes",
  ],
  es: [
    "configuración configuraciones configurar configuracion",
    "pago pagos pagar pagado",
    "validación validaciones validar",
    "error errores",
    "sesión sesiones",
    "clave claves",
    "papel papeles",
    "prueba pruebas",
  ],
  fr: [
    "déploiement déploiements déployer deploiement",
    "paiement paiements payer",
    "validation validations valider validée",
    "journal journaux",
    "clé clés",
    "base bases",
    "client clients",
    "erreur erreurs",
  ],
  de: [
    "Zahlung Zahlungen zahlen",
    "Prüfung Prüfungen prüfen",
    "Haus Häuser Hauses",
    "Schlüssel Schlüsseln",
    "Datenbank Datenbanken",
    "Fehler Fehlern Fehlers",
    "Test Tests testen",
    "Token Tokens",
    "Validierung validieren validiert",
    "Größe Größen",
  ],
  ru: [
    "платёж платежи платежей платежом платежа",
    "ошибка ошибки ошибок ошибкой",
    "список списка списки списков",
    "миграция миграции миграций миграцию миграциями",
    "настройка настройки настройку",
    "безопасность безопасности безопасный",
    "использование использовать использует",
    "тестирование тестировать тестирования",
    "развёртывание развёртывать развертывания",
    "профиль профили профиля",
    "уровень уровня уровни",
    "пакет пакеты пакетов",
    "объём объёма объёмом",
    "сервер серверы серверов",
    "данные данных данными",
  ],
};

/** Words that must not meet. */
const APART: Readonly<Record<StemLanguage, readonly string[]>> = {
  en: ["stripe strip", "general generate", "test text", "universe university", "node note", "port portal"],
  pt: ["teste texto", "cliente clima", "conta conteúdo", "porta portal"],
  es: ["prueba pruna", "clave clavel", "cuento contenido"],
  fr: ["client cli", "base bazar", "porte portail"],
  de: ["Haus Hau", "Zahlung Zahn", "Test Text"],
  ru: ["платёж платье", "сервер север", "пакет пак", "профиль проф"],
};

const stemsOf = (language: StemLanguage, line: string): string[] =>
  wordsIn(line).map(({ text }) => stemIn(language, text));

describe.each(Object.keys(FORMS) as StemLanguage[])("in %s", (language) => {
  test.each(FORMS[language])("%s: one stem", (line) => {
    expect(new Set(stemsOf(language, line)).size, stemsOf(language, line).join(" ")).toBe(1);
  });

  test.each(APART[language])("%s: not one stem", (line) => {
    const stems = stemsOf(language, line);
    expect(new Set(stems).size, stems.join(" ")).toBe(stems.length);
  });
});

test.each([
  ["en", "Always validate the input at the boundary"],
  ["pt", "Sempre validar a entrada na borda do sistema"],
  ["es", "Siempre validar la entrada en el borde del sistema"],
  ["fr", "Toujours valider les entrées dans la couche externe"],
  ["de", "Eingaben immer an der Grenze prüfen und nicht später"],
  ["ru", "Всегда проверять ввод на границе"],
  ["pt", "validação"],
  [undefined, "stripe"],
  [undefined, "支払い"],
])("the language is %s: %s", (language, text) => {
  expect(languageOf(text)).toBe(language);
});
