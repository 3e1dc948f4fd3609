import {
  type ApprovalAnswer,
  type ApprovalQuestion,
  type Approver,
  type InitializedTool,
  type Mode,
  modes,
  type SessionOptions,
  type Tool,
  type Workspace,
} from "@toolwright/core";
import { type Language, type LanguageCode, languageCodes } from "@toolwright/core/internal";
import type { ProfileName } from "@toolwright/profiles";
import type { UnsavedTexts } from "@toolwright/workspace";
import type { ApprovalOptions } from "./approvals/session-approvals.ts";
import { optionsError } from "./errors.ts";
import type { EnvironmentVariables } from "./places.ts";
import type { KeptUndo } from "./records/stored-undo.ts";
import { didYouMean } from "./settings/did-you-mean.ts";
import { profiles } from "./settings/profile-names.ts";
import type { Settings } from "./settings/settings.ts";
import type { BuiltinTools } from "./tools/builtin-tools.ts";
import type { ThirdPartyChoice } from "./tools/third-party-tools.ts";

/** Answers an approval prompt; undefined leaves it to the session's other approvers. */
export type AnswerQuestion = (
  question: ApprovalQuestion,
  signal: AbortSignal,
) => Promise<ApprovalAnswer | undefined> | ApprovalAnswer | undefined;

/** Ports of a session. Each has a default. A program that passes its own port also closes it. */
export interface ToolwrightPorts
  extends Pick<
    SessionOptions,
    | "sandboxFactory"
    | "grants"
    | "host"
    | "jobs"
    | "agents"
    | "memory"
    | "languageServers"
    | "processes"
    | "rank"
    | "redactor"
    | "skills"
    | "outputStore"
    | "analyses"
    | "web"
    | "webSearch"
  > {
  /** The program's own hooks, beside those of the settings. `false`: no hooks, neither the program's nor the settings'. */
  readonly hooks?: SessionOptions["hooks"] | false;
  /** False: no programs over tools. Default: true, in isolates with the limits of the settings. */
  readonly programs?: boolean | SessionOptions["programs"];
  /** Records every call instead of the journal in the state directory. A full store is also read. */
  readonly journal?: SessionOptions["journal"];
  /** Records changes and undoes them. */
  readonly undo?: KeptUndo;
  /** The texts that an editor shows, which are read in place of the files. Not for a `workspace` that is open already. */
  readonly unsaved?: UnsavedTexts;
}

/** The folder, mode and settings of a session. */
export interface PlaceOptions {
  /** The folder to work in. Default: the current one, unless it is too broad, such as the home folder. */
  readonly workspace?: string | Workspace | undefined;
  /** Default: from the settings, otherwise `default`. The settings may enforce a stricter one. */
  readonly mode?: Mode | undefined;
  /** The set of tool names and arguments. Default: from the settings, otherwise `canonical`. */
  readonly profile?: ProfileName | undefined;
  /**
   * A file or an object: settings on top of the user's own. `false`: ignores the user's and the project's
   * settings. The administrator's settings always apply.
   */
  readonly settings?: string | Settings | false | undefined;
  /** MCP servers in addition to those of the settings, in the same form. One of the same name replaces the user's. */
  readonly mcpServers?: Settings["mcpServers"];
  /** `false` ignores the project's own settings, including their denials. */
  readonly projectSettings?: boolean | undefined;
  /** Whether mode `auto` also runs commands without approval if no sandbox works. Default: false. */
  readonly unsandboxed?: boolean | undefined;
}

/** The options of `openToolwright`. */
export interface ToolwrightOptions
  extends PlaceOptions,
    ToolwrightPorts,
    Pick<SessionOptions, "agent" | "declareAgentTools" | "declareAllTools" | "rank" | "remedy"> {
  /** Answers approval prompts; without one they are refused. `session.approvals` takes more approvers. */
  readonly approver?: AnswerQuestion | Approver;
  /**
   * Leaves questions for people who answer when they can, in another process or elsewhere. A call is refused meanwhile,
   * and runs when it is made again after the answer. Don't give an `approver` that takes its time as well, unless calls
   * wait (`waitMs`).
   */
  readonly approvals?: ApprovalOptions;
  /** The language of everything that a person reads; a model always gets English. Default: `en`. */
  readonly language?: LanguageCode | Language;
  /**
   * Opens the session of a stored conversation of this workspace again, by the conversation's id or as `last`: with its
   * id and its number of turns. `agent()` then continues the conversation.
   */
  readonly resume?: string | undefined;
  /** The program's own tools, in addition to the built-in ones. */
  readonly tools?: readonly (Tool | InitializedTool)[];
  /**
   * When MCP servers and the discovery command are started: in the `background` (the default), before the
   * session opens (`listed`, within a time limit), each with its first call (`lazy`), `never`, or only for
   * the named tool.
   */
  readonly thirdPartyTools?: ThirdPartyChoice;
  /** The source of the built-in tools. By default their code is loaded. */
  readonly builtinTools?: BuiltinTools;
  /**
   * The only tool that is called, once. No other tool is loaded, and background commands are refused.
   */
  readonly onlyCall?: string;
  /** Whether the session knows where the text in its context came from. Default: from the settings, otherwise true. */
  readonly labels?: boolean;
  /**
   * Whether every call that may change something runs in a stage. `session`: the whole session works in one, and
   * `session.endStage` shows what was done. Default: as the settings say.
   */
  readonly stage?: boolean | "session";
  /** `false` skips the check of the rules' examples. */
  readonly checksExamples?: boolean;
  /** The environment for folders, secrets and child processes. Default: `process.env`. */
  readonly environment?: EnvironmentVariables;
  /** The absolute base of relative paths in these options. Default: the current directory. */
  readonly cwd?: string;
  /** The administrator's settings file; only tests set it. */
  readonly administratorFile?: string | undefined;
  /**
   * Receives notices for the user, such as ignored settings or a failed server, one sentence each. Default:
   * a warning of the process.
   */
  readonly onNotice?: (notice: string) => void | Promise<void>;
}

const known: Readonly<Record<keyof ToolwrightOptions, true>> = {
  administratorFile: true,
  agent: true,
  analyses: true,
  approvals: true,
  approver: true,
  builtinTools: true,
  checksExamples: true,
  sandboxFactory: true,
  cwd: true,
  declareAgentTools: true,
  declareAllTools: true,
  environment: true,
  grants: true,
  hooks: true,
  host: true,
  jobs: true,
  journal: true,
  labels: true,
  language: true,
  agents: true,
  memory: true,
  languageServers: true,
  mcpServers: true,
  mode: true,
  onlyCall: true,
  onNotice: true,
  processes: true,
  profile: true,
  programs: true,
  projectSettings: true,
  rank: true,
  redactor: true,
  remedy: true,
  resume: true,
  settings: true,
  skills: true,
  stage: true,
  outputStore: true,
  thirdPartyTools: true,
  tools: true,
  undo: true,
  unsaved: true,
  unsandboxed: true,
  web: true,
  webSearch: true,
  workspace: true,
};

/** Checks options at run time, for JavaScript programs. Errors: ConfigurationError `options-invalid`. */
export function checkOptions(options: ToolwrightOptions): void {
  if (typeof (options as unknown) !== "object" || options === null || Array.isArray(options)) {
    throw optionsError("The options of openToolwright must be an object.");
  }
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(known, key));
  if (unknown !== undefined) {
    throw optionsError(
      `openToolwright has no option '${unknown}'.${didYouMean(unknown, Object.keys(known))}`,
    );
  }
  const { language = "en" } = options;
  if (typeof language === "string") checkChoice("language", language, languageCodes);
  checkChoice("mode", options.mode, modes);
  checkChoice("profile", options.profile, profiles);
  const { approver, settings, workspace } = options;
  if (approver !== undefined && typeof approver !== "function" && !isApprover(approver)) {
    throw optionsError(
      "`approver` must be a function that answers a question, or an object with `name` and `ask`.",
    );
  }
  if (settings === null || (settings as unknown) === true) {
    throw optionsError("`settings` must be a file, an object, or `false` for none.");
  }
  if (workspace === "") {
    throw optionsError('`workspace` must not be empty. For the current folder, use ".".');
  }
}

function isApprover(value: unknown): value is Approver {
  return typeof value === "object" && value !== null && "ask" in value;
}

function checkChoice(name: string, given: string | undefined, choices: readonly string[]): void {
  if (given === undefined || choices.includes(given)) return;
  throw optionsError(
    `Unknown \`${name}\` '${given}'.${didYouMean(given, choices)} Known: ${choices.join(", ")}.`,
  );
}
