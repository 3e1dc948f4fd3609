import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const environment = { HOME: "/home/x", NODE_ENV: "test", API_TOKEN: "canary" };

describe("get_environment", () => {
  it("lists all names without a value", async () => {
    const { call } = await openToolSession({ environment });
    const outcome = await call("get_environment", {});
    expect(textOf(outcome)).toBe("API_TOKEN\nHOME\nNODE_ENV\n\n3 variables.");
    expect(JSON.stringify(outcome)).not.toContain("canary");
    expect(outcome.effects).toEqual([{ type: "environment", variable: "*" }]);
  });

  it("shows one value, and declares that it does", async () => {
    const { call } = await openToolSession({ environment });
    const outcome = await call("get_environment", { name: "NODE_ENV" });
    expect(textOf(outcome)).toBe("NODE_ENV=test");
    expect(outcome.effects).toContainEqual({
      type: "environment",
      variable: "NODE_ENV",
      value: true,
    });
  });

  it("asks before it shows a secret", async () => {
    const { call, session } = await openToolSession({ environment });
    const asked: string[] = [];
    session.approvals.watch({ asked: (question) => asked.push(question.callId) });
    await call("get_environment", { name: "NODE_ENV" });
    expect(asked).toHaveLength(0);
    expect(textOf(await call("get_environment", { name: "API_TOKEN" }))).toBe("API_TOKEN=canary");
    expect(asked).toHaveLength(1);
  });

  it("says that a variable isn't set, and names near ones", async () => {
    const { call } = await openToolSession({ environment });
    const outcome = await call("get_environment", { name: "NODE_EVN" });
    expect(outcome.status).toBe("ok");
    expect(textOf(outcome)).toBe("NODE_EVN is not set. Similar names that are set: NODE_ENV.");
    expect(textOf(await call("get_environment", { name: "ZZZ" }))).toBe("ZZZ is not set.");
  });

  it("refuses an empty name", async () => {
    const { call } = await openToolSession({ environment });
    expect((await call("get_environment", { name: "" })).error?.code).toBe("input-invalid");
  });
});

testToolContract("get_environment", [{}, { name: "NODE_ENV" }, { name: "NODE_ENVV" }]);
