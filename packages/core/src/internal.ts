// Shared by Toolwright's own packages. Any of it may change or disappear in any version; programs use the root entry.

// The aftermath of effects
export {
  isOpenEnded,
  isPathChange,
  leavesNothing,
  mayChangeFiles,
  unknownPart,
} from "./effects/aftermath.ts";

// For the testing kit
export { isAtOrBelow } from "./effects/at-or-below.ts";
export { describeLocation, describeWords } from "./effects/describe-parts.ts";
export { covers } from "./effects/effect.ts";
export { resolveEffects } from "./effects/resolve-effects.ts";
export { limits } from "./invocation/limits.ts";
export { compileSchema } from "./schema/compile.ts";
export { copyJson } from "./schema/input.ts";
export { isSchemaObject, type Subschema } from "./schema/keywords.ts";
export { resolveReference } from "./schema/reference.ts";

// For searches: the glob syntax of policies
export { expandBraces } from "./glob/braces.ts";
export { parseNameGlob } from "./glob/name-glob.ts";
export { matchesName, rest, type Segment, segmentOf } from "./glob/segment.ts";
export { matchesSequence } from "./glob/segment-sequence.ts";

// For texts that people read
export { effectPhrase } from "./effects/effect.ts";
export {
  createLanguage,
  english,
  type Language,
  type LanguageCode,
  languageCodes,
  type Translations,
} from "./language/language.ts";
export { coreChinese } from "./language/load-chinese.ts";
export {
  type MakeCounted,
  makeCounted,
  type MakePhrase,
  makePhrase,
  type Phrase,
  recorded,
  together,
  verbatim,
} from "./language/phrase.ts";
export { translationTable } from "./language/translation-table.ts";

// For the packages that implement ports, show calls or assemble sessions
export { grantScopes, isLiveGrant } from "./approval/grant.ts";
export type { DeclarableTool } from "./declaration/declarable-tool.ts";
export type { DeleteEffect } from "./effects/kinds/delete.ts";
export type { EnvironmentEffect } from "./effects/kinds/environment.ts";
export type { ExternalEffect } from "./effects/kinds/external.ts";
export { requestEffect } from "./effects/kinds/network.ts";
export { storedOutputUnchanged } from "./effects/kinds/path-effects.ts";
export type { ReadEffect } from "./effects/kinds/read.ts";
export type { RunEffect } from "./effects/kinds/run.ts";
export { problemsBeyond } from "./invocation/new-problems.ts";
export type { WriteEffect } from "./effects/kinds/write.ts";
export { messageOf } from "./errors.ts";
export type { HookFacts } from "./hooks/hooks.ts";
export type { ApprovalRecord } from "./invocation/consent.ts";
export type { LogLevel } from "./invocation/invocation.ts";
export { redactModelText } from "./invocation/redact.ts";
export { isLabel, labelNames } from "./labels/label-lists.ts";
export { createLabels, type LabelOptions } from "./labels/create-labels.ts";
export { jsonSize } from "./output/json-size.ts";
export { defaultOutputBudget, estimateTokens, fitContent, storedNote } from "./output/budget.ts";
export {
  chooseWindows,
  ErrorScout,
  type ErrorWindow,
  type RepeatedError,
} from "./output/error-windows.ts";
export { parseRule } from "./policy/parse-rule.ts";
export { absoluteText } from "./policy/pattern-text.ts";
export { patternExamples } from "./policy/pattern-examples.ts";
export { isSecretVariable } from "./policy/protected-names.ts";
export { isProtectedFromCommands, isSecretName } from "./policy/protection.ts";
export { nearestNames } from "./registry/nearest-names.ts";
export { servesDeferred } from "./session/deferral.ts";
export { cutText } from "./text/cut-text.ts";
export { revealedLine, revealHidden, withoutHidden } from "./text/reveal-hidden.ts";
export { shownName, shownPath } from "./text/shown-name.ts";
export { isThenable } from "./thenable.ts";
export { renderDescription } from "./tool/description.ts";
export {
  type DeferredSource,
  type FileState,
  isKindOfPlanMode,
  isMutatingKind,
  toolKinds,
} from "./tool/tool.ts";
export { createChildPolicy } from "./policy/child-policy.ts";
