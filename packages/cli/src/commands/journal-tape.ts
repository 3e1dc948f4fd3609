import { resolve } from "node:path";
import { ConfigurationError, type Language } from "@toolwright/core";
import { messageOf, recorded } from "@toolwright/core/internal";
import { exportSession } from "@toolwright/runtime/internal";
import type { Command } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";
import { usageError } from "../errors.ts";
import { counted, phrase } from "../language/phrase.ts";
import { textOutput } from "../output/text-output.ts";
import { withJournal } from "./journal-controller.ts";

/** `toolwright journal export --tape FILE`: a session as a tape. */
export const journalTape: Command = ({ arguments: parsed, program, version }) => {
  const given = parsed.value("tape") ?? "";
  if (given === "") throw usageError(phrase("--tape needs a file, such as --tape session.jsonl"));
  if (parsed.value("format") !== undefined)
    throw usageError(phrase("--format doesn't go with --tape: a tape has a format of its own."));
  const file = resolve(program.cwd, given);
  return withJournal(parsed, program, async ({ journal, places, roots, files, redactor }) => {
    const exported = await orUsageError(() =>
      exportSession({
        file,
        sessionId: parsed.value("session"),
        places,
        journal,
        roots,
        files,
        redactor,
        profile: globalOptions(parsed).profile,
        version,
      }),
    );
    await textOutput(program.stdout).write(
      parsed.has("json")
        ? `${JSON.stringify({ file, ...exported })}\n`
        : textOfTape(given, exported, program.language),
    );
    return 0;
  });
};

function textOfTape(
  file: string,
  { calls, files, omittedFiles, bytes }: Awaited<ReturnType<typeof exportSession>>,
  { say }: Language,
): string {
  const lines = [
    say(
      phrase("{file}: {calls}, {files}, {kilobytes} kB", {
        file,
        calls: counted("{count} call", "{count} calls", { count: calls }),
        files: counted("{count} file", "{count} files", { count: files }),
        kilobytes: Math.ceil(bytes / 1000),
      }),
    ),
    ...(omittedFiles === 0
      ? []
      : [
          say(
            counted(
              "{count} file is named without its content (protected, too large, or with a secret).",
              "{count} files are named without their content (protected, too large, or with a secret).",
              { count: omittedFiles },
            ),
          ),
        ]),
    say(
      phrase("Read it before you share it: only known secrets are hidden. To play it: {command}", {
        command: `toolwright replay ${file}`,
      }),
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

async function orUsageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const isSystem = typeof (thrown as NodeJS.ErrnoException | null)?.code === "string";
    if (isSystem || ConfigurationError.isInstance(thrown))
      throw usageError(recorded(messageOf(thrown)));
    throw thrown;
  }
}
