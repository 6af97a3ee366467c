import type { Diagnostic } from "../diagnostics.js";
import type { HealthConfig } from "../project/config/config.js";
import type { Ignores } from "./ignores.js";

/** The findings as the project wants them: rules switched off or changed in severity, places passed over by a comment. */
export function settled(
  findings: readonly Diagnostic[],
  { rules }: HealthConfig,
  ignoresOf: (path: string) => Ignores,
): readonly Diagnostic[] {
  return findings.flatMap((each) => {
    const level = rules[each.code];
    if (level === "off") return [];
    if (ignoresOf(each.path).get(each.line)?.has(each.code) === true) return [];
    return level === undefined || level === each.severity ? [each] : [{ ...each, severity: level }];
  });
}
