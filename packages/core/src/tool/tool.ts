import type { Effect } from "../effects/effect.ts";
import type { Artifact, ContentPart, Display } from "../output/content.ts";
import type { FileVersion, MaybePromise } from "../ports/workspace.ts";
import type { JsonSchema, StandardSchema } from "../schema/standard-schema.ts";
import type {
  CallFacts,
  EffectsContext,
  InitContext,
  PrepareContext,
  ToolContext,
} from "./context.ts";

export const toolKinds = [
  "read",
  "search",
  "edit",
  "delete",
  "move",
  "execute",
  "fetch",
  "think",
  "other",
] as const;

/** The kind of tool, for clients that show icons and groups; it decides nothing. */
export type ToolKind = (typeof toolKinds)[number];

export function isMutatingKind(kind: ToolKind): boolean {
  return kind === "edit" || kind === "delete" || kind === "move" || kind === "execute";
}

/** Whether plan mode could allow a call; it denies every change, and the network. */
export function isKindOfPlanMode(kind: ToolKind): boolean {
  return !isMutatingKind(kind) && kind !== "fetch";
}

/** The agents that get the tool: the main agent, sub-agents, or both. */
export type ToolScope = "any" | "main" | "sub";

/**
 * `direct`: declared. `deferred`: found through a search. `agent`: declared in sessions with `declareAgentTools`,
 * otherwise deferred. `hidden`: never shown.
 */
export type ToolExposure = "direct" | "agent" | "deferred" | "hidden";

/** A port that a tool needs and not every session has. */
export type ToolNeed =
  | "agents"
  | "jobs"
  | "languageServers"
  | "memory"
  | "processes"
  | "programs"
  | "skills"
  | "web"
  | "webSearch";

/** A port with things that a tool's description lists. */
export type ListedPort = "skills";

/**
 * The field that a name stands for, optionally with a function that converts the given value; the function
 * returns undefined for no value.
 */
export type FieldAlias =
  | string
  | { readonly field: string; readonly value: (given: unknown) => unknown };

/** The source of deferred tools. */
export interface DeferredSource {
  /** A server's name or the kind of source: `github`, `command`, `custom`. */
  readonly name: string;
  /** A description of its tools, such as a server's instructions. Untrusted text. */
  readonly description: string | undefined;
  /** Names of the tools, without the server's part. */
  readonly toolNames: readonly string[];
}

/** A description for the model: what the tool does, when not to use it, limits with numbers. */
export interface ToolDescription {
  /** One sentence. */
  readonly summary: string;
  readonly details?: string;
  readonly notes?: readonly string[];
  /** Examples that help the model enough to be worth their tokens in every request. */
  readonly examples?: readonly ToolExample[];
  /** More valid inputs, for tests only. */
  readonly samples?: readonly ToolExample[];
  /** Points that cause errors when the model overlooks them. */
  readonly important?: readonly string[];
}

export interface ToolExample {
  readonly input: Readonly<Record<string, unknown>>;
  readonly note?: string;
}

/** The exact plan of a call, made without changing anything. */
export interface Preparation<Prepared> {
  /** One line for the person: "Edit src/a.ts: 3 lines". */
  readonly summary: string;
  /** The exact effects; each must lie within the claims of `effects`. */
  readonly effects: readonly Effect[];
  readonly preview?: Display;
  /** Everything that `execute` needs, so that it computes nothing again. */
  readonly prepared: Prepared;
  /**
   * The files that `prepared` depends on. If one has changed when the call may run, the call is prepared
   * and decided again.
   */
  readonly basedOn?: readonly FileState[];
}

export interface FileState {
  readonly path: string;
  /** Null: there is no such file. */
  readonly version: FileVersion | null;
}

export interface ToolResult<Structured = unknown> {
  /** The content for the model. A string is one text part. */
  readonly content: string | readonly ContentPart[];
  /** A view for the person, if it differs from the content. */
  readonly display?: Display;
  readonly structured?: Structured;
  /** Plain JSON for programs. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly artifacts?: readonly Artifact[];
}

/** A raw JSON Schema, or a schema of a library that implements Standard Schema and exports JSON Schema. */
export type ToolSchema<Value> = StandardSchema<unknown, Value> | JsonSchema;

export interface ToolDefinition<Input, Prepared = Input, Structured = unknown> {
  /** `snake_case`, verb first; 1 to 64 of `A-Z a-z 0-9 _ -`. */
  readonly name: string;
  /**
   * The tool that this one presents under another name and input. Rules and grants use that tool's name,
   * so that they apply under every name.
   */
  readonly aliasOf?: string;
  /** The name for people. Default: made from `name`. */
  readonly title?: string;
  /** The address (`https:` or `data:`) of an image for hosts that draw tools. */
  readonly icon?: string;
  readonly kind: ToolKind;
  readonly version?: string;
  readonly description: string | ToolDescription;
  /** The input schema, whose root is an object. */
  readonly input: ToolSchema<Input>;
  /** The output schema, or a function that makes it on demand. */
  readonly output?: ToolSchema<Structured> | (() => ToolSchema<Structured>);
  /** Default: `any`. */
  readonly scope?: ToolScope;
  /** Default: `direct`. */
  readonly exposure?: ToolExposure;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** Whether to ask the model's vendor to enforce the schema, if it can. */
  readonly strict?: boolean;
  /** The time limit of `execute`. Default: 30,000. */
  readonly timeoutMs?: number | ((input: Input, facts: CallFacts) => number);
  /** One sentence that tells the model what to do after a timeout. Default: to ask for less in one call. */
  readonly timeoutAdvice?: string;
  readonly outputIsMarkdown?: boolean;
  readonly streamsOutput?: boolean;
  /**
   * Marks a tool that finds deferred tools; it is available only while there are some. The returned text is
   * added to its description. Called again when they change.
   */
  describeDeferredTools?(sources: readonly DeferredSource[]): string;
  /**
   * Marks a tool that forwards calls; it is available only while tools are deferred. Returns the call that an
   * input stands for, which is then decided, journalled and shown as the named tool's own. Undefined for an
   * input that names no tool, which is then validated as this tool's input.
   */
  forwards?(input: Readonly<Record<string, unknown>>): ForwardedCall | undefined;
  /**
   * Whether its input and results only pass on what a model wrote and what other calls of the session returned. Their
   * placeholders of secrets are genuine and stay as they are; those other calls resolve them. Default: false.
   */
  readonly passesOn?: boolean;
  /**
   * What its description lists, from the session's port of that name. The list is made when a session opens, and
   * again after `Registry.invalidate`; a session with nothing to list lacks the tool.
   */
  readonly lists?: ListedPort;
  /** Ports that its calls need; a session without one of them leaves the tool out. */
  readonly needs?: readonly ToolNeed[];
  /**
   * Field names that models know from other products. They are accepted but not declared, and each use is
   * reported as a repair. An alias with a field's own name converts its value.
   */
  readonly aliases?: Readonly<Record<string, FieldAlias>>;
  /** A text after the error message for invalid input, such as what models usually mean. */
  explainInputError?(input: unknown): string | undefined;
  /**
   * An upper bound of the call's effects, from the input alone, never from the content or existence of
   * files. Absent: the tool's effects are `unknown`. An empty list means none.
   */
  effects?(input: Input, context: EffectsContext): MaybePromise<readonly Effect[]>;
  /**
   * Whether `prepare` reads no file, so that the claimed reads need no approval before it runs. They are
   * decided with all other effects. Default: false.
   */
  readonly preparesWithoutReading?: boolean;
  /**
   * Whether its result depends on the machine and the moment, such as on free memory. A replay then takes the
   * recorded result. Default: false.
   */
  readonly dependsOnMachine?: boolean;
  /** Whether `prepare` may start the programs of the claimed `run` effects, which are decided before it. Default: false. */
  readonly preparesByRunning?: boolean;
  /** Reads what it needs and changes nothing. Absent: `execute` gets the input. */
  prepare?(input: Input, context: PrepareContext): MaybePromise<Preparation<Prepared>>;
  /** Runs the call. A returned string is a result with that content. */
  execute(prepared: Prepared, context: ToolContext): MaybePromise<ToolResult<Structured> | string>;
}

/** The call that a forwarding call stands for. */
export interface ForwardedCall {
  readonly name: string;
  readonly input: unknown;
  /** The repairs of the outer call, in words. */
  readonly repairs?: readonly string[];
}

/** A definition without its static types, as registries hold it. */
export interface Tool extends ToolDefinition<never, never, unknown> {
  readonly input: ToolSchema<never>;
}

/** A tool whose definition is made when a session opens. */
export interface InitializedTool {
  readonly name: string;
  initialize(context: InitContext): MaybePromise<Omit<ToolDefinition<never, never>, "name">>;
}
