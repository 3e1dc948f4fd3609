import type { Elicitation, ElicitationAnswer } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf, type ToolSession } from "./fixtures/tool-session.ts";

type Answer = (asked: Elicitation) => ElicitationAnswer | Promise<ElicitationAnswer>;

interface AskingSession extends ToolSession {
  readonly asked: readonly Elicitation[];
}

interface Field {
  readonly title: string;
  readonly description?: string;
  readonly oneOf?: readonly { readonly title: string }[];
}

/** A session whose person gives these answers, one form after the other. */
async function open(...answers: readonly Answer[]): Promise<AskingSession> {
  const opened = await openToolSession({ mode: "plan" });
  const asked: Elicitation[] = [];
  opened.session.approvals.attach({
    name: "person",
    ask: async () => undefined,
    elicit: async (elicitation) => {
      asked.push(elicitation);
      return answers[asked.length - 1]?.(elicitation);
    },
  });
  return { ...opened, asked };
}

const accept =
  (content: Readonly<Record<string, unknown>>): Answer =>
  () => ({ action: "accept", content });

const database = {
  question: "Which database?",
  header: "Database",
  options: [{ label: "SQLite", description: "one file" }, { label: "Postgres" }],
};

describe("ask_user", () => {
  it("puts one form with all questions to the person, and gives the model the answers", async () => {
    const { call, asked } = await open(accept({ answer_1: "Postgres", answer_2: "teal" }));
    const outcome = await call("ask_user", {
      questions: [database, { question: "Which colour?" }],
    });
    expect(outcome).toMatchObject({ status: "ok", effects: [] });
    expect(textOf(outcome)).toBe("Which database?\n→ Postgres\n\nWhich colour?\n→ teal");
    expect(outcome.structured).toEqual({
      status: "answered",
      answers: [
        { question: "Which database?", answer: ["Postgres"] },
        { question: "Which colour?", answer: ["teal"] },
      ],
    });
    expect(asked).toMatchObject([
      {
        kind: "form",
        from: "the model",
        message: "Which database?\nWhich colour?",
        schema: {
          properties: {
            answer_1: {
              title: "Database",
              description: "Which database?",
              type: "string",
              oneOf: [
                { const: "SQLite", title: "SQLite: one file" },
                { const: "Postgres", title: "Postgres" },
                { const: "Something else, in your own words" },
              ],
            },
            answer_2: { title: "Question 2", description: "Which colour?", type: "string" },
          },
          required: ["answer_1", "answer_2"],
        },
      },
    ]);
  });

  it("takes several choices, and asks for the person's own words if they choose to give some", async () => {
    const { call, asked } = await open(
      accept({
        answer_1: ["SQLite", "Something else, in your own words"],
        answer_2: "Something else, in your own words",
      }),
      accept({ answer_1: "DuckDB" }),
    );
    const several = { ...database, multi_select: true };
    const outcome = await call("ask_user", {
      questions: [several, { question: "Which colour?" }],
    });
    expect(textOf(outcome)).toBe(
      "Which database?\n→ SQLite, DuckDB\n\nWhich colour?\n→ Something else, in your own words",
    );
    expect(asked).toMatchObject([
      { schema: { properties: { answer_1: { type: "array", items: { anyOf: [{}, {}, {}] } } } } },
      { message: "Which database?", schema: { properties: { answer_1: { type: "string" } } } },
    ]);
  });

  it.each([
    ["decline", "the person closed the question", "declined"],
    ["cancel", "the person closed the question", "declined"],
    ["fails", "nobody can answer", "unanswered"],
  ])(
    "tells the model to decide by itself when there is no answer: %s",
    async (way, why, status) => {
      const { call } = await open(() => ({ action: way }) as ElicitationAnswer);
      const outcome = await call("ask_user", { questions: [database] });
      expect(outcome).toMatchObject({ status: "ok", structured: { status, answers: [] } });
      expect(textOf(outcome)).toContain(why);
      expect(textOf(outcome)).toContain("decide by yourself");
      expect(textOf(outcome)).toContain("say in your reply what you assumed");
    },
  );

  it("also ends without an answer when the person closes the second form", async () => {
    const { call } = await open(accept({ answer_1: "Something else, in your own words" }), () => ({
      action: "decline",
    }));
    const outcome = await call("ask_user", { questions: [database] });
    expect(outcome.structured).toEqual({ status: "declined", answers: [] });
  });

  it("shows whatever a host answers, as no more than it is", async () => {
    for (const content of [
      {},
      { answer_1: 7 },
      { answer_1: [null, "SQLite", {}] },
      { other: "x" },
    ]) {
      const { call } = await open(accept(content));
      const { structured } = await call("ask_user", { questions: [database] });
      const answer = "answer_1" in content && Array.isArray(content.answer_1) ? ["SQLite"] : [];
      expect(structured).toMatchObject({ answers: [{ question: "Which database?", answer }] });
    }
  });

  it("shows hidden characters of the model's words to the person", async () => {
    const { call, asked } = await open(accept({ answer_1: "a\u202eb", answer_2: "x" }));
    const hidden = "a\u202eb";
    const options = [{ label: hidden, description: "\u001b[8mnot seen" }, { label: "c" }];
    const outcome = await call("ask_user", {
      questions: [{ question: hidden, header: hidden, options }, { question: hidden }],
    });
    expect(outcome.structured).toMatchObject({
      answers: [{ answer: [hidden] }, { answer: ["x"] }],
    });
    const [form] = asked;
    const properties = form?.kind === "form" ? form.schema["properties"] : {};
    const fields = Object.values(properties as Readonly<Record<string, Field>>);
    expect(fields).toHaveLength(2);
    for (const { title, description, oneOf = [] } of fields) {
      const texts = [title, description, ...oneOf.map((choice) => choice.title)].join(" ");
      // oxlint-disable-next-line no-control-regex
      expect(texts).not.toMatch(/[\u202e\u001b]/);
    }
  });

  it("ends when the call is cancelled, and withdraws the question", async () => {
    let withdrawn: (() => boolean) | undefined;
    const { session } = await openToolSession();
    session.approvals.attach({
      name: "person",
      ask: async () => undefined,
      elicit: (_asked, signal) => {
        withdrawn = () => signal.aborted;
        session.cancel();
        return new Promise(() => undefined);
      },
    });
    const outcome = await session.call({ name: "ask_user", input: { questions: [database] } });
    expect(outcome.status).toBe("cancelled");
    expect(withdrawn?.()).toBe(true);
  });

  it("keeps a known secret in an answer from the model", async () => {
    const secret = "hunter2-correct-horse";
    const { session, call } = await openToolSession({
      environment: { API_TOKEN: secret },
      hidesSecrets: true,
    });
    session.approvals.attach({
      name: "person",
      ask: async () => undefined,
      elicit: async () => ({ action: "accept", content: { answer_1: `it is ${secret}` } }),
    });
    const outcome = await call("ask_user", { questions: [{ question: "Which?" }] });
    expect(JSON.stringify(outcome)).not.toContain(secret);
    expect(textOf(outcome)).toBe("Which?\n→ it is «secret:API_TOKEN»");
  });

  it.each([
    { question: "Which colour?" },
    { question: { question: "Which colour?", choices: ["red", "teal"], multiSelect: false } },
    { questions: "Which colour?" },
    { questions: [{ question: "Which colour?", options: [], type: "text", placeholder: "x" }] },
  ])("takes questions as other products write them: %j", async (input) => {
    const { call } = await open(accept({ answer_1: "teal" }));
    const outcome = await call("ask_user", input);
    expect(outcome.error).toBeNull();
    expect(textOf(outcome)).toContain("→ teal");
  });

  it("refuses questions that are none", async () => {
    const { call, asked } = await open();
    for (const questions of [
      [],
      [{ question: " " }],
      [{ question: "Which?", options: [{ label: "one" }] }],
      Array.from({ length: 5 }, () => database),
    ]) {
      expect((await call("ask_user", { questions })).error?.code).toBe("input-invalid");
    }
    expect(asked).toEqual([]);
  });

  it("is for the main agent only", async () => {
    const { session } = await openToolSession({
      session: { agent: { name: "kid", depth: 1 }, declareAllTools: true },
    });
    expect(session.tools.map(({ name }) => name)).not.toContain("ask_user");
    expect(session.whyNotAvailable("ask_user")).toContain("for the main agent only");
  });
});

testToolContract("ask_user", [{ questions: [{ question: "Which?" }] }]);
