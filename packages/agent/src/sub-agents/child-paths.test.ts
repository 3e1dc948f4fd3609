import {
  createPolicy,
  type Effect,
  type PathEffect,
  type Policy,
  type Rule,
} from "@toolwright/core";
import { describe, expect, test } from "vitest";
import { call, openAgents, runAgents } from "../fixtures/sub-agent-session.ts";
import { pathsIn, pathsOfTask } from "./child-paths.ts";
import { policyOf } from "./child-policy.ts";

const places = { roots: ["/w"] };
const at = (type: PathEffect["type"], path: string, more: object = {}): Effect => ({
  type,
  path: `/w/${path}`,
  realPath: `/w/${path}`,
  ...more,
});

function decide(paths: readonly string[], effect: Effect, rules: readonly Rule[] = []) {
  const parent: Policy = createPolicy({
    mode: "auto",
    sandboxWorks: true,
    ...places,
    layers: [{ name: "user", source: "test", rules }],
  });
  const own = policyOf({ paths, source: "a.md" }, () => parent, places);
  return own?.decide({ effects: [effect], tool: "t", agent: "a" });
}

describe("a sub-agent with paths", () => {
  test.each(["read", "write", "delete"] as const)("may %s them and what is below", (type) => {
    for (const path of ["src", "src/a", "src/b/c", "docs/api.md"]) {
      expect(decide(["src", "docs/api.md"], at(type, path))?.decision).toBe("allow");
    }
  });

  test.each(["read", "write", "delete"] as const)("may not %s anything else", (type) => {
    const outside = ["a", "srcs", "SRC/a", "docs", "docs/other.md", "lib/src/a", ".", ""];
    for (const path of outside) {
      expect(decide(["src", "docs/api.md"], at(type, path))?.decision).toBe("deny");
    }
    const elsewhere = { path: "/etc/hosts", realPath: "/etc/hosts", isOutside: true };
    expect(decide(["src"], at(type, "x", elsewhere))?.decision).toBe("deny");
  });

  test("may not read all folders at once, nor through a link in its paths", () => {
    const whole = { recursive: true };
    const readable = { ...whole, leavesOutProtected: true };
    expect(decide(["src"], at("read", "", whole))?.decision).toBe("deny");
    expect(decide(["src"], at("read", "", readable))?.decision).toBe("deny");
    expect(decide(["src"], at("read", "src", readable))?.decision).toBe("allow");
    expect(decide(["src"], at("read", "src/link", { realPath: "/w/docs/a" }))?.decision).toBe(
      "deny",
    );
    expect(decide(["src"], at("read", "link", { realPath: "/w/src/a" }))?.decision).toBe("deny");
  });

  test("is told its paths by the refusal, whatever the parent allows", () => {
    const rules = [{ allow: "write(**)" }];
    const step = decide(["src", "docs/*.md"], at("write", "a"), rules)?.proof[0];
    expect(step).toMatchObject({
      rule: "outside this agent's paths: src, docs/*.md",
      wouldChange: "wider paths in a.md",
    });
  });

  test("may touch nothing without any path", () => {
    expect(decide([], at("read", "a"))?.decision).toBe("deny");
  });

  test("may read stored outputs, which lie outside the workspace", () => {
    const stored = { path: "/state/x", realPath: "/state/x", storedOutput: "output:1" };
    expect(decide(["src"], at("read", "", stored))?.decision).toBe("allow");
  });

  test("must ask before commands and tools that may touch other paths, whatever the parent allows", () => {
    const npm = { type: "run", program: "npm", words: ["npm", "t"], cwd: "/w", specified: false };
    const external = { type: "external", server: "s", tool: "t" };
    const opaque = [npm, external, { type: "unknown", reason: "?" }] as readonly Effect[];
    const rules = [{ allow: "run(npm *)" }, { allow: "mcp(s/t)" }, { allow: "unknown(*)" }];
    for (const effect of opaque) {
      const decision = decide(["src"], effect, rules);
      expect(decision?.decision).toBe("ask");
      expect(decision?.proof[0]?.rule).toBe("it may touch paths outside this agent's: src");
    }
    expect(decide(["src"], { ...npm, specified: true } as Effect)?.decision).toBe("allow");
  });
});

test.each([
  ["a text with commas", "src, docs/", ["src", "docs"]],
  ["a list", ["./src/**", "docs//"], ["src", "docs"]],
  ["globs", ["packages/*/src", "**/*.md"], ["packages/*/src", "**/*.md"]],
  ["an empty list", [], []],
])("reads paths from %s", (_, given, paths) => {
  expect(pathsIn(given)).toEqual(paths);
});

test.each([
  ["a map", { src: true }],
  ["a number in a list", ["src", 1]],
  ["an absolute path", ["/etc"]],
  ["the home directory", ["~/x"]],
  ["a drive", ["C:/x"]],
  ["a way out", ["src/../../x"]],
  ["an empty path", ["src", ""]],
  ["a folder above", [".."]],
  ["a negation", ["!src"]],
  ["a broken class", ["src/[a"]],
  ["too many", Array.from({ length: 101 }, (_, each) => `a${each}`)],
])("refuses %s as paths", (_, given) => {
  expect(typeof pathsIn(given)).toBe("string");
});

test("takes a task's absolute paths and file addresses below a root", () => {
  const given = ["/w/src/", "file:///w/my%20docs", "/w", "lib", "./"];
  expect(pathsOfTask(given, ["/w"])).toEqual(["src", "my docs", ".", "lib", "."]);
});

test.each(["../x", "/etc", "/wider", "file:///etc/passwd", "/w/../etc"])(
  "refuses the path %s of a task with input-invalid",
  (path) => {
    expect(() => pathsOfTask([path], ["/w"])).toThrow("not relative to the workspace");
  },
);

test("the workspace as a path is no limit inside it", () => {
  expect(decide(["."], at("write", "a"))?.decision).toBe("allow");
  const elsewhere = { path: "/etc/a", realPath: "/etc/a", isOutside: true };
  expect(decide(["."], at("read", "", elsewhere))?.decision).toBe("deny");
});

test("a path with a glob's characters also means itself", () => {
  expect(decide(["app/[id]"], at("write", "app/[id]/page.tsx"))?.decision).toBe("allow");
  expect(decide(["app/[id]"], at("write", "app/x/page.tsx"))?.decision).toBe("deny");
});

test("keeps a sub-agent and its own sub-agents in the paths of the file and of the task", async () => {
  const definitions = [
    { name: "narrow", description: "Narrow.", prompt: "", paths: ["src"], source: "narrow.md" },
    { name: "wide", description: "Wide.", prompt: "", source: "wide.md" },
  ];
  const paths = ["src/deep", "docs"];
  const seen: string[] = [];
  const { events } = await runAgents(
    [
      { when: "Do it.", calls: [call("delegate", { agent: "narrow", task: "One.", paths })] },
      {
        when: "One.",
        calls: [
          call("write", { path: "src/deep/a" }),
          call("write", { path: "src/a" }),
          call("write", { path: "docs/a" }),
          call("delegate", { agent: "wide", task: "Two." }),
        ],
      },
      { when: "Two.", calls: [call("write", { path: "docs/b" })] },
      { repeats: true, text: "Done." },
    ],
    await openAgents({ definitions, mode: "auto" }),
    { onRequest: ({ system }) => seen.push(system) },
  );
  const written = events.flatMap((event) =>
    event.type === "invocation-end" && event.outcome.tool === "write" ? [event.outcome] : [],
  );
  const ends = written.map(({ status, effects: [effect] }) => {
    const path = effect !== undefined && "path" in effect ? effect.path : "";
    return `${status} ${path.replace(/^.*?(?=src|docs)/, "")}`;
  });
  expect(ends.toSorted()).toEqual([
    "ok src/deep/a",
    "refused docs/a",
    "refused docs/b",
    "refused src/a",
  ]);
  expect(seen.find((system) => system.includes("'narrow'"))).toContain(
    "You can only read and change these paths: src.\nYou can only read and change these paths: src/deep, docs.",
  );
});
