import type { Effect } from "../effects/effect.ts";
import type { Artifact, ContentPart, Display } from "../output/content.ts";
import type { FileVersion, MaybePromise } from "../ports/workspace.ts";
import type { JsonSchema, StandardSchema } from "../schema/standard-schema.ts";
import type { EffectsContext, InitContext, PrepareContext, ToolContext } from "./context.ts";

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

/** For clients that draw icons and group tools; it decides nothing. */
export type ToolKind = (typeof toolKinds)[number];

export function isMutatingKind(kind: ToolKind): boolean {
  return kind === "edit" || kind === "delete" || kind === "move" || kind === "execute";
}

/** Which agents get the tool: the main agent, sub-agents, or both. */
export type ToolScope = "any" | "main" | "sub";

/** Shown to the model at once, found through a search first, or never shown. */
export type ToolExposure = "direct" | "deferred" | "hidden";

/** What a tool's calls use of a session that not every session has. */
export type ToolNeed = "processes" | "jobs";

/**
 * The field that a name stands for, or that field with a function that makes its value of the given one;
 * undefined for none.
 */
export type FieldAlias =
  | string
  | { readonly field: string; readonly value: (given: unknown) => unknown };

/** Where deferred tools come from. */
export interface DeferredSource {
  /** A server's name, or what the source is: `github`, `command`, `custom`. */
  readonly name: string;
  /** What its tools are for, as a server's instructions say it. Anybody's text. */
  readonly description: string | undefined;
  /** Names of the tools, without the server's part. */
  readonly toolNames: readonly string[];
}

/** Written for the model: what it does, when not to use it, limits with numbers. */
export interface ToolDescription {
  /** One sentence. */
  readonly summary: string;
  readonly details?: string;
  readonly notes?: readonly string[];
  /** For the model, where one changes what it does: each costs tokens in every request. */
  readonly examples?: readonly ToolExample[];
  /** Further inputs that fit, for tests: no model is shown them. */
  readonly samples?: readonly ToolExample[];
  /** What goes wrong when it is overlooked. */
  readonly important?: readonly string[];
}

export interface ToolExample {
  readonly input: Readonly<Record<string, unknown>>;
  readonly note?: string;
}

/** What a call is going to do, worked out without changing anything. */
export interface Preparation<Prepared> {
  /** One line for the person: "Edit src/a.ts: 3 lines". */
  readonly summary: string;
  /** Exact; each lies within what `effects` claimed. */
  readonly effects: readonly Effect[];
  readonly preview?: Display;
  /** Everything `execute` needs: it computes nothing anew. */
  readonly prepared: Prepared;
  /**
   * What `prepared` rests on. When one has changed by the time the call may run, the call is
   * prepared and decided again.
   */
  readonly basedOn?: readonly FileState[];
}

export interface FileState {
  readonly path: string;
  /** Null: there is no such file. */
  readonly version: FileVersion | null;
}

export interface ToolResult<Structured = unknown> {
  /** For the model. A string is one text part. */
  readonly content: string | readonly ContentPart[];
  /** For the person, when it isn't the same. */
  readonly display?: Display;
  readonly structured?: Structured;
  /** Plain JSON for programs. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly artifacts?: readonly Artifact[];
}

/** A schema of any library that speaks Standard Schema and exports JSON Schema, or JSON Schema. */
export type ToolSchema<Value> = StandardSchema<unknown, Value> | JsonSchema;

export interface ToolDefinition<Input, Prepared = Input, Structured = unknown> {
  /** `snake_case`, verb first; 1 to 64 of `A-Z a-z 0-9 _ -`. */
  readonly name: string;
  /**
   * The tool that this one presents under another name and shape. Rules and grants speak of that
   * name, so that they hold under every name a model may know it by.
   */
  readonly aliasOf?: string;
  /** For people; made from the name by default. */
  readonly title?: string;
  readonly kind: ToolKind;
  readonly version?: string;
  readonly description: string | ToolDescription;
  /** Its root is an object. */
  readonly input: ToolSchema<Input>;
  /** The schema, or what makes it when it is needed. */
  readonly output?: ToolSchema<Structured> | (() => ToolSchema<Structured>);
  /** Default: `any`. */
  readonly scope?: ToolScope;
  /** Default: `direct`. */
  readonly exposure?: ToolExposure;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** Ask the model's vendor to hold the input to the schema, where it can. */
  readonly strict?: boolean;
  /** Of `execute`, 30,000 by default. */
  readonly timeoutMs?: number | ((input: Input) => number);
  /** What a model can do once the time was up: one sentence. Default: to ask for less at once. */
  readonly timeoutAdvice?: string;
  readonly outputIsMarkdown?: boolean;
  readonly streamsOutput?: boolean;
  /**
   * It finds deferred tools: it is there only while some are, and what this says of them stands behind
   * its description. Called anew when they change.
   */
  describeDeferredTools?(sources: readonly DeferredSource[]): string;
  /**
   * It only passes calls on, and is there only while tools are deferred: the call that an input stands for.
   * That call is resolved, decided, journalled and shown as the named tool's own. Undefined for an input that
   * names no tool, which is then an input of this tool.
   */
  forwards?(input: Readonly<Record<string, unknown>>): ForwardedCall | undefined;
  /** What its calls can't do without: a session that lacks it leaves the tool out. */
  readonly needs?: readonly ToolNeed[];
  /**
   * Names of fields that models write from habit, accepted and never declared; each use is reported as a
   * repair. A field's own name stands for itself with another value.
   */
  readonly aliases?: Readonly<Record<string, FieldAlias>>;
  /** Put after the message when the input doesn't fit: what a model usually means instead. */
  explainInputError?(input: unknown): string | undefined;
  /**
   * An upper bound of what the call would do, from the input alone, never from content or
   * existence. Without it the tool's effects are `unknown`; an empty list means none.
   */
  effects?(input: Input, context: EffectsContext): MaybePromise<readonly Effect[]>;
  /**
   * `prepare` looks at no file: what the call claims to read is asked together with all else, not
   * before. Default: false.
   */
  readonly preparesWithoutReading?: boolean;
  /** Reads what it needs, changes nothing. Without it the input is what is prepared. */
  prepare?(input: Input, context: PrepareContext): MaybePromise<Preparation<Prepared>>;
  /** A text is a result with that content. */
  execute(prepared: Prepared, context: ToolContext): MaybePromise<ToolResult<Structured> | string>;
}

/** The call that another one stands for. */
export interface ForwardedCall {
  readonly name: string;
  readonly input: unknown;
  /** What was mended of the outer call's form, in words. */
  readonly repairs?: readonly string[];
}

/** A definition whose types were forgotten: what registries hold. */
export interface Tool extends ToolDefinition<never, never, unknown> {
  readonly input: ToolSchema<never>;
}

/** A tool whose description and schema are worked out when a session opens. */
export interface InitializedTool {
  readonly name: string;
  initialize(context: InitContext): MaybePromise<Omit<ToolDefinition<never, never>, "name">>;
}
