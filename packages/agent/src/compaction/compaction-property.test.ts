import { createMemoryOutputStore } from "@toolwright/testing";
import { repetitions } from "@toolwright/testing/internal";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compactingAgent,
  expectAccepted,
  saidByPerson,
  textIn,
  words,
} from "../fixtures/compacting-agent.ts";
import type { AssistantPart } from "../model/message.ts";
import type { Model, ModelEvent, ModelRequest } from "../model/model.ts";

/** A step of a model: its calls with results of so many tokens. */
interface RandomStep {
  readonly text: number;
  readonly reasons: boolean;
  readonly calls: readonly { readonly argument: number; readonly result: number }[];
}

const sizes = fc.oneof(
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: 0, max: 600 }),
  fc.integer({ min: 0, max: 5_000 }),
);

const step: fc.Arbitrary<RandomStep> = fc.record({
  text: sizes,
  reasons: fc.boolean(),
  calls: fc.array(
    fc.record({
      argument: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: sizes }),
      result: sizes,
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

const turn = fc.record({
  says: sizes,
  steps: fc.array(step, { maxLength: 12 }),
  compactsAfterwards: fc.boolean(),
});

const answersToSummaryRequests = [
  "## Done\nAll.",
  "",
  "I can't help with that.",
  `## Done\n${words(30_000)}`,
  null,
] as const;

/** Plays the steps, and remembers all that was ever said. */
class RandomModel implements Model {
  readonly id = "random";
  readonly contextTokens: number;
  readonly said: string[] = [];
  readonly #answers = new Set<string>();
  steps: RandomStep[] = [];
  readonly #summaries: readonly (string | null)[];
  readonly #counts: boolean;
  #made = 0;

  constructor(
    contextTokens: number,
    { summaries, counts }: { summaries: readonly (string | null)[]; counts: boolean },
  ) {
    this.contextTokens = contextTokens;
    this.#summaries = summaries;
    this.#counts = counts;
  }

  async *stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    expectAccepted(request.messages);
    const inputTokens = this.#counts ? Math.ceil(textIn(request.messages).length / 4) : 0;
    const usage = { inputTokens, cachedInputTokens: 0, outputTokens: 0 };
    if (request.tools.length === 0) {
      this.#made += 1;
      const text = this.#summaries[this.#made % this.#summaries.length];
      if (text === null || text === undefined) throw new Error("The vendor is down.");
      yield { type: "part", part: { type: "text", text } };
      yield { type: "finish", reason: "stop", usage };
      return;
    }
    this.#expectWhole(request);
    const parts = this.#partsOf(this.steps.shift());
    this.#answers.add(JSON.stringify(parts));
    for (const part of parts) yield { type: "part", part };
    yield { type: "finish", reason: "stop", usage };
  }

  /** An answer goes back as it came, or not at all: vendors check signatures. */
  #expectWhole({ messages }: ModelRequest): void {
    for (const message of messages) {
      if (message.role !== "assistant") continue;
      expect(this.#answers.has(JSON.stringify(message.content))).toBe(true);
    }
  }

  #partsOf(planned: RandomStep | undefined): AssistantPart[] {
    if (planned === undefined) return [{ type: "text", text: this.#text(5) }];
    const signature = { vendor: { signature: this.#name() } };
    return [
      ...(planned.reasons
        ? [{ type: "reasoning", text: this.#text(10), ...signature } as const]
        : []),
      { type: "text", text: this.#text(planned.text) },
      ...planned.calls.map(({ argument, result }) => {
        const name = this.#name();
        const input = JSON.stringify({ says: name, tokens: result, about: words(argument, name) });
        this.said.push(input, words(result, name));
        return { type: "tool-call", id: name, name: "work", input } as const;
      }),
    ];
  }

  #name(): string {
    this.#made += 1;
    return `t${this.#made}`;
  }

  #text(tokens: number): string {
    const text = words(Math.max(1, tokens), this.#name());
    this.said.push(text);
    return text;
  }
}

test("whatever is said and compacted: vendors accept it, and nothing is lost", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(turn, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1_500, max: 20_000 }),
      fc.array(fc.constantFrom(...answersToSummaryRequests), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (turns, contextTokens, summaries, counts) => {
        const model = new RandomModel(contextTokens, { summaries, counts });
        const store = createMemoryOutputStore();
        const { agent, run } = await compactingAgent([], {
          model,
          store,
          retry: { maxRetries: 0 },
        });
        const tasks: string[] = [];
        for (const [at, { says, steps, compactsAfterwards }] of turns.entries()) {
          const task = words(Math.max(1, says), `task${at}`);
          tasks.push(task);
          model.steps = [...steps];
          expect(await run(task)).toMatchObject({ status: "done" });
          if (compactsAfterwards) await agent.compact();
          expectAccepted(agent.messages);
        }
        const told = textIn(agent.messages);
        const known = [told, ...reachable(told, store.kept)].join("\n");
        for (const text of [...model.said, ...tasks]) expect(known.includes(text)).toBe(true);
        for (const said of saidByPerson(agent.messages)) {
          expect(said).toMatch(/^task\d+ 0\n/);
        }
      },
    ),
    { numRuns: repetitions(200) },
  );
}, 120_000);

/** All that a model can read that begins with the handles in a text. */
function reachable(text: string, kept: ReadonlyMap<string, string>): readonly string[] {
  const found = new Map<string, string>();
  const texts = [text];
  for (let next = texts.pop(); next !== undefined; next = texts.pop()) {
    for (const [handle] of next.matchAll(/output:[0-9a-f]{8}/g)) {
      const stored = kept.get(handle);
      if (stored === undefined || found.has(handle)) continue;
      found.set(handle, stored);
      texts.push(stored);
    }
  }
  return [...found.values()];
}
