import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { createInterface } from "node:readline";
import { type TapeEnd, type TapeHeader, type TapeLine, tapeVersion } from "./tape.ts";
import { TapeError } from "./tape-error.ts";
import { isLineType, lineChecker } from "./tape-schema.ts";

/** Far more than the tape of a session of tens of thousands of calls. */
const maxBytes = 1024 ** 3;

/** A tape whose lines were all checked. */
export interface Tape {
  readonly header: TapeHeader;
  /** Whether it was changed after the export. */
  readonly isEdited: boolean;
  /** The names of the secrets that it has placeholders for. */
  readonly secrets: readonly string[];
  /** The lines between the first and the last, read again from the file. */
  readonly lines: () => AsyncGenerator<TapeLine, void, undefined>;
}

export interface ReadTapeOptions {
  /** Accepts a tape that was changed after the export. Default: false. */
  readonly allowsEdits?: boolean;
}

type CheckLine = Awaited<ReturnType<typeof lineChecker>>;

/**
 * Checks every line of a tape before any of them is used.
 *
 * Errors: TapeError.
 */
export async function readTape(
  path: string,
  { allowsEdits = false }: ReadTapeOptions = {},
): Promise<Tape> {
  checkFile(path);
  const check = await lineChecker();
  const sealed = createHash("sha256");
  const secrets = new Set<string>();
  let header: TapeHeader | null = null;
  let end: TapeEnd | null = null;
  let lines = 0;
  let isBroken = false;
  for await (const line of rawLines(path)) {
    if (isBroken) throw damaged(path, lines, "it is no JSON");
    if (header === null) header = headerOf(line, path, check);
    else if (end !== null) throw damaged(path, lines + 1, "it comes after the tape's end");
    else if (valueOf(line) === undefined) isBroken = true;
    else {
      const value = lineOf(line, path, lines + 1, check);
      if (value.type === "end") end = value;
    }
    if (end === null) {
      sealed.update(`${line}\n`);
      lines += 1;
      for (const [, name = ""] of line.matchAll(placeholder)) secrets.add(name);
    }
  }
  if (header === null) throw damaged(path, 1, "the file is empty");
  // A file that was cut ends in the middle of a line, or before the last one.
  if (end === null) throw cut(path, isBroken ? lines - 1 : lines);
  const isEdited = end.lines !== lines || end.sha256 !== sealed.digest("hex");
  if (isEdited && !allowsEdits) throw edited(path);
  return {
    header,
    isEdited,
    secrets: [...secrets],
    lines: () => linesBetween(path, check),
  };
}

const placeholder = /«secret:(?!literal:)([\w.-]{1,128})/g;

async function* linesBetween(path: string, check: CheckLine): AsyncGenerator<TapeLine> {
  let number = 0;
  for await (const line of rawLines(path)) {
    number += 1;
    if (number === 1) continue;
    const value = lineOf(line, path, number, check);
    if (value.type === "end") return;
    yield value;
  }
}

/** git may have changed the line ends. */
async function* rawLines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path, { encoding: "utf8" });
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  try {
    yield* reader;
  } finally {
    reader.close();
    input.destroy();
  }
}

function checkFile(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined)
    throw new TapeError(
      "missing",
      `No tape ${path}. To write one: toolwright journal export --tape ${path}`,
    );
  if (!stats.isFile()) throw new TapeError("damaged", `${path} is no file, so no tape.`);
  if (stats.size > maxBytes)
    throw new TapeError("damaged", `${path} has more than 1 GiB, so it is no tape.`);
}

function headerOf(line: string, path: string, check: CheckLine): TapeHeader {
  const value = valueOf(line);
  const version = isObject(value) ? value["tape"] : undefined;
  if (typeof version !== "number")
    throw new TapeError(
      "damaged",
      `${path} is no tape: its first line has no {"tape": …}. To write one: toolwright journal export --tape FILE`,
    );
  if (version > tapeVersion)
    throw new TapeError(
      "newer",
      `${path} is a tape of version ${version}, and this program reads version ${tapeVersion}. Update toolwright, or export the tape again with this version.`,
    );
  const problem = check(value, "header");
  if (problem !== null) throw damaged(path, 1, problem);
  return value as TapeHeader;
}

function lineOf(line: string, path: string, number: number, check: CheckLine): TapeLine {
  const value = valueOf(line);
  const type = isObject(value) ? value["type"] : undefined;
  if (!isLineType(type)) throw damaged(path, number, "it is of no known type");
  const problem = check(value, type);
  if (problem !== null) throw damaged(path, number, problem);
  return value as TapeLine;
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function cut(path: string, lines: number): TapeError {
  return new TapeError(
    "cut",
    `The tape ${path} is cut: its last line is missing, after ${lines} whole lines. Export it again, or take it from where it was copied.`,
  );
}

function edited(path: string): TapeError {
  return new TapeError(
    "edited",
    `The tape ${path} was edited: its lines don't match its last line. If that was on purpose, add --allow-edits; otherwise export it again.`,
  );
}

function damaged(path: string, number: number, reason: string): TapeError {
  return new TapeError("damaged", `The tape ${path} is damaged: line ${number}: ${reason}.`);
}
