import { expect, onTestFinished, test } from "vitest";
import { followChanges, type Toolwright } from "@toolwright/runtime";
import { openSession } from "../src/commands/open-session.ts";
import { type CommandBench, commandBench, projectPath, userPath } from "./command-bench.ts";
import { memoryContext } from "./memory-context.ts";

const options = {
  workspace: undefined,
  mode: undefined,
  profile: undefined,
  settings: undefined,
};

interface Scene extends Toolwright {
  readonly bench: CommandBench;
  /** Resolves with the next message that wasn't awaited yet. */
  readonly news: () => Promise<string>;
}

async function open(): Promise<Scene> {
  const bench = commandBench();
  const opened = await openSession(
    options,
    memoryContext({ cwd: bench.workspace, environment: { HOME: bench.home } }),
  );
  const told: string[] = [];
  let wake = (): void => {};
  const stop = followChanges(opened, (message) => {
    told.push(message);
    wake();
  });
  onTestFinished(async () => {
    stop();
    await opened.close();
  });
  return {
    ...opened,
    bench,
    async news() {
      while (told.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return told.shift() ?? "";
    },
  };
}

async function decisionOf({ session }: Scene): Promise<string | undefined> {
  const call = { name: "write_file", input: { path: "a", content: "x" } };
  return (await session.explain(call)).decision?.decision;
}

test("settings created while the session runs are in force, and an error keeps the last valid ones", async () => {
  const scene = await open();
  const { bench, news } = scene;
  expect(await decisionOf(scene)).toBe("ask");
  bench.put(userPath, { rules: [{ allow: "write(**)" }] });
  expect(await news()).toBe("The settings have changed and are in force.");
  expect(await decisionOf(scene)).toBe("allow");
  const path = bench.put(userPath, '{\n "rules": [{ "allow": "wirte(**)" }] }');
  expect(await news()).toMatch(
    new RegExp(`^${path}:2:12: .*wirte.*The earlier settings stay in force\\.$`),
  );
  expect(await decisionOf(scene)).toBe("allow");
  // Nothing is said of the same mistake again: the next news is that it is gone.
  bench.put(projectPath, { rules: [{ deny: "delete(**)" }] });
  bench.put(userPath, { rules: [{ deny: "write(**)" }] });
  expect(await news()).toBe("The settings have changed and are in force.");
  expect(await decisionOf(scene)).toBe("deny");
});

test("an untrusted project's settings only tighten the policy, with a notice", async () => {
  const { bench, news, session } = await open();
  bench.put(projectPath, { mode: "plan", rules: [{ allow: "write(**)" }] });
  expect(await news()).toBe("The settings have changed and are in force.");
  expect(await news()).toContain("you haven't trusted this project");
  expect(session.policy.mode).toBe("plan");
});
