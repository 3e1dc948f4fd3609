import {
  ConfigurationError,
  type CallFacts,
  type EffectsContext,
  type FieldAlias,
  type Preparation,
  type PrepareContext,
  type StandardSchema,
  type Tool,
  type ToolDescription,
  ToolError,
  type ToolResult,
  type ToolScope,
} from "@toolwright/core";
import type { MaybePromise } from "@toolwright/core/ports";
import { builtinTool, type BuiltinToolName } from "@toolwright/tools";
import type { ProfileTool } from "./profile-tool.ts";
import { type FieldNames, renameFields } from "./rename-fields.ts";

type CanonicalInput = Readonly<Record<string, unknown>>;

/** A tool in one profile: its name, input and wording there. */
export interface AliasDefinition<Input> {
  /** The name that the model sees. */
  readonly name: string;
  /** For people. Default: the canonical tool's. */
  readonly title?: string;
  readonly description: ToolDescription;
  /** A strict object, every field described. */
  readonly input: StandardSchema<unknown, Input>;
  /** The canonical tool's input; fields that are undefined are left out. */
  toCanonical(input: Input): CanonicalInput;
  /** This profile's names for canonical fields, for messages. Equal names are omitted. */
  readonly fields?: FieldNames;
  /** Other names that models use for its fields, added to those of the canonical tool. See `Tool`. */
  readonly aliases?: Readonly<Record<string, FieldAlias>>;
  /** Throws a ToolError for calls outside this tool's purpose, even if the canonical tool accepts them. */
  assertMeant?(preparation: Preparation<unknown>, input: Input): void;
  /** Rewords a result for models that were trained on this profile. */
  fromResult?(result: ToolResult, input: Input): ToolResult;
  readonly scope?: ToolScope;
  /** Explains an input that doesn't fit; see `Tool`. */
  explainInputError?(input: unknown): string | undefined;
}

/** A built-in tool of a profile: see `aliasTool`. */
export function toolAlias<Input>(
  aliasOf: BuiltinToolName,
  definition: AliasDefinition<Input>,
): ProfileTool {
  return {
    name: definition.name,
    aliasOf,
    load: async (limits) => aliasTool(await builtinTool(aliasOf, limits), definition),
  };
}

/**
 * Presents a tool under another name and with other arguments. Everything else is the tool's own:
 * effects, preparation, execution, limits, and the name in rules and grants.
 *
 * The input is mapped once per call and validated by the canonical tool's schema.
 *
 * Errors: ConfigurationError `tool-invalid` if the canonical tool has no schema that validates. A call
 * fails with `input-invalid` if the mapped input doesn't fit. All messages use this profile's field
 * names, including those of the canonical tool.
 */
export function aliasTool<Input>(tool: Tool, definition: AliasDefinition<Input>): Tool {
  const { name, title, description, input, scope, fields = {} } = definition;
  const { timeoutMs } = tool;
  const effects = tool.effects?.bind(tool);
  const prepare = tool.prepare?.bind(tool);
  const canonicalOf = canonicalInputs(tool, definition);
  const check = (given: unknown): Input | undefined => {
    const checked = input["~standard"].validate(given);
    return checked instanceof Promise || checked.issues !== undefined ? undefined : checked.value;
  };
  /** Maps prepared values to the inputs that they were prepared from. */
  const sources = new WeakMap<object, Input>();

  const toolAlias: Tool = {
    ...tool,
    name,
    aliasOf: tool.aliasOf ?? tool.name,
    ...(title !== undefined && { title }),
    description,
    input: input as Tool["input"],
    // A profile shows all of its tools.
    exposure: "direct",
    aliases: aliasesOf(tool, definition),
    ...(scope !== undefined && { scope }),
    // The canonical tool's advice names fields that this profile lacks.
    explainInputError: (given) => definition.explainInputError?.(given),
    ...(typeof timeoutMs === "function" && {
      timeoutMs: (given: Input, facts: CallFacts) => timeoutMs(canonicalOf(given), facts),
    }),
    ...(effects !== undefined && {
      effects: (given: Input, context: EffectsContext) =>
        tellingErrors(() => effects(canonicalOf(given), context), fields),
    }),
    ...(prepare !== undefined && {
      prepare: (given: Input, context: PrepareContext) =>
        tellingErrors(async () => {
          const preparation = await prepare(canonicalOf(given), context);
          definition.assertMeant?.(preparation, given);
          const { prepared } = preparation as { readonly prepared: unknown };
          if (typeof prepared === "object" && prepared !== null) sources.set(prepared, given);
          return preparation;
        }, fields),
    }),
    execute: (prepared: never, context) =>
      tellingErrors(async () => {
        // Without `prepare`, the input is the prepared value.
        const isInput = prepare === undefined;
        const given = isInput ? (prepared as Input) : sources.get(prepared);
        const returned = await tool.execute(isInput ? canonicalOf(prepared) : prepared, context);
        const result = typeof returned === "string" ? { content: returned } : returned;
        if (given === undefined) return result;
        return definition.fromResult?.(result, given) ?? result;
      }, fields),
  };
  converters.set(toolAlias, (given) => {
    const fitting = check(given);
    return fitting === undefined ? undefined : canonicalOf(fitting);
  });
  return toolAlias;
}

const converters = new WeakMap<Tool, (given: unknown) => CanonicalInput | undefined>();

/** The canonical form of an alias's input; undefined if it doesn't fit. */
export function canonicalInputOf(tool: Tool, given: unknown): CanonicalInput | undefined {
  try {
    return converters.get(tool)?.(given);
  } catch {
    return undefined;
  }
}

/** The field aliases of the canonical tool and its field names, for this profile's fields. */
function aliasesOf<Input>(
  { aliases = {} }: Tool,
  { fields = {}, aliases: own = {} }: AliasDefinition<Input>,
): Readonly<Record<string, FieldAlias>> {
  const here = (field: string): string | null =>
    Object.hasOwn(fields, field) ? (fields[field] ?? null) : field;
  const renamed = Object.keys(fields).map((name) => [name, name] as const);
  const derived = [...renamed, ...Object.entries(aliases)].flatMap(([name, alias]) => {
    const field = here(typeof alias === "string" ? alias : alias.field);
    if (field === null) return [];
    return [[name, typeof alias === "string" ? field : { ...alias, field }] as const];
  });
  return { ...Object.fromEntries(derived), ...own };
}

/** Maps and validates inputs, each once. */
function canonicalInputs<Input>(
  tool: Tool,
  definition: AliasDefinition<Input>,
): (given: Input) => never {
  const { name, fields = {} } = definition;
  const schema = standardSchemaOf(tool);
  const known = new WeakMap<object, CanonicalInput>();
  return (given) => {
    const key = given as object;
    const before = known.get(key);
    if (before !== undefined) return before as never;
    const mapped = withoutUndefined(definition.toCanonical(given));
    const checked = schema["~standard"].validate(mapped);
    if (checked instanceof Promise) {
      throw new ToolError(
        "internal",
        `The schema of '${name}' validates asynchronously, which is not supported.`,
      );
    }
    if (checked.issues !== undefined) throw notFitting(name, checked.issues, fields);
    const value = checked.value as CanonicalInput;
    known.set(key, value);
    // The canonical tool's schema has checked the value, whose type is unknown here.
    return value as never;
  };
}

function standardSchemaOf({ name, input }: Tool): StandardSchema {
  if ("~standard" in input) return input as StandardSchema;
  throw new ConfigurationError(
    "tool-invalid",
    `'${name}' can't get an alias: its schema is not a Standard Schema.`,
  );
}

function withoutUndefined(input: CanonicalInput): CanonicalInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

type Issues = readonly {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}[];

function notFitting(name: string, issues: Issues, fields: FieldNames): ToolError {
  const lines = issues.map(({ message, path = [] }) => {
    const names = path.map((part) => String(typeof part === "object" ? part.key : part));
    const [first, ...rest] = names;
    if (first === undefined) return `- ${message}`;
    const whole = fields[names.join(".")] ?? [fields[first] ?? first, ...rest].join(".");
    return `- ${whole}: ${message}`;
  });
  return new ToolError(
    "input-invalid",
    [`The input of '${name}' doesn't fit:`, ...lines, "Correct the input and call it again."].join(
      "\n",
    ),
  );
}

/** Rethrows errors with this profile's field names in their messages. */
function tellingErrors<Value>(
  act: () => MaybePromise<Value>,
  fields: FieldNames,
): MaybePromise<Value> {
  const retell = (thrown: unknown): never => {
    throw retold(thrown, fields);
  };
  try {
    const value = act();
    return value instanceof Promise ? value.catch(retell) : value;
  } catch (thrown) {
    return retell(thrown);
  }
}

function retold(thrown: unknown, fields: FieldNames): unknown {
  if (!ToolError.isInstance(thrown)) return thrown;
  // Later paragraphs are the output of a command or the like, which must not be reworded.
  const [prose = "", ...rest] = thrown.message.split("\n\n");
  const message = [renameFields(prose, fields), ...rest].join("\n\n");
  if (message === thrown.message) return thrown;
  const { code, details, cause } = thrown;
  return new ToolError(code, message, {
    ...(details !== undefined && { details }),
    ...(cause !== undefined && { cause }),
  });
}
