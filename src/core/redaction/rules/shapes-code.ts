import type { PatternRule } from "../rule.js";
import { after, shape, withHexDigit } from "./shape.js";

/** Code hosts, package registries, build and quality services. Prefixes are the providers' own documentation's. */
export const CODE_SHAPES: readonly PatternRule[] = [
  shape("github-token", "ghp_", "[A-Za-z0-9]{36,255}", { entropy: 3 }),
  shape("github-oauth", "gho_", "[A-Za-z0-9]{36,255}", { entropy: 3 }),
  shape("github-user", "ghu_", "[A-Za-z0-9]{36,255}", { entropy: 3 }),
  shape("github-server", "ghs_", "[A-Za-z0-9]{36,255}", { entropy: 3 }),
  shape("github-refresh", "ghr_", "[A-Za-z0-9]{36,255}", { entropy: 3 }),
  shape("github-fine-grained", "github_pat_", "[A-Za-z0-9_]{50,255}", { entropy: 3 }),
  shape("gitlab-personal", "glpat-", "[\\w-]{20,300}(?:\\.[\\w.]{9,24})?", { entropy: 3 }),
  shape("gitlab-job", "glcbt-", "(?:[0-9a-zA-Z]{1,5}_)?[\\w-]{18,64}", { entropy: 3 }),
  shape("gitlab-deploy", "gldt-", "[\\w-]{20,64}", { entropy: 3 }),
  shape("gitlab-feature-flag", "glffct-", "[\\w-]{20,64}", { entropy: 3 }),
  shape("gitlab-feed", "glft-", "[\\w-]{20,64}", { entropy: 3 }),
  shape("gitlab-mail", "glimt-", "[A-Za-z0-9_-]{25}(?![\\w-])", { entropy: 3 }),
  shape("gitlab-agent", "glagent-", "[\\w-]{50,128}", { entropy: 3 }),
  shape("gitlab-oauth-app", "gloas-", "[\\w-]{64}", { entropy: 3 }),
  shape("gitlab-trigger", "glptt-", "(?:[0-9a-f]{40}|[\\w-]{40}(?![\\w-]))", { entropy: 3 }),
  shape("gitlab-runner", "glrt-", "[\\w-]{20,64}(?:\\.[\\w.]{9,24})?", { entropy: 3 }),
  shape("gitlab-runner-registration", "GR1348941", "[\\w-]{20,64}", { entropy: 3.2 }),
  shape("gitlab-scim", "glsoat-", "[\\w-]{20}(?![\\w-])", { entropy: 3 }),
  shape("gitlab-session", "_gitlab_session=", "[0-9a-z]{32}", { entropy: 3, boundary: false }),
  shape("npm-token", "npm_", "[A-Za-z0-9]{36}", { entropy: 3 }),
  after(
    "npmrc-token",
    [":_authToken"],
    "(?<=\\/\\/[\\w.:/-]{3,100}\\/:_authToken)[ \\t]{0,4}=[ \\t]{0,4}([\\w./+=-]{20,256})",
  ),
  shape("pypi-token", "pypi-AgE", "[\\w-]{50,1000}", {
    allow: (token) => !/^pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)/.test(token) || token.length < 93,
  }),
  shape("rubygems-token", "rubygems_", "[a-f0-9]{48}"),
  shape("clojars-token", "CLOJARS_", "[a-z0-9]{60}", { ignoreCase: true }),
  shape("nuget-key", "oy2", "[a-z0-9]{43}", { entropy: 3 }),
  shape("docker-token", "dckr_pat_", "[\\w-]{20,64}", { strict: true }),
  shape("docker-org-token", "dckr_oat_", "[\\w-]{20,64}"),
  shape(
    "artifactory-key",
    "AKC",
    "(?:[A-Za-z0-9]{69,73}|p[A-Za-z0-9]{68,72}|x{10}|(?=\\w{0,64}\\d)[A-Za-z0-9]{10,72})",
    {
      strict: true,
    },
  ),
  shape(
    "artifactory-password",
    "AP",
    "[0-9A-F](?:x{10}|(?=[A-Za-z]{0,64}\\d)(?=[A-Z0-9]{0,64}[a-z])[A-Za-z0-9]{10,72})(?!-)",
    { keywords: withHexDigit("AP"), strict: true },
  ),
  shape("artifactory-reference", "cmVmd", "[A-Za-z0-9]{59}"),
  shape("postman-key", "PMAK-", "[a-f0-9]{24}-[a-f0-9]{34}", { ignoreCase: true }),
  shape("sonar-token", "squ_", "[a-f0-9]{40}"),
  shape("sonar-project-token", "sqp_", "[a-f0-9]{40}"),
  shape("sonar-analysis-token", "sqa_", "[a-f0-9]{40}"),
  shape("sourcegraph-token", "sgp_", "(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}", { entropy: 3 }),
  shape("sentry-org-token", "sntrys_eyJpYXQiO", "[A-Za-z0-9+/]{20,600}={0,2}_[A-Za-z0-9+/]{43}", {
    entropy: 4,
    allow: noRegionUrl,
  }),
  shape("sentry-user-token", "sntryu_", "[a-f0-9]{64}", { entropy: 3 }),
  shape("linear-key", "lin_api_", "[A-Za-z0-9]{40,48}", { strict: true, entropy: 3 }),
  shape("linear-oauth", "lin_oauth_", "[A-Za-z0-9]{40,64}"),
  shape("notion-token", "ntn_", "[0-9]{11}[A-Za-z0-9]{35}", { allow: allDigits, strict: true }),
  shape("notion-legacy-token", "secret_", "[A-Za-z0-9]{43}", { entropy: 4 }),
  shape("readme-key", "rdme_", "[a-z0-9]{70}"),
  shape("prefect-key", "pnu_", "[a-z0-9]{36}"),
  shape("pulumi-token", "pul-", "[a-f0-9]{40}"),
  shape("typeform-token", "tfp_", "[\\w.=-]{59}"),
  shape("frameio-token", "fio-u-", "[\\w=-]{64}", { ignoreCase: true }),
  shape("figma-token", "figd_", "[\\w-]{40,64}"),
  after(
    "sidekiq-login",
    ["contribsys__com"],
    "\\w{0,8}[\"']?[ \\t]{0,4}[:=]{1,4}[ \\t]{0,4}[\"'`]?([a-f0-9]{8}:[a-f0-9]{8})(?![a-f0-9])",
    { strict: true },
  ),
  shape("adobe-client-secret", "p8e-", "[a-z0-9]{32}", { ignoreCase: true, entropy: 3 }),
  shape("octopus-key", "API-", "[A-Z0-9]{26}", { entropy: 3.5, context: /octopus|api.?key|token|apikey/i }),
  shape("infracost-key", "ico-", "[A-Za-z0-9]{32}", { entropy: 3 }),
  shape("settlemint-token", "sm_", "(?:aat|pat|sat)_[A-Za-z0-9]{16}", {
    keywords: ["sm_aat_", "sm_pat_", "sm_sat_"],
  }),
  shape("jfrog-header", "X-JFrog-Art-Api", ":[ \\t]{0,4}[A-Za-z0-9]{13,128}", {
    strict: true,
    allow: (t) => t.includes("$"),
  }),
];

function allDigits(token: string): boolean {
  return /^\w{3,4}\d{36,64}$/.test(token);
}

/** A Sentry token's middle is JSON that names its region; what does not is another text. */
function noRegionUrl(token: string): boolean {
  return !/InJlZ2lvbl91cmwi|cmVnaW9uX3VybCI|yZWdpb25fdXJsI/.test(token);
}
