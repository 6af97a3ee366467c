/** The documents that are proposed, in the order in which they are best read (DESIGN §5). */
export const INTELLIGENCE_FILES = [
  "project-profile",
  "architecture-map",
  "decision-index",
  "patterns-and-conventions",
  "risk-register",
  "quality-health",
] as const;
export type IntelligenceFile = (typeof INTELLIGENCE_FILES)[number];
