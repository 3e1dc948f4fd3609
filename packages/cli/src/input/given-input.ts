import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import type { Session } from "@toolwright/core";
import type { ParsedArguments } from "../arguments/arguments.ts";
import { usageError } from "../errors.ts";
import type { ProgramContext } from "../program-context.ts";
import { inputFromPairs } from "./key-value-input.ts";
import { keyedWords } from "./keyed-words.ts";

/** The largest input text in bytes: 16 MiB of data, which escapes can make three times as long. */
export const maxInputBytes = 48 * 1024 * 1024 + 64 * 1024;

/**
 * The value of --input as JSON text, which the runtime parses (its errors name the place); null
 * without the flag.
 *
 * Errors: CommandError `usage` if there are pairs as well, or if a file can't be read.
 */
export async function givenInput(
  parsed: ParsedArguments,
  pairs: readonly string[],
  program: Pick<ProgramContext, "stdin" | "cwd">,
): Promise<string | null> {
  const given = parsed.value("input");
  if (given === undefined) return null;
  const [extra] = pairs;
  if (extra !== undefined) {
    throw usageError(
      phrase("Give the input either with --input or as key=value, not both ('{extra}').", {
        extra,
      }),
    );
  }
  if (given === "-") return readStream(program.stdin);
  if (given.startsWith("@")) return readInputFile(resolve(program.cwd, given.slice(1)));
  return given;
}

/**
 * The input of a call to `tool`: the given text, otherwise the pairs read by its schema. A word without
 * a key goes to the first required field that has no value yet.
 */
export function inputFor(
  tool: string,
  given: string | null,
  pairs: readonly string[],
  session: Pick<Session, "tools">,
): unknown {
  if (given !== null) return given;
  const schema = session.tools.find(({ name }) => name === tool)?.input.jsonSchema;
  return inputFromPairs(keyedWords(pairs, schema), schema);
}

/** All of standard input as text. Errors: CommandError `usage` if it is too large or not UTF-8. */
export async function readStream(stream: ProgramContext["stdin"]): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array | string>) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > maxInputBytes) throw tooLarge(phrase("Standard input"));
    chunks.push(bytes);
  }
  return decode(Buffer.concat(chunks), phrase("Standard input"));
}

function readInputFile(path: string): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    const why =
      code === "ENOENT"
        ? phrase("the file doesn't exist")
        : phrase("it can't be opened ({code})", { code: String(code) });
    throw usageError(phrase("--input @{path}: {why}.", { path, why }));
  }
  try {
    if (fstatSync(descriptor).isDirectory()) {
      throw usageError(phrase("--input @{path} is a folder.", { path }));
    }
    return decode(readBounded(descriptor, `'${path}'`), `'${path}'`);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads to the end within the limit, as a pipe's size (`@<(command)`) is unknown. */
function readBounded(descriptor: number, name: string): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = new Uint8Array(1024 * 1024);
    const count = readSync(descriptor, chunk);
    if (count === 0) return Buffer.concat(chunks);
    size += count;
    if (size > maxInputBytes) throw tooLarge(name);
    chunks.push(chunk.subarray(0, count));
  }
}

function decode(bytes: Uint8Array, name: string | Phrase): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw usageError(phrase("{name} isn't UTF-8 text.", { name }));
  }
}

function tooLarge(name: string | Phrase): Error {
  return usageError(
    phrase("{name} exceeds {bytes} bytes. An input has at most 16 MiB.", {
      name,
      bytes: maxInputBytes,
    }),
  );
}
