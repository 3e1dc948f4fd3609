import { phrase } from "../language/phrase.ts";
import type { Explanation, Session, ToolCall } from "@toolwright/core";
import { nearestNames } from "@toolwright/core/internal";
import { openSession } from "./open-session.ts";
import type { Command, CommandRun } from "../arguments/command.ts";
import type { ParsedArguments } from "../arguments/arguments.ts";
import { bringGivenLabels } from "../arguments/given-labels.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { usageError } from "../errors.ts";
import { givenInput, inputFor } from "../input/given-input.ts";
import { textOutput } from "../output/text-output.ts";
import { linesText, lookFor } from "../text/terminal-lines.ts";
import { commandToolOf } from "./command-tool.ts";
import { explanationLines } from "./explanation-lines.ts";

/** Names that may be a third-party tool rather than a command line. */
const toolName = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * `toolwright policy explain`: the decision for one call with its proof, without running the call. For
 * an MCP tool its server is started, because its definition and effects are needed.
 */
export const policyExplain: Command = async (run) => {
  const { arguments: parsed, program } = run;
  const given = await givenInput(parsed, parsed.positionals.slice(1), program);
  const options = globalOptions(parsed);
  const [named = ""] = parsed.positionals;
  const opened = await openSession(options, program, {
    ...(toolName.test(named) && { thirdPartyTools: { of: named } }),
  });
  let asked: ToolCall | string;
  try {
    const { session } = opened;
    bringGivenLabels(parsed, session);
    asked = askedFor(parsed, given, session);
    if (typeof asked !== "string") return await explain(asked, session, run);
    if (commandToolOf(session) !== undefined) return await explainCommand(asked, session, run);
  } finally {
    await opened.close();
  }
  // The profile doesn't change the decision, and this one has a command tool.
  const canonical = await openSession(options, program, {
    profile: "canonical",
    // The first session has already shown them.
    onNotice: () => undefined,
  });
  try {
    bringGivenLabels(parsed, canonical.session);
    return await explainCommand(asked, canonical.session, run);
  } finally {
    await canonical.close();
  }
};

async function explain(
  call: ToolCall,
  session: Session,
  { arguments: parsed, program }: CommandRun,
): Promise<number> {
  const explanation = await session.explain(call);
  const { stdout, language } = program;
  await textOutput(stdout).write(
    parsed.has("json")
      ? `${JSON.stringify(jsonOf(explanation))}\n`
      : linesText(explanationLines(explanation, session, language), lookFor(stdout, program)),
  );
  return isMistaken(explanation) ? 2 : 0;
}

/** The call to explain, or a command line. */
function askedFor(
  parsed: ParsedArguments,
  given: string | null,
  session: Session,
): ToolCall | string {
  const flag = parsed.value("command");
  const [first, ...pairs] = parsed.positionals;
  if (flag !== undefined) {
    if (first !== undefined || given !== null) {
      throw usageError(phrase("--command is the whole call: remove the tool and its input."));
    }
    return flag;
  }
  if (first === undefined) {
    throw usageError(
      phrase(
        "Name a call: toolwright policy explain TOOL key=value …, or policy explain 'COMMAND LINE'",
      ),
    );
  }
  const isTool = session.tools.some(({ name }) => name === first);
  const isAlone = pairs.length === 0 && given === null;
  if (!isTool && isAlone && !isNearTool(first, session)) return first;
  return { name: first, input: inputFor(first, given, pairs, session) };
}

/** Whether a word is probably a mistyped tool name rather than a command. */
function isNearTool(text: string, { tools }: Session): boolean {
  if (/[^\w-]/.test(text)) return false;
  const names = tools.map(({ name }) => name);
  return nearestNames(text, names).length > 0;
}

function explainCommand(command: string, session: Session, run: CommandRun): Promise<number> {
  const name = commandToolOf(session);
  if (name === undefined) throw usageError(phrase("There is no command tool here."));
  return explain({ name, input: { command } }, session, run);
}

function isMistaken({ decision, error }: Explanation): boolean {
  return decision === null && error !== null;
}

function jsonOf({ tool, input, effects, isExact, decision, error }: Explanation): object {
  return { tool, input, effects, isExact, decision, error };
}
