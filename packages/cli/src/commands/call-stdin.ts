import { isUtf8 } from "node:buffer";
import type { Outcome, Session } from "@toolwright/core";
import { didYouMean } from "@toolwright/runtime/internal";
import { maxInputBytes } from "../input/given-input.ts";
import { type InputLine, LineSplitter } from "../input/line-splitter.ts";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import { cancelOnInterrupt } from "./cancel-on-interrupt.ts";
import { invalidCallOutcome, outcomeLine } from "./outcome-text.ts";

/**
 * `toolwright call --stdin`: runs each line of standard input as one call, one after the other, and
 * prints one line with its outcome before it reads the next. Blank lines are skipped. `awaitTool`
 * waits for a tool that isn't registered yet.
 *
 * Resolves to 0 when every line was answered, 130 when it was interrupted, 1 when the reader of the
 * output has gone.
 */
export async function answerCalls(
  session: Session,
  program: ProgramContext,
  awaitTool?: (name: string) => Promise<void>,
): Promise<number> {
  const { stdin } = program;
  const stdout = textOutput(program.stdout);
  const stopReading = (): void => {
    session.cancel(undefined, "The reader of the output has gone.");
    stdin.destroy();
  };
  const interrupt = cancelOnInterrupt(session, program, () => stdin.destroy());
  stdout.onClose(stopReading);
  let lineNumber = 0;
  const answer = async (line: InputLine): Promise<void> => {
    if (interrupt.isInterrupted || stdout.isClosed) return;
    lineNumber += 1;
    if (isBlank(line)) return;
    const outcome = await runLine(line, lineNumber, { session, awaitTool });
    const flushed = stdout.write(outcomeLine(outcome));
    if (flushed !== undefined) await flushed;
  };
  try {
    const splitter = new LineSplitter(maxInputBytes);
    for await (const chunk of stdin as AsyncIterable<Uint8Array | string>) {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      for (const line of splitter.push(bytes)) await answer(line);
    }
    const rest = splitter.end();
    if (rest !== null) await answer(rest);
  } catch (thrown) {
    // Destroying the input on purpose ends its iteration with an error.
    if (!interrupt.isInterrupted && !stdout.isClosed) throw thrown;
  } finally {
    interrupt.stop();
  }
  if (interrupt.isInterrupted) return 130;
  return stdout.isClosed ? 1 : 0;
}

/** Whether a line has only white space, as at the end of a handwritten file. */
function isBlank({ bytes }: InputLine): boolean {
  return bytes?.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d) ?? false;
}

function runLine(
  line: InputLine,
  lineNumber: number,
  {
    session,
    awaitTool,
  }: {
    readonly session: Session;
    readonly awaitTool: ((name: string) => Promise<void>) | undefined;
  },
): Promise<Outcome> | Outcome {
  const request = readRequest(line);
  if ("problem" in request) {
    const { problem, id = `line-${lineNumber}`, tool = "" } = request;
    return invalidCallOutcome(id, tool, `Line ${lineNumber} ${problem}`);
  }
  if (awaitTool === undefined || hasTool(session, request.name)) {
    return session.call(request).outcome;
  }
  return awaitTool(request.name).then(() => session.call(request).outcome);
}

function hasTool({ tools }: Session, wanted: string): boolean {
  for (const { name } of tools) if (name === wanted) return true;
  return false;
}

type Request =
  | { readonly id?: string; readonly name: string; readonly input: unknown }
  | { readonly problem: string; readonly id?: string; readonly tool?: string };

const fields = ["id", "tool", "input"];

function readRequest(line: InputLine): Request {
  if (line.isTooLong === true) {
    return {
      problem: `has ${line.size} bytes; the limit is ${maxInputBytes}.`,
    };
  }
  if (!isUtf8(line.bytes)) return { problem: "isn't UTF-8 text." };
  let parsed: unknown;
  try {
    parsed = JSON.parse(
      Buffer.from(line.bytes.buffer, line.bytes.byteOffset, line.bytes.length).toString(),
    );
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return {
      problem: `is invalid JSON (${reason}). Each line is one call: {"id"?, "tool", "input"}.`,
    };
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    return { problem: 'isn\'t a JSON object. Each line is one call: {"id"?, "tool", "input"}.' };
  }
  return readFields(parsed as Readonly<Record<string, unknown>>);
}

function readFields(call: Readonly<Record<string, unknown>>): Request {
  const { id: givenId, tool, input } = call;
  const id = typeof givenId === "number" ? String(givenId) : givenId;
  if (id !== undefined && (typeof id !== "string" || id === "")) {
    return { problem: "has an 'id' that isn't a string." };
  }
  const about = { ...(id !== undefined && { id }), ...(typeof tool === "string" && { tool }) };
  if (typeof tool !== "string")
    return { ...about, problem: "names no tool: 'tool' must be a string." };
  const extra = Object.keys(call).find((key) => !fields.includes(key));
  if (extra !== undefined) {
    return {
      ...about,
      problem: `has an unknown field '${extra}'.${didYouMean(extra, fields)} Known: ${fields.join(", ")}.`,
    };
  }
  return { ...(id !== undefined && { id }), name: tool, input };
}
