import { expect, test } from "vitest";
import type { Toolwright } from "@toolwright/runtime";
import { openSession } from "../src/commands/open-session.ts";
import { commandBench, projectPath, userPath } from "./command-bench.ts";
import { memoryContext } from "./memory-context.ts";

const options = {
  workspace: undefined,
  mode: undefined,
  profile: undefined,
  settings: undefined,
};

async function decisionOf({ session }: Toolwright): Promise<string | undefined> {
  const call = { name: "write_file", input: { path: "a", content: "x" } };
  return (await session.explain(call)).decision?.decision;
}

test("changed settings apply to the open session, and with an error the last valid ones", async () => {
  const bench = commandBench();
  const program = memoryContext({
    cwd: bench.workspace,
    environment: { HOME: bench.home },
  });
  const opened = await openSession(options, program);
  try {
    expect(await decisionOf(opened)).toBe("ask");
    bench.put(userPath, { rules: [{ allow: "write(**)" }] });
    expect(await opened.reload()).toBeNull();
    expect(await decisionOf(opened)).toBe("allow");
    const path = bench.put(userPath, '{\n "rules": [{ "allow": "wirte(**)" }] }');
    expect(await opened.reload()).toMatch(new RegExp(`^${path}:2:12: .*wirte`));
    expect(await decisionOf(opened)).toBe("allow");
    bench.put(userPath, "{");
    expect(await opened.reload()).toContain(`${path}:1:`);
    expect(await decisionOf(opened)).toBe("allow");
    bench.put(userPath, { rules: [{ deny: "write(**)" }] });
    expect(await opened.reload()).toBeNull();
    expect(await decisionOf(opened)).toBe("deny");
  } finally {
    await opened.close();
  }
});

test("a reload applies a stricter mode and never a looser one", async () => {
  const bench = commandBench();
  const program = memoryContext({
    cwd: bench.workspace,
    environment: { HOME: bench.home },
  });
  const opened = await openSession({ ...options, mode: "accept-edits" }, program);
  try {
    bench.put(userPath, { mode: "auto" });
    await opened.reload();
    expect(opened.session.policy.mode).toBe("accept-edits");
    bench.put(projectPath, { mode: "plan" });
    await opened.reload();
    expect(opened.session.policy.mode).toBe("plan");
  } finally {
    await opened.close();
  }
});
