import { phrase } from "./language/phrase.ts";
import { defineTool, unknown } from "@toolwright/core";
import { z } from "zod";
import { jobsOf } from "./shell/job-report.ts";

const MAX_CHARACTERS = 100_000;

const input = z
  .strictObject({
    id: z.string().min(1).describe("The command's id, from the result that started it."),
    text: z
      .string()
      .max(MAX_CHARACTERS)
      .optional()
      .describe(
        'End a line with \\n: "yes\\n". In a terminal "\\u0003" is Ctrl-C, "\\t" Tab, "\\u001b" Escape, "\\u001b[A" Up.',
      ),
    end: z.boolean().optional().describe("Close the input afterwards."),
  })
  .check(({ value, issues }) => {
    if (value.text !== undefined || value.end === true) return;
    const message = "nothing to send: give text, or end: true";
    issues.push({ code: "custom", message, input: value, path: [] });
  });

type Input = z.infer<typeof input>;

const output = z.strictObject({
  id: z.string().describe("The command that received it."),
  isEnded: z.boolean().describe("Whether its input is closed."),
});

type Output = z.infer<typeof output>;

const reason = "what a running command does with its input";

/** Sends input to a command in the background. */
export const commandInput = defineTool<Input, Input, Output>({
  name: "command_input",
  title: "Command input",
  kind: "execute",
  version: "1",
  exposure: "deferred",
  description: {
    summary: "Sends text to the input of a command that runs in the background.",
    details:
      "Sends lines, or keys to a program started with tty. Read the answer with {tool:command_output}. To start a command use {tool:run_command}.",
    samples: [
      { input: { id: "cmd_1", text: "yes\n" } },
      { input: { id: "cmd_2", text: "\u0003" }, note: "Ctrl-C, in a terminal" },
    ],
  },
  needs: ["jobs"],
  category: "commands",
  tags: ["background", "stdin", "answer"],

  aliases: { bash_id: "id", shell_id: "id", session_id: "id", chars: "text", input: "text" },
  input,
  output,
  // The command was decided when it started, but its reaction to a line is unknown.
  preparesWithoutReading: true,
  effects: () => [unknown(reason)],
  prepare(given, { language }) {
    const { id, text, end } = given;
    const json = JSON.stringify(text ?? "");
    const sent =
      text === undefined
        ? phrase("Send {id} the end of its input", { id })
        : end === true
          ? phrase("Send {id} {text} and the end of its input", { id, text: json })
          : phrase("Send {id} {text}", { id, text: json });
    const summary = language.say(sent);
    return { summary, effects: [unknown(reason)], prepared: given };
  },
  async execute({ id, text, end = false }, context) {
    const job = jobsOf(context).find(id);
    if (text !== undefined) await job.write(text);
    if (end) job.endInput();
    return {
      content: `Sent to ${id}.${end ? " Its input is closed." : ""}`,
      structured: { id, isEnded: end },
    };
  },
});
