import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));

interface Printed {
  readonly status: string;
  readonly content: readonly { readonly text: string }[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A folder to call tools in, each call a process of its own; without any outputs kept yet. */
function openFolder(settings: object = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "kept-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["home", "work", "other", "config/toolwright"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, "config/toolwright/settings.json"), JSON.stringify(settings));
  return (words: readonly string[], cwd = "work"): Printed & { readonly text: string } => {
    const { stdout } = spawnSync(process.execPath, [bin, "call", ...words, "--json"], {
      cwd: join(folder, cwd),
      env: {
        PATH: process.env["PATH"],
        HOME: join(folder, "home"),
        XDG_CONFIG_HOME: join(folder, "config"),
        XDG_STATE_HOME: join(folder, "state"),
      },
      encoding: "utf8",
      input: "",
    });
    const outcome = JSON.parse(stdout) as Printed;
    return { ...outcome, text: outcome.content.map(({ text }) => text).join("") };
  };
}

const handleIn = (text: string): string => /output:[0-9a-f]{8}/.exec(text)?.[0] ?? "none";

it("what a command printed is read and searched by its handle in later calls, but in no other folder", () => {
  const call = openFolder();
  const ran = call(["run_command", "command=seq 1 300000"]);
  expect(ran.status).toBe("ok");
  const path = `path=${handleIn(ran.text)}`;
  expect(call(["read_file", path, "offset=150000", "limit=1"]).text).toContain("150000\t150000");
  expect(call(["search_text", path, "pattern=^123456$"]).text).toContain("123456: 123456");
  expect(call(["read_file", path], "other")).toMatchObject({ error: { code: "file-not-found" } });
});

it("the settings say how much a model gets, and whether the whole is kept", () => {
  const call = openFolder({ budgets: { outputTokens: 1_000, keptOutputs: { maxMegabytes: 0 } } });
  const { text } = call(["run_command", "command=seq 1 300000"]);
  expect(text.length).toBeLessThanOrEqual(4_000);
  expect(text).toMatch(/^1\n2\n/);
  expect(text).toContain("299999\n300000\n");
  expect(handleIn(text)).toBe("none");
});
