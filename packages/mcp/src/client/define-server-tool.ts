import { phrase } from "../language/phrase.ts";
import {
  defineTool,
  type Display,
  type Tool,
  type ToolContext,
  type ToolResult,
  type UntypedInput,
  type Language,
} from "@toolwright/core";
import type { ServerTool } from "./server-gate.ts";
import { type EffectFacts, toolEffects } from "./tool-effects.ts";
import { serverToolName } from "./tool-name.ts";

export interface ServerToolParts {
  /** The server's current definition. */
  readonly tool: ServerTool;
  /** For a changed tool: the definition that the person accepted, and a diff. */
  readonly changed: { readonly accepted: ServerTool; readonly diff: string } | null;
  readonly facts: Omit<EffectFacts, "isChanged">;
  /** The limit of a whole call. */
  readonly timeoutMs: number;
  /** Called after a call of a changed tool is approved and before it is sent. */
  readonly accept: () => void;
  readonly call: (input: unknown, context: ToolContext) => Promise<ToolResult>;
}

/** A server's tool as the runtime's, shown as it was accepted and with its known effects. */
export function defineServerTool(parts: ServerToolParts): Tool {
  const { tool, changed, facts, timeoutMs, accept, call } = parts;
  const shown = changed?.accepted ?? tool;
  const server = facts.server.name;
  const title = `${shown.title ?? tool.name} (${server})`;
  const effects = (input: unknown): ReturnType<typeof toolEffects> =>
    toolEffects(shown, input, { ...facts, isChanged: changed !== null });
  return defineTool<UntypedInput>({
    name: serverToolName(server, tool.name),
    title,
    ...(tool.icon !== undefined && { icon: tool.icon }),
    // A server's statements about its tools are claims: no tool counts as harmless because of them, or is
    // offered in plan mode.
    kind: "execute",
    description:
      shown.description.trim() === ""
        ? `The tool '${tool.name}' of the MCP server '${server}'. The server gives no description.`
        : shown.description,
    input: shown.inputSchema,
    ...(shown.outputSchema !== undefined && { output: shown.outputSchema }),
    timeoutMs,
    effects: (input) => effects(input),
    // `prepare` reads nothing, so one prompt covers all effects.
    preparesWithoutReading: true,
    prepare: (input: UntypedInput, { language }) => ({
      summary:
        changed === null
          ? title
          : language.say(
              phrase("{title}: the server has changed it since it was accepted", { title }),
            ),
      effects: effects(input),
      preview: previewOf(input, changed?.diff, language),
      prepared: input,
    }),
    execute: (input, context) => {
      if (changed !== null) accept();
      return call(input, context);
    },
  });
}

/** Shows the whole input: the server is a black box, so the person has nothing else to judge by. */
function previewOf(input: UntypedInput, diff: string | undefined, { say }: Language): Display {
  const given = JSON.stringify(input, null, 2);
  return {
    type: "text",
    text:
      diff === undefined
        ? given
        : `${diff}\n\n${say(phrase("Called with {input}", { input: given }))}`,
  };
}
