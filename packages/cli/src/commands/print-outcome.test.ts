import type { Outcome } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { memoryContext } from "../../test/memory-context.ts";
import { exitStatusOf, outcomeLine } from "./outcome-text.ts";
import { outcomeWith } from "../../test/outcome.ts";
import { printOutcome } from "./print-outcome.ts";

const outcome = (more: Partial<Outcome> = {}): Outcome =>
  outcomeWith({ content: [{ type: "text", text: "for the model" }], ...more });

async function printed(
  given: Outcome,
  options: Parameters<typeof memoryContext>[0] = {},
): Promise<{ output: string; errors: string }> {
  const program = memoryContext(options);
  await printOutcome(given, program);
  return { output: program.output(), errors: program.errors() };
}

const diff = {
  type: "diff",
  path: "a",
  diff: "--- a\n+++ a\n@@ -1,1 +1,1 @@\n-old\n+new\n",
} as const;

const colour = "\u001b[";

describe("printOutcome", () => {
  it("writes the content as it is into a pipe, with one newline at its end", async () => {
    const text = "one\u001b[31m\r\ntwo\u202e";
    expect(await printed(outcome({ content: [{ type: "text", text: text }] }))).toEqual({
      output: `${text}\n`,
      errors: "",
    });
    expect((await printed(outcome({ content: [{ type: "text", text: "x\n" }] }))).output).toBe(
      "x\n",
    );
    expect((await printed(outcome({ content: [] }))).output).toBe("");
  });

  it("writes the content, not the display, into a pipe", async () => {
    const { output } = await printed(outcome({ display: diff }));
    expect(output).toBe("for the model\n");
  });

  it("shows changes on a terminal, in colours unless they aren't wanted", async () => {
    const given = outcome({ display: diff });
    const coloured = await printed(given, { isTerminal: true });
    expect(coloured.output).toContain(`${colour}32mnew`);
    const plain = await printed(given, { isTerminal: true, environment: { NO_COLOR: "1" } });
    expect(plain.output).toContain("1 + new");
    expect(plain.output).not.toContain("\u001b");
  });

  it("has no colours without a terminal, whatever the environment asks for", async () => {
    const failed = outcome({
      status: "error",
      error: { code: "file-not-found", message: "No a." },
    });
    for (const given of [outcome({ display: diff }), failed]) {
      const { output, errors } = await printed(given, { environment: { FORCE_COLOR: "3" } });
      expect(output + errors).not.toContain("\u001b");
    }
  });

  it("says a word once that is both the status and the code", async () => {
    const cancelled = outcome({
      status: "cancelled",
      error: { code: "cancelled", message: "Interrupted." },
    });
    expect((await printed(cancelled)).errors).toBe("cancelled: Interrupted.\n");
    const onTerminal = { isTerminal: true, environment: { NO_COLOR: "1" } };
    expect((await printed(cancelled, onTerminal)).errors).toBe("cancelled: Interrupted.\n");
  });

  it("lets no text control a terminal", async () => {
    const text = "a\u001b]0;title\u0007b\u009b2Jc\u202ed";
    const given = outcome({
      content: [{ type: "text", text: text }],
      status: "error",
      error: { code: "internal", message: `No ${text}` },
    });
    const options = { isTerminal: true, environment: { NO_COLOR: "1" } };
    const { output, errors } = await printed(given, options);
    // oxlint-disable-next-line no-control-regex
    expect(output + errors).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(output).toContain("ab");
  });

  it("writes an error to standard error, and not again with the content", async () => {
    const message = "There is no 'a'.\nNear: b";
    const given = outcome({
      status: "error",
      error: { code: "file-not-found", message },
      content: [
        { type: "text", text: "what there was" },
        { type: "text", text: message },
      ],
    });
    expect(await printed(given)).toEqual({
      output: "what there was\n",
      errors: "error file-not-found: There is no 'a'.\nNear: b\n",
    });
  });

  it("names images and resources instead of printing them", async () => {
    const { output } = await printed(
      outcome({
        content: [
          { type: "image", data: "AAAA", mimeType: "image/png" },
          { type: "resource", uri: "file:///a" },
        ],
      }),
    );
    expect(output).toBe("[image: image/png, 3 bytes]\n[resource: file:///a]\n");
  });
});

describe("exitStatusOf", () => {
  it.each([
    [{ status: "ok" }, 0],
    [{ status: "error", error: { code: "file-not-found", message: "" } }, 1],
    [{ status: "error", error: { code: "input-invalid", message: "" } }, 2],
    [{ status: "error", error: { code: "tool-not-found", message: "" } }, 2],
    [{ status: "refused", error: { code: "permission-denied", message: "" } }, 3],
    [{ status: "cancelled", error: { code: "cancelled", message: "" } }, 130],
  ] as const)("is for %j %i", (end, status) => {
    expect(exitStatusOf(outcome(end))).toBe(status);
  });
});

describe("outcomeLine", () => {
  it("is one line, also of what JSON can't say", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    for (const structured of [circle, { big: 1n }]) {
      const line = outcomeLine(outcome({ structured }));
      expect(line.indexOf("\n")).toBe(line.length - 1);
      expect(JSON.parse(line)).toMatchObject({
        content: [{ text: "for the model" }],
        structured: null,
        metadata: { unserializable: expect.any(String) },
      });
    }
  });
});
