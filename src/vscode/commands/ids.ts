/** Every command of the extension. A unit test holds this list against the manifest, in both directions. */
export const COMMANDS = {
  buildPack: "sdd.context.build",
  rebuildPack: "sdd.context.rebuild",
  copyPack: "sdd.context.copy",
  openPack: "sdd.context.open",
  diffPack: "sdd.context.diff",
  showManifest: "sdd.context.showManifest",
  openSource: "sdd.source.open",
  createOrchestration: "sdd.orchestration.create",
  createStage: "sdd.stage.create",
  openStage: "sdd.stage.open",
  setStageState: "sdd.stage.setState",
  refresh: "sdd.view.refresh",
  learn: "sdd.learning.learn",
  reverify: "sdd.learning.reverify",
  refreshLearning: "sdd.learning.refresh",
  dismiss: "sdd.learning.dismiss",
  restore: "sdd.learning.restore",
  showChanges: "sdd.learning.showChanges",
  settle: "sdd.conflict.settle",
  reopen: "sdd.conflict.reopen",
  publishIntelligence: "sdd.intelligence.publish",
  showHealth: "sdd.health.show",
  fixFinding: "sdd.health.fix",
  reviewNext: "sdd.guidance.reviewNext",
  openGuidance: "sdd.guidance.open",
  approveGuidance: "sdd.guidance.approve",
  rejectGuidance: "sdd.guidance.reject",
  archiveGuidance: "sdd.guidance.archive",
  proposeGuidance: "sdd.guidance.propose",
  createDomain: "sdd.domain.create",
  editDomain: "sdd.domain.edit",
  switchDomainOff: "sdd.domain.switchOff",
  switchDomainOn: "sdd.domain.switchOn",
} as const;

export type CommandId = (typeof COMMANDS)[keyof typeof COMMANDS];

export const CONTEXT_PACKS_VIEW = "sdd.contextPacks";
export const LEARNINGS_VIEW = "sdd.learnings";
export const GUIDANCE_VIEW = "sdd.guidance";
