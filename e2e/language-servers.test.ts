import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../packages/cli/bin/toolwright.cjs", import.meta.url));
const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
const pyright = dirname(createRequire(import.meta.url).resolve("pyright/package.json"));

interface Project {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly put: (path: string, text: string) => void;
}

/** A project with programs of its own, which the person's settings allow to start. */
function openProject(
  programs: Readonly<Record<string, string>>,
  folders: readonly string[],
): Project {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "code-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const cwd = join(folder, "work");
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  mkdirSync(join(folder, "home"));
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  for (const source of folders) {
    // The sandbox shows no other temporary folder, and a project has copies anyway.
    execFileSync("cp", ["-a", source, join(cwd, "node_modules")]);
  }
  for (const [name, target] of Object.entries(programs)) {
    symlinkSync(join("..", target), join(cwd, "node_modules/.bin", name));
  }
  put(
    "config/toolwright/settings.json",
    JSON.stringify({
      mode: "accept-edits",
      rules: Object.keys(programs).map((name) => ({ allow: `run(node_modules/.bin/${name} *)` })),
    }),
  );
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(folder, "home"),
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_STATE_HOME: join(folder, "state"),
  };
  return { cwd, env, put: (path, text) => put(join("work", path), text) };
}

function openTypescript(): Project {
  const project = openProject({ tsc: "@typescript/native/bin/tsc" }, [
    join(modules, "@typescript"),
  ]);
  const options = { strict: true, module: "nodenext", noEmit: true, types: [] };
  project.put("tsconfig.json", JSON.stringify({ compilerOptions: options, include: ["src"] }));
  project.put("src/greet.ts", "export function greet(name: string): string {\n  return name;\n}\n");
  project.put(
    "src/main.ts",
    'import { greet } from "./greet.js";\nexport const hi = greet("x");\n',
  );
  return project;
}

interface Printed {
  readonly tool: string;
  readonly status: string;
  readonly text: string;
}

function callAll(project: Project, calls: readonly object[]): readonly Printed[] {
  const { cwd, env } = project;
  const { stdout } = spawnSync(process.execPath, [bin, "call", "--stdin"], {
    cwd,
    env,
    encoding: "utf8",
    input: calls.map((call) => `${JSON.stringify(call)}\n`).join(""),
  });
  const lines = stdout.split("\n").slice(0, -1);
  return lines.map((line) => {
    const { tool, status, content } = JSON.parse(line);
    return { tool, status, text: content.map(({ text }: { text: string }) => text).join("\n") };
  });
}

const edit = (path: string, old_string: string, new_string: string): object => ({
  tool: "edit_file",
  input: { path, old_string, new_string },
});

/** The ids of processes that work in a folder. */
function processesIn(folder: string): readonly string[] {
  return readdirSync("/proc").filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}

/** A server may once take longer than a person would wait, so there are several chances. */
const types = ["number", "boolean", "symbol", "bigint", "object"];

describe("language servers", { timeout: 120_000 }, () => {
  it("tell after an edit which types it broke, in TypeScript", () => {
    const project = openTypescript();
    const steps = types.map((type, index) =>
      edit("src/greet.ts", `name: ${types[index - 1] ?? "string"}`, `name: ${type}`),
    );
    const [first, , ...results] = callAll(project, [
      { tool: "diagnostics", input: {} },
      { tool: "read_file", input: { path: "src/greet.ts" } },
      ...steps,
    ]);
    expect(first?.text).toBe("No problems (typescript; 2 files checked).");
    expect(results.map(({ text }) => text).join("\n")).toMatch(
      /New problems after this change:\n(?:.*\n)*?src\/main\.ts:2: error: Argument of type 'string' is not assignable to parameter of type '\w+'\. \[ts 2345\]/,
    );
  });

  it("tell after an edit which types it broke, in Python", () => {
    const project = openProject({ "pyright-langserver": "pyright/langserver.index.js" }, [pyright]);
    project.put("a.py", "def size() -> int:\n    return 1\n");
    project.put("b.py", "from a import size\n\ntotal: int = size()\n");
    const names = ["str", "bytes", "float", "list[int]", "set[int]"];
    const [first, , ...results] = callAll(project, [
      { tool: "diagnostics", input: { paths: ["a.py", "b.py"] } },
      { tool: "read_file", input: { path: "a.py" } },
      ...names.map((name, index) =>
        edit("a.py", `-> ${names[index - 1] ?? "int"}:`, `-> ${name}:`),
      ),
    ]);
    expect(first?.text).toBe("No problems (pyright; 2 files checked).");
    expect(results.map(({ text }) => text).join("\n")).toMatch(
      /New problems after this change:\n(?:.*\n)*?b\.py:3: error: Type/,
    );
  });

  it("find references and rename in all files, and undo takes the rename back", () => {
    const project = openTypescript();
    const [references, rename, check] = callAll(project, [
      { tool: "symbols", input: { find: "references", symbol: "greet", path: "src/greet.ts" } },
      {
        tool: "rename_symbol",
        input: { symbol: "greet", new_name: "salute", path: "src/main.ts" },
      },
      { tool: "diagnostics", input: {} },
    ]);
    expect(references?.text).toBe(
      'src/greet.ts\n  1: export function greet(name: string): string {\nsrc/main.ts\n  1: import { greet } from "./greet.js";\n  2: export const hi = greet("x");\n\n3 lines in 2 files.',
    );
    expect(rename?.text).toContain("Renamed 'greet' to 'salute': 3 places in 2 files.");
    expect(check?.text).toBe("No problems (typescript; 2 files checked).");
    spawnSync(process.execPath, [bin, "undo"], project);
    const [again] = callAll(project, [
      { tool: "symbols", input: { find: "references", symbol: "greet", path: "src/main.ts" } },
    ]);
    expect(again?.text).toContain("3 lines in 2 files.");
  });

  it.skipIf(process.platform !== "linux").each(["SIGTERM", "SIGKILL"] as const)(
    "leave no process behind when their host is ended by %s",
    async (signal) => {
      const { cwd, env } = openTypescript();
      const client = new Client({ name: "test-host", version: "1.0.0" });
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [bin, "mcp", "serve"],
        cwd,
        env,
      });
      await client.connect(transport);
      onTestFinished(() => client.close());
      await client.callTool({ name: "diagnostics", arguments: { paths: ["src"] } });
      expect(processesIn(cwd).length).toBeGreaterThan(1);
      process.kill(transport.pid ?? 0, signal);
      await expect.poll(() => processesIn(cwd), { timeout: 30_000 }).toEqual([]);
    },
  );

  it("serve an MCP host as well", async () => {
    const { cwd, env } = openTypescript();
    const client = new Client({ name: "test-host", version: "1.0.0" });
    const args = [bin, "mcp", "serve"];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env }));
    onTestFinished(() => client.close());
    const call = async (name: string, input: Record<string, unknown>): Promise<string> => {
      const { content } = await client.callTool({ name, arguments: input });
      return (content as { text: string }[]).map(({ text }) => text).join("\n");
    };
    const found = await call("call_tool", { name: "diagnostics", input: { paths: ["src"] } });
    expect(found).toContain("No problems (typescript; 2 files checked).");
    await call("read_file", { path: "src/greet.ts" });
    let results = "";
    for (const [index, type] of types.entries()) {
      results += await call("edit_file", {
        path: "src/greet.ts",
        old_string: `name: ${types[index - 1] ?? "string"}`,
        new_string: `name: ${type}`,
      });
    }
    expect(results).toContain("src/main.ts:2: error: Argument of type 'string'");
  });
});
