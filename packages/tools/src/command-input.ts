import { defineTool, unknown } from "@toolwright/core";
import { z } from "zod";
import { jobsOf } from "./shell/jobs-of.ts";

const MAX_CHARACTERS = 100_000;

const input = z
  .strictObject({
    id: z.string().min(1).describe("The command's id, from the result that started it."),
    text: z
      .string()
      .max(MAX_CHARACTERS)
      .optional()
      .describe(
        'A line needs its end: "yes\\n". In a terminal "\\u0003" is Ctrl-C, "\\t" Tab, "\\u001b" Escape, "\\u001b[A" Up.',
      ),
    end: z.boolean().optional().describe("Close its input after that."),
  })
  .check(({ value, issues }) => {
    if (value.text !== undefined || value.end === true) return;
    const message = "there is nothing to send: give text, or end: true";
    issues.push({ code: "custom", message, input: value, path: [] });
  });

type Input = z.infer<typeof input>;

const output = z.strictObject({
  id: z.string().describe("The command that it was sent to."),
  isEnded: z.boolean().describe("Its input is closed."),
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
      "For programs that read lines, and keys for those started with tty. Read the answer with {tool:command_output}. Not for starting commands: {tool:run_command}.",
    samples: [
      { input: { id: "cmd_1", text: "yes\n" } },
      { input: { id: "cmd_2", text: "\u0003" }, note: "Ctrl-C to one in a terminal" },
    ],
  },
  needs: ["jobs"],
  category: "commands",
  tags: ["background", "stdin", "answer"],

  aliases: { bash_id: "id", shell_id: "id", session_id: "id", chars: "text", input: "text" },
  input,
  output,
  // The command itself was decided when it started; what it does with a line isn't known.
  preparesWithoutReading: true,
  effects: () => [unknown(reason)],
  prepare(given) {
    const { id, text, end } = given;
    const sent = [
      ...(text === undefined ? [] : [JSON.stringify(text)]),
      ...(end === true ? ["the end of its input"] : []),
    ];
    const summary = `Send ${id} ${sent.join(" and ")}`;
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
