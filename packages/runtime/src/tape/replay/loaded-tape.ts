import type { Tape } from "../read-tape.ts";
import type { TapeCall, TapeContent, TapeFile, TapeHeader, TapeMessage } from "../tape.ts";

/** A whole tape in memory. */
export interface LoadedTape {
  readonly header: TapeHeader;
  readonly secrets: readonly string[];
  readonly contents: ReadonlyMap<string, TapeContent>;
  readonly files: readonly TapeFile[];
  /** In order of their start. */
  readonly calls: readonly TapeCall[];
  readonly records: readonly TapeMessage["record"][];
}

export async function loadTape({ header, secrets, lines }: Tape): Promise<LoadedTape> {
  const contents = new Map<string, TapeContent>();
  const files: TapeFile[] = [];
  const calls: TapeCall[] = [];
  const records: TapeMessage["record"][] = [];
  for await (const line of lines()) {
    switch (line.type) {
      case "content":
        contents.set(line.sha256, line);
        break;
      case "file":
        files.push(line);
        break;
      case "message":
        records.push(line.record);
        break;
      case "end":
        break;
      default:
        calls.push(line);
    }
  }
  return { header, secrets, contents, files, calls, records };
}
