import {
  defineTool,
  type Display,
  type Tool,
  type ToolContext,
  type ToolResult,
  type UntypedInput,
} from "@toolwright/core";
import type { ServerTool } from "./server-gate.ts";
import { type EffectFacts, toolEffects } from "./tool-effects.ts";
import { serverToolName } from "./tool-name.ts";

export interface ServerToolParts {
  /** As the server defines it now. */
  readonly tool: ServerTool;
  /** Of a tool that has changed: what the person accepted, and how they differ. */
  readonly changed: { readonly accepted: ServerTool; readonly diff: string } | null;
  readonly facts: Omit<EffectFacts, "isChanged">;
  /** Of a whole call. */
  readonly timeoutMs: number;
  /** Called when a call of a changed tool was approved, before it is sent. */
  readonly accept: () => void;
  readonly call: (input: unknown, context: ToolContext) => Promise<ToolResult>;
}

/** A server's tool as the runtime's: shown as it was accepted, and with the effects that are known. */
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
    // What a server says of its tools is a claim: nothing is shown as harmless for it, nor offered for planning.
    kind: "execute",
    description:
      shown.description.trim() === ""
        ? `The tool '${tool.name}' of the MCP server '${server}', which doesn't describe it.`
        : shown.description,
    input: shown.inputSchema,
    ...(shown.outputSchema !== undefined && { output: shown.outputSchema }),
    timeoutMs,
    effects: (input) => effects(input),
    // It looks at nothing here: what it reads is asked together with all else.
    preparesWithoutReading: true,
    prepare: (input: UntypedInput) => ({
      summary:
        changed === null ? title : `${title}: the server has changed it since it was accepted`,
      effects: effects(input),
      preview: previewOf(input, changed?.diff),
      prepared: input,
    }),
    execute: (input, context) => {
      if (changed !== null) accept();
      return call(input, context);
    },
  });
}

/** Nobody sees into the server, so what goes there is all that a person can judge by. */
function previewOf(input: UntypedInput, diff: string | undefined): Display {
  const given = JSON.stringify(input, null, 2);
  return { type: "text", text: diff === undefined ? given : `${diff}\n\nCalled with ${given}` };
}
