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

/** What a list of tools looks like in each dialect. Gemini has one entry with all functions. */
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
 * Declares tools to a model or an MCP host, in the order given. Each dialect's limits are met by
 * rewriting: what its schemas can't say stands in the description of the field or the tool. Texts name other
 * tools only as far as those are `among` the ones that the reader knows, by default the declared ones.
 *
 * Errors: ConfigurationError `session-invalid` for a dialect that isn't one.
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

/** As `session.declare`: for the AI SDK the `ToolSet` whose tools are calls of the session. */
export type SessionDeclaration<Name extends Dialect> = Name extends "ai-sdk"
  ? AiSdkToolSet
  : DeclarationOf[Name][];

/** The tools of a session, whose calls go through `call` where a dialect's tools execute. */
export function declareSession<Name extends Dialect>(
  tools: readonly DeclarableTool[],
  dialect: Name,
  call: (call: ToolCall) => Invocation,
): SessionDeclaration<Name> {
  const declared =
    dialect === "ai-sdk"
      ? aiSdkTools(tellable(tools, tools).map(withoutLimits), call)
      : declare(tools, { dialect });
  // Which of the two it is depends on the name, as the type says.
  return declared as SessionDeclaration<Name>;
}

/** With the names of tools in their texts, and the fields that are declared. */
function tellable(
  tools: readonly DeclarableTool[],
  among: readonly DeclarableTool[],
): readonly DeclarableTool[] {
  const names = toolNamesOf(among);
  return tools.map((tool) => withoutUndeclared(nameTools(tool, names)));
}

/** The name under which a dialect declares a tool, for finding the tool that a model calls. */
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
