import {
  type ApprovalAnswer,
  type ApprovalQuestion,
  type Approver,
  type InitializedTool,
  type Mode,
  modes,
  type SessionOptions,
  type Tool,
  type ToolKind,
  type Workspace,
} from "@toolwright/core";
import type { ProfileName } from "@toolwright/profiles";
import { optionsError } from "./errors.ts";
import type { EnvironmentVariables } from "./places.ts";
import type { KeptUndo } from "./records/stored-undo.ts";
import { didYouMean } from "./settings/did-you-mean.ts";
import { profiles } from "./settings/profile-names.ts";
import type { Settings } from "./settings/settings.ts";
import type { BuiltinTools } from "./tools/builtin-tools.ts";
import type { ThirdPartyChoice } from "./tools/third-party-tools.ts";

/** Answers a question; undefined leaves it to the session's other approvers. */
export type AnswerQuestion = (
  question: ApprovalQuestion,
  signal: AbortSignal,
) => Promise<ApprovalAnswer | undefined> | ApprovalAnswer | undefined;

/** Ports of a session. Each has a default. Whoever gives another one also closes it. */
export interface ToolwrightPorts
  extends Pick<
    SessionOptions,
    | "sandboxFactory"
    | "grants"
    | "hooks"
    | "host"
    | "jobs"
    | "processes"
    | "rank"
    | "redactor"
    | "outputStore"
  > {
  /** Is told of every call, in place of the journal in the state directory. A whole store is read as well. */
  readonly journal?: SessionOptions["journal"];
  /** Remembers what calls change and undoes it. */
  readonly undo?: KeptUndo;
}

/** Where a session works, in which mode, and whose settings count. */
export interface PlaceOptions {
  /** The folder to work in. Default: the current one, unless it holds more than a project. */
  readonly workspace?: string | Workspace | undefined;
  /** Default: what the settings say, else `default`. The settings may hold it to a stricter one. */
  readonly mode?: Mode | undefined;
  /** Names and arguments of the tools. Default: what the settings say, else `canonical`. */
  readonly profile?: ProfileName | undefined;
  /**
   * A file or an object: settings on top of the user's own. `false`: neither the user's settings nor the project's
   * are read. The administrator's always count.
   */
  readonly settings?: string | Settings | false | undefined;
  /** `false` leaves out the project's own settings, also what they deny. */
  readonly projectSettings?: boolean | undefined;
  /** In mode `auto`, commands run without approval also where no sandbox works. Default: false. */
  readonly unsandboxed?: boolean | undefined;
}

/** All of them are optional. */
export interface ToolwrightOptions
  extends PlaceOptions,
    ToolwrightPorts,
    Pick<SessionOptions, "agent" | "declareAllTools" | "rank" | "remedy"> {
  /** Without one, what needs approval is refused. More can be attached to `session.approvals`. */
  readonly approver?: AnswerQuestion | Approver;
  /** Tools of the program, beside the built-in ones. */
  readonly tools?: readonly (Tool | InitializedTool)[];
  /**
   * When tools of MCP servers and of the discovery command are started: all at once, in the `background` (the
   * default) or waited for as long as a listing may take (`listed`), each with its first call (`lazy`), `never`, or
   * the one of a name.
   */
  readonly thirdPartyTools?: ThirdPartyChoice;
  /** Where the built-in tools come from. By default their code is loaded. */
  readonly builtinTools?: BuiltinTools;
  /** Which kinds of tools the session has in its mode. Default: all. */
  readonly kindsIn?: (mode: Mode) => readonly ToolKind[];
  /**
   * The only tool that will be called, and once: no other tool is loaded, and nothing can be left running in
   * the background.
   */
  readonly onlyCall?: string;
  /** `false` takes rules without checking the examples that they carry. */
  readonly checksExamples?: boolean;
  /** Variables of the process, for its folders, secrets and children. Default: `process.env`. */
  readonly environment?: EnvironmentVariables;
  /** Absolute: what relative paths of these options start from. Default: the process's. */
  readonly cwd?: string;
  /** Tests put the administrator's settings elsewhere; nothing else can. */
  readonly administratorFile?: string | undefined;
  /**
   * Told, a sentence at a time, what a person should know while work goes on: settings that don't count, a server
   * that fails. Default: a warning of the process.
   */
  readonly onNotice?: (notice: string) => void | Promise<void>;
}

const known: Readonly<Record<keyof ToolwrightOptions, true>> = {
  administratorFile: true,
  agent: true,
  approver: true,
  builtinTools: true,
  checksExamples: true,
  sandboxFactory: true,
  cwd: true,
  declareAllTools: true,
  environment: true,
  grants: true,
  hooks: true,
  host: true,
  jobs: true,
  journal: true,
  kindsIn: true,
  mode: true,
  onlyCall: true,
  onNotice: true,
  processes: true,
  profile: true,
  projectSettings: true,
  rank: true,
  redactor: true,
  remedy: true,
  settings: true,
  outputStore: true,
  thirdPartyTools: true,
  tools: true,
  undo: true,
  unsandboxed: true,
  workspace: true,
};

/** For programs that no compiler checks. Errors: ConfigurationError `options-invalid`. */
export function checkOptions(options: ToolwrightOptions): void {
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(known, key));
  if (unknown !== undefined) {
    throw optionsError(
      `openToolwright has no option '${unknown}'.${didYouMean(unknown, Object.keys(known))}`,
    );
  }
  checkChoice("mode", options.mode, modes);
  checkChoice("profile", options.profile, profiles);
  const { approver, settings, workspace } = options;
  if (approver !== undefined && typeof approver !== "function" && !isApprover(approver)) {
    throw optionsError(
      "`approver` must be a function from a question to an answer, or an object with `name` and `ask`.",
    );
  }
  if (settings === null || (settings as unknown) === true) {
    throw optionsError("`settings` must be a file, an object, or `false` for none.");
  }
  if (workspace === "") {
    throw optionsError('`workspace` is empty. Give a folder: "." is the current one.');
  }
}

function isApprover(value: unknown): value is Approver {
  return typeof value === "object" && value !== null && "ask" in value;
}

function checkChoice(name: string, given: string | undefined, choices: readonly string[]): void {
  if (given === undefined || choices.includes(given)) return;
  throw optionsError(
    `\`${name}\` is '${given}'.${didYouMean(given, choices)} Known: ${choices.join(", ")}.`,
  );
}
