import type { Rule } from "./rule.js";
import { DISCORD_RULES } from "./rules/discord.js";
import { HEADER_RULES } from "./rules/headers.js";
import { KEYED_RULES } from "./rules/keyed.js";
import { KUBERNETES_RULES } from "./rules/kubernetes.js";
import { PEM_RULES } from "./rules/pem.js";
import { CLOUD_SHAPES } from "./rules/shapes-cloud.js";
import { CODE_SHAPES } from "./rules/shapes-code.js";
import { SERVICE_SHAPES } from "./rules/shapes-services.js";
import { URL_RULES } from "./rules/urls.js";

/** Every rule, in the order of phases. A rule's place within its phase has no meaning. */
export const RULES: readonly Rule[] = [
  ...PEM_RULES,
  ...HEADER_RULES,
  ...URL_RULES,
  ...KEYED_RULES,
  ...KUBERNETES_RULES,
  ...CODE_SHAPES,
  ...CLOUD_SHAPES,
  ...SERVICE_SHAPES,
  ...DISCORD_RULES,
];
