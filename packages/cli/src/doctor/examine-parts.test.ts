import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { commandBench } from "../../test/command-bench.ts";

interface Told {
  readonly checks: readonly { name: string; status: string; found: string; fix: string | null }[];
}

async function doctor(bench: ReturnType<typeof commandBench>): Promise<Told["checks"]> {
  return (JSON.parse((await bench.run("doctor", "--json")).output) as Told).checks;
}

const named = (checks: Told["checks"], name: string): Told["checks"][number] | undefined =>
  checks.find((check) => check.name === name);

afterEach(() => {
  vi.unstubAllEnvs();
});

it("names each part that only some calls need", async () => {
  const checks = await doctor(commandBench());
  const parts = ["bash", "stages", "tty", "programs", "code", "images"];
  expect(parts.map((name) => named(checks, name)?.status)).toEqual(parts.map(() => "ok"));
  expect(named(checks, "programs")?.found).toContain("quickjs");
});

it("says how to get what is missing", async () => {
  const bench = commandBench();
  vi.stubEnv("PATH", "/nowhere");
  expect(named(await doctor(bench), "bash")).toMatchObject({
    status: "fail",
    found: "not found",
    fix: "install bash; without it no command runs",
  });
});

it("leaves nothing of the stage that it tried", async () => {
  const bench = commandBench();
  const state = join(bench.home, ".local/state/toolwright");
  mkdirSync(state, { recursive: true });
  await doctor(bench);
  expect(readdirSync(state)).toEqual([]);
});
