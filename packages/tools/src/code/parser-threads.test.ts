import { describe, expect, it } from "vitest";
import type { Parsed } from "./parser-thread.ts";
import { ParserThreads } from "./parser-threads.ts";

const oddParser = new URL("../fixtures/odd-parser.mjs", import.meta.url).href;

function threadsOf(module: string): (text: string, stop?: AbortSignal) => Promise<string> {
  const threads = new ParserThreads({ module: async () => module, graceMs: 3_000, idleMs: 1_000 });
  return async (text, stop) => {
    const request = { grammar: "typescript", text, wants: "faults", maxMs: 100 } as const;
    return told(await threads.parse(request, stop));
  };
}

/** What came back: the text itself, or the outcome. */
function told(parsed: Parsed): string {
  return parsed.outcome === "faults" ? (parsed.faults[0]?.text ?? "none") : parsed.outcome;
}

describe("parser threads", () => {
  it.each(["crash", "throw", "loop"])(
    "lose a text that makes them %s, and no other",
    async (odd) => {
      const parse = threadsOf(oddParser);
      const texts = Array.from({ length: 30 }, (_, index) => (index === 7 ? odd : `text ${index}`));
      const found = await Promise.all(texts.map((text) => parse(text)));
      expect(found).toEqual(texts.map((text) => (text === odd ? "lost" : text)));
      expect(await parse("later")).toBe("later");
    },
  );

  it("give up where no thread can be started", async () => {
    const missing = threadsOf(new URL("nothing-here.mjs", oddParser).href);
    expect(await Promise.all(["a", "b", "c", "d", "e", "f"].map((text) => missing(text)))).toEqual(
      Array.from({ length: 6 }, () => "lost"),
    );
    expect(await threadsOf("no address")("a")).toBe("lost");
  });

  it("answer at once that a call stopped, and go on with others", async () => {
    const parse = threadsOf(oddParser);
    const stop = new AbortController();
    const looping = ["loop", "loop"].map((text) => parse(text, stop.signal));
    const waiting = parse("wanted");
    stop.abort();
    expect(await Promise.all(looping)).toEqual(looping.map(() => "stopped"));
    expect(await parse("late", stop.signal)).toBe("stopped");
    expect(await waiting).toBe("wanted");
  });

  it("see nothing of the environment", async () => {
    const threads = new ParserThreads({
      module: async () => oddParser,
      graceMs: 3_000,
      idleMs: 1_000,
    });
    const parsed = await threads.parse({ grammar: "", text: "a", wants: "faults", maxMs: 100 });
    expect(parsed).toMatchObject({ faults: [{ endLine: 0 }] });
  });
});
