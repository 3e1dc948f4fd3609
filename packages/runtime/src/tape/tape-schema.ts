import { compileSchema } from "@toolwright/core/internal";
import { modes, type JsonSchema } from "@toolwright/core";
import { tapeVersion } from "./tape.ts";

// The fields of our own are checked strictly. Effects, decisions, outcomes and conversations may have more fields
// than this version knows, and are passed on.

type Fields = Readonly<Record<string, JsonSchema>>;

const text = { type: "string" };
const whole = { type: "integer", minimum: 0 };
const time = { type: "number", minimum: 0 };
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: "null" }] });
const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });

function exact(required: Fields, optional: Fields = {}): JsonSchema {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

function open(required: Fields, optional: Fields = {}): JsonSchema {
  return { ...exact(required, optional), additionalProperties: true };
}

const hash = { type: "string", pattern: "^[0-9a-f]{64}$" };
const status = { enum: ["ok", "error", "refused", "cancelled"] };
const decisions = { enum: ["allow", "ask", "deny"] };
const flag = { type: "boolean" };

/** The fields that the policy and descriptions of effects rely on. */
const effect: JsonSchema = {
  anyOf: [
    open(
      { type: { enum: ["read", "write", "delete"] }, path: text },
      { realPath: text, isOutside: flag, recursive: flag, glob: text, names: text },
    ),
    open({
      type: { const: "run" },
      program: text,
      words: list(text),
      cwd: text,
      specified: flag,
    }),
    open({ type: { const: "network" }, host: text }, { port: whole, method: text }),
    open({ type: { const: "environment" }, variable: text }, { value: flag }),
    open({ type: { const: "agent" }, agent: text }),
    open({ type: { const: "external" }, server: text, tool: text }),
    open({ type: { const: "unknown" }, reason: text }),
  ],
};

const state: JsonSchema = {
  anyOf: [
    exact({ kind: { const: "absent" } }),
    exact({ kind: { const: "file" }, content: orNull(hash), mode: whole }, { omitted: text }),
    exact({ kind: { const: "directory" }, mode: whole }),
    exact({ kind: { const: "link" }, target: text }),
    exact({ kind: { const: "other" } }),
  ],
};

const decision = open({
  decision: decisions,
  mode: { enum: [...modes] },
  proof: list(open({ effect, decision: decisions, layer: text, rule: text })),
});

const outcome = open({
  status,
  content: list(open({ type: text }, { text })),
  error: orNull(open({ code: text, message: text })),
  metadata: { type: "object" },
  durationMs: { type: "number" },
});

const call = exact(
  {
    type: { enum: ["call", "undo", "redo"] },
    session: text,
    agent: text,
    turn: whole,
    id: text,
    tool: text,
    input: {},
    status: text,
    effects: list(effect),
    decision: orNull(decision),
    approvals: list(open({ outcome: text, by: text }, { feedback: text })),
    outcome: orNull(outcome),
    changes: list(exact({ path: text, before: state, after: orNull(state) })),
    notUndoable: list(text),
    startedAtMs: time,
    endedAtMs: orNull(time),
  },
  { parentCallId: text },
);

const schemas = {
  header: exact({
    tape: { const: tapeVersion },
    toolwright: text,
    session: text,
    startedAtMs: time,
    endedAtMs: orNull(time),
    platform: text,
    roots: { type: "integer", minimum: 1 },
    mode: { enum: [...modes] },
    profile: text,
    rules: list(exact({ layer: text, rule: {} })),
    tools: list(exact({ name: text, sha256: orNull(hash) })),
    models: list(text),
  }),
  content: exact({ type: text, sha256: hash }, { text, base64: text }),
  file: exact({ type: text, path: text, state }, { modifiedAtMs: time }),
  call,
  undo: call,
  redo: call,
  message: exact({ type: text, record: open({ type: text }, { atMs: time }) }),
  end: exact({ type: text, lines: whole, sha256: hash }),
} satisfies Readonly<Record<string, JsonSchema>>;

export type LineType = keyof typeof schemas;

/** Whether this version knows lines of this type. */
export function isLineType(type: unknown): type is Exclude<LineType, "header"> {
  return typeof type === "string" && type !== "header" && Object.hasOwn(schemas, type);
}

/** The fault of a line, or null. Loads the schema library. */
export async function lineChecker(): Promise<(value: unknown, type: LineType) => string | null> {
  const names = Object.keys(schemas) as readonly LineType[];
  const compiled = new Map<LineType, Awaited<ReturnType<typeof compileSchema>>>();
  for (const name of names)
    compiled.set(name, await compileSchema(schemas[name], "A line of a tape"));
  return (value, type) => {
    const result = compiled.get(type)?.validate(value);
    if (result === undefined || "then" in result) return "it can't be checked";
    const [issue] = result.issues ?? [];
    return issue === undefined ? null : issue.message;
  };
}
