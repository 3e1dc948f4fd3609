import type { Environment } from "@toolwright/core";
import type { RedactingStream } from "@toolwright/core/ports";
import { createRedactor } from "@toolwright/workspace";
import { describe, expect, it } from "vitest";
import { type Delta, ShownDeltas } from "./shown-deltas.ts";

const secret = "zq8Vn2LkP0xT5rWb";
const values = new Map([["API_KEY", secret]]);
const environment: Environment = {
  get: (name) => values.get(name),
  names: () => [...values.keys()],
};

function shownOf(deltas: readonly Delta[], act?: (shown: ShownDeltas) => void): readonly Delta[] {
  const redactor = createRedactor({ environment, roots: [] });
  const emitted: Delta[] = [];
  const stream = (): RedactingStream => redactor.stream?.({ isHidden: true }) as RedactingStream;
  const session = { redactModelStream: stream };
  const shown = new ShownDeltas(session, (event) => emitted.push(event));
  for (const delta of deltas) shown.push(delta);
  act?.(shown);
  shown.end();
  return emitted;
}

const text = (piece: string): Delta => ({ type: "text-delta", text: piece });
const reasoning = (piece: string): Delta => ({ type: "reasoning-delta", text: piece });
const call = (callId: string, delta: string): Delta => ({
  type: "tool-call-delta",
  callId,
  tool: "write_file",
  delta,
});
const joined = (deltas: readonly Delta[], type: Delta["type"]): string =>
  deltas
    .filter((delta) => delta.type === type)
    .map((delta) => (delta.type === "tool-call-delta" ? delta.delta : delta.text))
    .join("");

describe("what a model writes, while it arrives", () => {
  it("hides a known secret wherever it is cut", () => {
    for (let cut = 0; cut <= secret.length; cut += 1) {
      const shown = shownOf([
        text(`The key is ${secret.slice(0, cut)}`),
        text(`${secret.slice(cut)}.`),
      ]);
      expect(joined(shown, "text-delta")).toBe("The key is «secret:API_KEY».");
    }
    const letters = Array.from(`{"content":"${secret}"}`, (letter) => call("1", letter));
    expect(joined(shownOf(letters), "tool-call-delta")).toBe('{"content":"«secret:API_KEY»"}');
    expect(joined(shownOf(Array.from(secret, reasoning)), "reasoning-delta")).toBe(
      "«secret:API_KEY»",
    );
  });

  it("leaves everything else as it came, placeholders included", () => {
    const deltas = [text("one "), text("«secret:API_KEY» two "), reasoning("why"), text("three.")];
    expect(shownOf(deltas)).toEqual(deltas);
  });

  it("shows what it held back before the next kind, and before a complete call", () => {
    const start = secret.slice(0, 4);
    expect(shownOf([text(`a ${start}`), reasoning("b")])).toEqual([
      text("a "),
      text(start),
      reasoning("b"),
    ]);
    const emitted = shownOf([call("1", start), text(start)], (shown) => {
      shown.endCall("1");
      shown.push(text("after"));
    });
    expect(emitted).toEqual([text(start), call("1", start), text("after")]);
  });

  it("keeps the arguments of calls that arrive in turns apart", () => {
    const [first, second] = [secret.slice(0, 6), secret.slice(6)];
    const shown = shownOf([call("1", first), call("2", "{}"), call("1", second)]);
    expect(shown).toEqual([call("2", "{}"), call("1", "«secret:API_KEY»")]);
  });
});
