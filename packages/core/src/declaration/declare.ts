import { ConfigurationError } from "../errors.ts";
import type { Invocation, ToolCall } from "../invocation/invocation.ts";
import { type AiSdkTool, declareAiSdk } from "./ai-sdk.ts";
import { type AiSdkToolSet, aiSdkTools } from "./ai-sdk-tools.ts";
import { type AnthropicTool, declareAnthropic } from "./anthropic.ts";
import { type CanonicalTool, declareCanonical } from "./canonical.ts";
import type { DeclarableTool } from "./declarable-tool.ts";
import {
  commonNameLimits,
  declaredName,
  geminiNameLimits,
  mcpNameLimits,
} from "./declared-name.ts";
import { declareGemini, type GeminiTool } from "./gemini.ts";
import { declareMcp, type McpTool } from "./mcp.ts";
import {
  declareOpenAiChat,
  declareOpenAiResponses,
  type OpenAiChatTool,
  type OpenAiResponsesTool,
} from "./openai.ts";
import { nameTools, toolNamesOf } from "./tool-names.ts";
import { withoutLimits, withoutUndeclared } from "./without-limits.ts";

/** The type of a declared tool in each dialect. Gemini has one entry with all functions. */
export interface DeclarationOf {
  readonly "openai-chat": OpenAiChatTool;
  readonly "openai-responses": OpenAiResponsesTool;
  readonly anthropic: AnthropicTool;
  readonly gemini: GeminiTool;
  readonly mcp: McpTool;
  readonly "ai-sdk": AiSdkTool;
  readonly canonical: CanonicalTool;
}

export type Dialect = keyof DeclarationOf;

interface DialectRules<Name extends Dialect> {
  readonly declare: (tools: readonly DeclarableTool[]) => DeclarationOf[Name][];
  readonly nameOf: (name: string) => string;
}

const shortName = (name: string): string => declaredName(name, commonNameLimits);

const rulesOf: { readonly [Name in Dialect]: DialectRules<Name> } = {
  "openai-chat": { declare: declareOpenAiChat, nameOf: shortName },
  "openai-responses": { declare: declareOpenAiResponses, nameOf: shortName },
  anthropic: { declare: declareAnthropic, nameOf: shortName },
  gemini: { declare: declareGemini, nameOf: (name) => declaredName(name, geminiNameLimits) },
  mcp: { declare: declareMcp, nameOf: (name) => declaredName(name, mcpNameLimits) },
  "ai-sdk": { declare: declareAiSdk, nameOf: shortName },
  canonical: { declare: declareCanonical, nameOf: (name) => name },
};

export const dialects: readonly Dialect[] = Object.keys(rulesOf) as Dialect[];

function isDialect(name: string): name is Dialect {
  return Object.hasOwn(rulesOf, name);
}

/**
 * Declares tools to a model or an MCP host, in the given order. Schemas are rewritten for each dialect's
 * limits; constraints that a dialect can't express move to the description of the field or tool.
 *
 * Shapes: `among` are the tools that descriptions may name; by default the declared tools.
 * Errors: ConfigurationError `session-invalid` for an unknown dialect.
 */
export function declare<Name extends Dialect>(
  tools: readonly DeclarableTool[],
  {
    dialect,
    among = tools,
  }: { readonly dialect: Name; readonly among?: readonly DeclarableTool[] },
): DeclarationOf[Name][] {
  const shown = tellable(tools, among);
  // The canonical form is for programs and people.
  return rulesFor(dialect).declare(dialect === "canonical" ? shown : shown.map(withoutLimits));
}

/** The result of `session.declare`; for the AI SDK, a `ToolSet` whose calls are calls of the session. */
export type SessionDeclaration<Name extends Dialect> = Name extends "ai-sdk"
  ? AiSdkToolSet
  : DeclarationOf[Name][];

/** Declares a session's tools. If a dialect's tools execute, their calls go through `call`. */
export function declareSession<Name extends Dialect>(
  tools: readonly DeclarableTool[],
  dialect: Name,
  call: (call: ToolCall) => Invocation,
): SessionDeclaration<Name> {
  const declared =
    dialect === "ai-sdk"
      ? aiSdkTools(tellable(tools, tools).map(withoutLimits), call)
      : declare(tools, { dialect });
  // The dialect's name decides between the two types.
  return declared as SessionDeclaration<Name>;
}

/** The tools with declared names in their texts, and without undeclared fields. */
function tellable(
  tools: readonly DeclarableTool[],
  among: readonly DeclarableTool[],
): readonly DeclarableTool[] {
  const names = toolNamesOf(among);
  return tools.map((tool) => withoutUndeclared(nameTools(tool, names)));
}

/** A tool's name in a dialect, for finding the tool that a model calls. */
export function nameInDialect(name: string, dialect: Dialect): string {
  return rulesFor(dialect).nameOf(name);
}

function rulesFor<Name extends Dialect>(dialect: Name): DialectRules<Name> {
  if (isDialect(dialect)) return rulesOf[dialect];
  const known = dialects.join(", ");
  throw new ConfigurationError(
    "session-invalid",
    `No dialect '${String(dialect).slice(0, 80)}'. Known: ${known}.`,
  );
}
