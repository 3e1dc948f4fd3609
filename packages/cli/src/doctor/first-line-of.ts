import type { Phrase } from "@toolwright/core/internal";
import { phrase } from "../language/phrase.ts";
import { execFile, type ExecFileException } from "node:child_process";
import { delimiter, isAbsolute, sep } from "node:path";

/** The first line that a program prints on standard output, or why there is none. */
export type FirstLine =
  | { readonly line: string; readonly problem?: undefined }
  | { readonly line?: undefined; readonly problem: Phrase };

/**
 * Runs a program for at most 5 s, without a shell and without input, and never one from the current
 * directory. Never rejects.
 */
export function firstLineOf(program: string, words: readonly string[]): Promise<FirstLine> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      [...words],
      {
        cwd: "/",
        env: { ...process.env, PATH: pathOutside(process.cwd()) },
        timeout: 5_000,
        killSignal: "SIGKILL",
        maxBuffer: 1024 * 1024,
      },
      (error, stdout) => {
        if (error === null) {
          resolve({ line: stdout.split("\n", 1)[0] ?? "" });
          return;
        }
        const isMissing = error.code === "ENOENT";
        resolve({
          problem: isMissing
            ? phrase("not found")
            : phrase("it doesn't run ({reason})", { reason: reasonOf(error) }),
        });
      },
    );
    child.stdin?.end();
  });
}

/** The PATH without relative entries and entries inside the directory, such as `node_modules/.bin`. */
function pathOutside(directory: string): string {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((place) => isAbsolute(place) && !`${place}${sep}`.startsWith(`${directory}${sep}`))
    .join(delimiter);
}

function reasonOf({ code, signal }: ExecFileException): string {
  return String(code ?? signal ?? "unknown reason");
}
