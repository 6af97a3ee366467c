import type { PatternRule } from "../rule.js";
import { after, around, shape } from "./shape.js";

/** Clouds, hosting, databases, secret stores, observability. */
export const CLOUD_SHAPES: readonly PatternRule[] = [
  shape("aws-access-key-id", "AKIA", "[A-Z0-9]{16}", { entropy: 2.8, keywords: ["AKIA"] }),
  shape("aws-temporary-key-id", "ASIA", "[A-Z2-7]{16}", { entropy: 3 }),
  shape("aws-bearer-id", "ABIA", "[A-Z2-7]{16}", { entropy: 3 }),
  shape("aws-context-id", "ACCA", "[A-Z2-7]{16}", { entropy: 3 }),
  shape("aws-bedrock-long", "ABSK", "[A-Za-z0-9+/]{109,269}={0,2}", { entropy: 3 }),
  shape("aws-bedrock-short", "bedrock-api-key-", "YmVkcm9jay5hbWF6b25hd3MuY29t[A-Za-z0-9+/=_-]{0,2000}"),
  shape("gcp-api-key", "AIza", "[\\w-]{35}", {
    entropy: 3,
    // Many keys of this shape are identifiers inside published apps: only what is named or used as a key goes.
    context:
      /key|token|secret|credential|gcp|gemini|google|maps|firebase|vertex|chave|ключ|[=:]\s{0,3}["'`]?$/im,
  }),
  shape("gcp-oauth-secret", "GOCSPX-", "[\\w-]{28}"),
  shape("google-oauth-token", "ya29.", "[\\w-]{30,1024}"),
  around(
    "azure-ad-secret",
    ["Q~"],
    "(?<![\\w~.-])[A-Za-z0-9_~.]{3}\\dQ~[\\w~.-]{31,34}(?![\\w~.-])",
    { back: 5, reach: 40 },
    { entropy: 3 },
  ),
  shape("azure-devops-token", "AZDO", "[\\w]{40,90}", { context: /token|azure/i }),
  shape("alibaba-access-key-id", "LTAI", "[A-Za-z0-9]{20}", { entropy: 2.5 }),
  shape("tencent-secret-id", "AKID", "[A-Za-z0-9]{32}", { entropy: 3.5 }),
  shape("yandex-api-key", "AQVN", "[\\w-]{35,38}", { entropy: 3 }),
  shape("yandex-iam-token", "t1.", "[A-Z0-9a-z_-]{1,300}={0,2}\\.[\\w-]{86}={0,2}"),
  shape("yandex-aws-key", "YC", "[\\w-]{38}", { entropy: 4, context: /yandex|ya?cloud|key|token/i }),
  shape("digitalocean-token", "do", "[opr]_v1_[a-f0-9]{64}", { keywords: ["doo_v1_", "dop_v1_", "dor_v1_"] }),
  shape("cloudflare-token", "cfat_", "[A-Za-z0-9_-]{48}", { entropy: 3 }),
  shape("cloudflare-user-token", "cfut_", "[A-Za-z0-9_-]{48}", { entropy: 3 }),
  shape("cloudflare-origin-ca", "v1.0-", "[a-f0-9]{24}-[a-f0-9]{146}"),
  shape("heroku-token", "HRKU-AA", "[\\w-]{58}", { entropy: 3 }),
  after(
    "heroku-key",
    ["heroku"],
    "[\\w -]{0,24}[\"'\\]]{0,2}[ \\t]{0,4}(?:=|:|:=|=>)[ \\t]{0,4}[\"'`]([0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})",
  ),
  shape(
    "flyio-macaroon",
    "fm",
    "(?:[12]|1[ar])_[A-Za-z0-9+/]{100,4000}={0,3}(?:,fm[12]_[A-Za-z0-9+/]{100,4000}={0,3}){0,4}",
    {
      keywords: ["fm1_", "fm2_", "fm1a_", "fm1r_"],
    },
  ),
  shape("flyio-token", "fo1_", "[\\w-]{43}", { entropy: 3 }),
  shape("vercel-token", "vc", "[pirak]_[A-Za-z0-9]{24,64}", {
    keywords: ["vcp_", "vci_", "vca_", "vcr_", "vck_"],
    strict: true,
  }),
  shape("netlify-token", "nfp_", "[A-Za-z0-9]{36,40}"),
  shape("supabase-token", "sbp_", "[a-f0-9]{40}"),
  shape("supabase-secret", "sb_secret_", "[\\w-]{20,64}"),
  shape("databricks-token", "dapi", "[a-f0-9]{32}(?:-\\d)?", { entropy: 3 }),
  shape("planetscale", "pscale_", "(?:tkn|oauth|pw)_[\\w=.-]{32,64}"),
  shape("clickhouse-key", "4b1d", "[A-Za-z0-9]{38}", { entropy: 3 }),
  shape("scalingo-token", "tk-us-", "[\\w-]{48}"),
  shape("hashicorp-vault", "hv", "[sbr]\\.[\\w-]{24,300}", {
    keywords: ["hvs.", "hvb.", "hvr."],
    entropy: 3.5,
  }),
  around("terraform-token", [".atlasv1."], "(?<![A-Za-z0-9])[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{60,90}", {
    back: 16,
    reach: 96,
  }),
  shape("doppler-token", "dp.", "(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9._-]{1,40}\\.)?[A-Za-z0-9]{40,44}", {
    keywords: ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
  }),
  shape(
    "onepassword-secret-key",
    "A3-",
    "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}",
    { entropy: 3.5 },
  ),
  shape("onepassword-service", "ops_eyJ", "[A-Za-z0-9+/_-]{200,2000}={0,3}", { entropy: 4 }),
  shape("age-key", "AGE-SECRET-KEY-1", "[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}", { strict: true }),
  shape("tailscale-key", "tskey-", "[a-z]{2,12}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{20,48}", {
    boundary: false,
    strict: true,
  }),
  shape("dynatrace-token", "dt0", "[a-z]\\d\\d\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{64}", { ignoreCase: true }),
  shape("grafana-key", "eyJrIjoi", "[A-Za-z0-9+/_-]{60,400}={0,3}", { ignoreCase: true }),
  shape("grafana-cloud", "glc_", "[A-Za-z0-9+/]{32,400}={0,3}", { entropy: 3 }),
  shape("grafana-service", "glsa_", "[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
  shape("newrelic-user", "NRAK-", "[A-Za-z0-9]{27}"),
  shape("newrelic-insert", "NRII-", "[A-Za-z0-9-]{32}"),
  shape("newrelic-browser", "NRJS-", "[a-f0-9]{19}"),
  shape("defined-networking", "dnkey-", "[\\w=-]{26}-[\\w=-]{52}", { ignoreCase: true }),
  shape("harness-token", "sat.", "[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}"),
  shape("harness-personal", "pat.", "[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}"),
  shape(
    "authress-key",
    "s",
    "(?:c|ext|cauth|authress)_[a-z0-9]{5,30}\\.[a-z0-9]{4,6}\\.acc[_-][a-z0-9-]{10,32}\\.[a-z0-9+/_=-]{30,120}",
    {
      keywords: ["sc_", "ext_", "scauth_", "authress_"],
      ignoreCase: true,
    },
  ),
  shape("openshift-token", "sha256~", "[\\w-]{43}", { entropy: 3.5 }),
  after(
    "sumologic-access-id",
    ["sumo"],
    "[\\w .-]{0,20}[\"'\\]]{0,2}[ \\t]{0,4}(?::=|=>|=|:)[ \\t]{0,4}[\"'`]?(su[A-Za-z0-9]{12})(?![A-Za-z0-9])",
    { entropy: 3, context: /access|token|key|secret|sumologic/i },
  ),
];
