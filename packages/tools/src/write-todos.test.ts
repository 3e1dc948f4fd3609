import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const todo = (content: string, status: string) => ({ content, status });

describe("write_todos", () => {
  it("keeps the whole list for the host, and tells the model the counts", async () => {
    const { session, call } = await openToolSession({ mode: "plan" });
    expect(session.todos).toEqual([]);
    const todos = [
      todo("Find it", "completed"),
      todo("Fix it", "in_progress"),
      todo("Test it", "pending"),
      todo("Blog about it", "cancelled"),
    ];
    const outcome = await call("write_todos", { todos });
    expect(outcome).toMatchObject({ status: "ok", effects: [], structured: { todos } });
    expect(textOf(outcome)).toBe(
      "The list has 4 steps: 1 pending, 1 in_progress, 1 completed, 1 cancelled.",
    );
    expect(outcome.display).toEqual({ type: "todos", items: session.todos });
    expect(session.todos).toEqual([
      { text: "Find it", status: "done" },
      { text: "Fix it", status: "active" },
      { text: "Test it", status: "pending" },
      { text: "Blog about it", status: "cancelled" },
    ]);
  });

  it("replaces the list, and clears it with an empty one", async () => {
    const { session, call } = await openToolSession();
    await call("write_todos", { todos: [todo("a", "pending"), todo("b", "pending")] });
    await call("write_todos", { todos: [todo("c", "in_progress")] });
    expect(session.todos).toEqual([{ text: "c", status: "active" }]);
    expect(textOf(await call("write_todos", { todos: [] }))).toBe("The list has 0 steps.");
    expect(session.todos).toEqual([]);
  });

  it("says when several steps are in progress, or none while some are left", async () => {
    const { call } = await openToolSession();
    const said = async (...statuses: readonly string[]): Promise<string> =>
      textOf(await call("write_todos", { todos: statuses.map((status) => todo("Do it", status)) }));
    expect(await said("in_progress", "in_progress")).toContain("Keep only one in_progress");
    expect(await said("completed", "pending")).toContain("None is in_progress: mark 'Do it'");
    expect(await said("completed", "cancelled")).toBe(
      "The list has 2 steps: 1 completed, 1 cancelled.",
    );
  });

  it("leaves the list as it was when a call fails", async () => {
    const { session, call } = await openToolSession();
    await call("write_todos", { todos: [todo("a", "pending")] });
    for (const todos of [
      [todo(" ", "pending")],
      [todo("x", "soon")],
      [todo("x".repeat(1_001), "pending")],
      Array.from({ length: 101 }, () => todo("x", "pending")),
      [{ status: "pending" }],
      7,
    ]) {
      expect((await call("write_todos", { todos })).error?.code).toBe("input-invalid");
    }
    expect(session.todos).toEqual([{ text: "a", status: "pending" }]);
  });

  it.each([
    ["plan", [{ step: "Fix it", status: "in_progress" }]],
    ["todos", [{ description: "Fix it", status: "in_progress", priority: "high", id: "1" }]],
    ["tasks", [{ content: "Fix it", status: "in_progress", activeForm: "Fixing it" }]],
  ])("takes lists as other products write them: %s %j", async (name, given) => {
    const { session, call } = await openToolSession();
    const outcome = await call("write_todos", { [name]: given });
    expect(outcome.metadata["repairs"]).toHaveLength(1);
    expect(session.todos).toEqual([{ text: "Fix it", status: "active" }]);
  });

  it("takes steps without a status for pending ones", async () => {
    const { session, call } = await openToolSession();
    await call("write_todos", { steps: ["Find it", { content: "Fix it" }] });
    expect(session.todos.map(({ status }) => status)).toEqual(["pending", "pending"]);
  });

  it("keeps a secret out of the list that the host sees", async () => {
    const { session, call } = await openToolSession({
      environment: { API_TOKEN: "hunter2-correct-horse" },
      hidesSecrets: true,
    });
    await call("write_todos", { todos: [todo("Use hunter2-correct-horse", "pending")] });
    expect(session.todos).toEqual([{ text: "Use «secret:API_TOKEN»", status: "pending" }]);
  });
});

testToolContract("write_todos", [{ todos: [] }, { todos: [todo("a", "pending")] }]);
