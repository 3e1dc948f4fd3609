export { analyze, type AnalyzeOptions, type ShellAnalysis } from "./analyze.ts";
export type { ShellCommand, ShownContents } from "./script/findings.ts";
export type {
  ShellDeleteEffect,
  ShellEffect,
  ShellEnvironmentEffect,
  ShellNetworkEffect,
  ShellReadEffect,
  ShellRunEffect,
  ShellUnknownEffect,
  ShellWriteEffect,
} from "./effect.ts";
