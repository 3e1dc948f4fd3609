import { writeFileSync } from "node:fs";
import { createGrantStore } from "@toolwright/workspace";
import { expect, onTestFinished, test, vi } from "vitest";
import { followChanges } from "@toolwright/runtime";
import { grantFilesOf } from "@toolwright/runtime/internal";
import { openSession } from "../src/commands/open-session.ts";
import { commandBench } from "./command-bench.ts";
import { memoryContext } from "./memory-context.ts";

const options = {
  workspace: undefined,
  mode: undefined,
  profile: undefined,
  settings: undefined,
};

test("grants of another process apply to a running session, and a broken file is reported", async () => {
  const bench = commandBench();
  const opened = await openSession(
    options,
    memoryContext({ cwd: bench.workspace, environment: { HOME: bench.home } }),
  );
  const told: string[] = [];
  const stop = followChanges(opened, (message) => told.push(message));
  onTestFinished(async () => {
    stop();
    await opened.close();
  });
  const decision = async (): Promise<string | undefined> => {
    const call = { name: "write_file", input: { path: "a", content: "x" } };
    return (await opened.session.explain(call)).decision?.decision;
  };
  expect(await decision()).toBe("ask");

  const [ofProject = "", ofUser = ""] = grantFilesOf(opened.places);
  const elsewhere = createGrantStore(ofProject, ofUser);
  await elsewhere.add({
    id: "grant-1",
    pattern: "write(**)",
    scope: "project",
    origin: "me",
    grantedAtMs: Date.now(),
  });
  await vi.waitFor(async () => expect(await decision()).toBe("allow"), { timeout: 15_000 });

  await elsewhere.remove("grant-1");
  await vi.waitFor(async () => expect(await decision()).toBe("ask"), { timeout: 15_000 });
  expect(told).toEqual([]);

  writeFileSync(ofProject, "{");
  await vi.waitFor(() => expect(told).toHaveLength(1), { timeout: 15_000 });
  expect(told[0]).toContain(ofProject);
});
