import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Effect } from "../effects/effect.ts";
import { createPolicy } from "../policy/create-policy.ts";
import type { PolicyDecision, PolicyLayer } from "../policy/policy.ts";
import { grantsFrom } from "./grants-from.ts";
import { proposeRules, type ProposalContext } from "./proposals.ts";
import type { ApprovalQuestion, RuleProposal } from "./question.ts";

const context: ProposalContext = {
  roots: ["/ws"],
  home: "/home/u",
  tool: "edit_file",
  kind: "edit",
};

function at(type: "read" | "write" | "delete", path: string, more: object = {}): Effect {
  const full = path.startsWith("/") ? path : `/ws/${path}`;
  return { type, path: full, realPath: full, ...more };
}

function run(...words: readonly string[]): Effect {
  return { type: "run", program: words[0] ?? "", words, cwd: "/ws", specified: false };
}

function patternsOf(
  effects: readonly Effect[],
  more: Partial<ProposalContext> = {},
): readonly (readonly string[])[] {
  return proposeRules(effects, { ...context, ...more }).map(({ patterns }) => patterns);
}

describe("proposals for paths", () => {
  test("are the path, then its folder, then all edits", () => {
    expect(proposeRules([at("write", "src/lib/a.ts")], context)).toEqual([
      { patterns: ["write(src/lib/a.ts)"], label: "edits of src/lib/a.ts" },
      { patterns: ["write(src/lib/**)"], label: "edits below src/lib" },
      { patterns: ["write(**)"], label: "edits in the whole workspace" },
    ]);
  });

  test("name no whole root, but for edits", () => {
    expect(patternsOf([at("write", "a.ts")])).toEqual([["write(a.ts)"], ["write(**)"]]);
    expect(patternsOf([at("read", "a.ts")])).toEqual([["read(a.ts)"]]);
    expect(patternsOf([at("delete", "a.ts")])).toEqual([["delete(a.ts)"]]);
    expect(patternsOf([at("delete", "src/a.ts")])).toEqual([
      ["delete(src/a.ts)"],
      ["delete(src/**)"],
    ]);
    // A command that writes is no editing tool.
    expect(patternsOf([at("write", "a.ts")], { kind: "execute" })).toEqual([["write(a.ts)"]]);
  });

  test("escape what has a meaning in patterns", () => {
    expect(patternsOf([at("delete", "app/[id]/(x)/*.ts")])).toEqual([
      ["delete(app/\\[id\\]/(x)/\\*.ts)"],
      ["delete(app/\\[id\\]/(x)/**)"],
    ]);
  });

  test("answer all effects of the question together", () => {
    expect(
      patternsOf([at("delete", "src/a.ts"), at("write", "lib/a.ts")], { kind: "move" }),
    ).toEqual([
      ["delete(src/a.ts)", "write(lib/a.ts)"],
      ["delete(src/**)", "write(lib/**)"],
    ]);
    expect(patternsOf([at("write", "src/a.ts"), at("write", "src/b.ts")])).toEqual([
      ["write(src/a.ts)", "write(src/b.ts)"],
      ["write(src/**)"],
      ["write(**)"],
    ]);
    expect(patternsOf([run("npm", "test"), at("write", "log/x")], { kind: "execute" })).toEqual([
      ["run(npm test)", "write(log/x)"],
      ["run(npm test *)", "write(log/**)"],
    ]);
  });

  test("of what is protected are the very path, and say so", () => {
    expect(proposeRules([at("write", "app/.env")], context)).toEqual([
      {
        patterns: ["write(app/.env)"],
        label: "edits of app/.env",
        protected: true,
      },
    ]);
    expect(patternsOf([at("read", "/home/u/notes/a")])).toEqual([["read(~/notes/a)"]]);
    expect(patternsOf([at("write", "src/a.ts"), at("write", ".vscode/x.json")])).toEqual([
      ["write(src/a.ts)", "write(.vscode/x.json)"],
    ]);
    const value: Effect = { type: "environment", variable: "NPM_TOKEN", value: true };
    expect(proposeRules([value], context)[0]).toMatchObject({
      patterns: ["environment(NPM_TOKEN)"],
      protected: true,
    });
  });

  test("follow the proof where the host protects more", () => {
    const effect = at("write", "vault/a/k");
    const policy = createPolicy({
      layers: [],
      mode: "default",
      roots: ["/ws"],
      protectedPaths: ["vault/**"],
    });
    const { proof } = policy.decide({ effects: [effect], tool: "t", agent: "a" });
    expect(proposeRules([effect], { ...context, proof })).toMatchObject([
      { patterns: ["write(vault/a/k)"], protected: true },
    ]);
  });

  test("are none for a folder that may hold secrets", () => {
    expect(patternsOf([at("read", "src", { recursive: true })])).toEqual([]);
    const leavesOut = { recursive: true, leavesOutProtected: true };
    expect(patternsOf([at("read", "src", leavesOut)])).toEqual([["read(src/**)"]]);
    expect(patternsOf([at("read", "/data", leavesOut)])).toEqual([["read(/data/**)"]]);
  });
});

describe("proposals for commands", () => {
  test.each([
    [["npm", "test"], "run(npm test *)"],
    [["npm", "test", "--", "-u"], "run(npm test *)"],
    [["npm", "run", "build", "x"], "run(npm run build *)"],
    [["git", "push", "origin"], "run(git push *)"],
    [["git", "commit", "-m", "x"], "run(git commit *)"],
    [["cargo", "test"], "run(cargo test *)"],
    [["pytest", "-q", "tests"], "run(pytest *)"],
    [["node", "scripts/build.mjs", "x"], "run(node scripts/build.mjs *)"],
    [["/usr/bin/git", "status"], "run(/usr/bin/git status *)"],
  ])("%j may go with more words", (words, wider) => {
    const [exact, second, third] = proposeRules([run(...words)], context);
    expect(exact?.patterns[0]).toBe(`run(${words.join(" ")})`);
    expect(second?.patterns).toEqual([wider]);
    expect(third).toBeUndefined();
  });

  test.each([
    [["bash", "-c", "x"]],
    [["sh", "script.sh"]],
    [["node", "-e", "x"]],
    [["node", "--import", "x.ts"]],
    [["python3", "-c", "x"]],
    [["python3", "-m", "x"]],
    [["npx", "cowsay"]],
    [["npm", "exec", "x"]],
    [["npm", "run"]],
    [["npm", "--prefix", "x"]],
    [["git", "-c", "x"]],
    [["git", "config", "x"]],
    [["docker", "run", "x"]],
    [["uv", "run", "x"]],
    [["sudo", "ls"]],
    [["env", "ls"]],
    [["xargs", "rm"]],
    [["find", "src"]],
    [["curl", "localhost"]],
    [["rm", "build"]],
    [["ssh", "host"]],
    [["make", "build"]],
    [["git"]],
    [["./cat", "a"]],
  ])("%j may only go with its very words", (words) => {
    expect(proposeRules([run(...words)], context)).toHaveLength(1);
  });

  test("quote what a pattern would read otherwise", () => {
    expect(patternsOf([run("echo", "*", "a b", "it's", "")])).toEqual([
      [`run(echo '*' 'a b' "it's" '')`],
    ]);
  });

  test("show what would otherwise not be seen", () => {
    const [proposal] = proposeRules([run("echo", "a\u202eb\n")], context);
    expect(proposal?.label).toBe("just: echo 'a\\u{202e}b\\u{a}'");
  });
});

describe("proposals for the rest", () => {
  test("name the host, the tool and then its server, the agent, the variable", () => {
    expect(patternsOf([{ type: "network", host: "x.org", port: 443 }])).toEqual([
      ["network(x.org:443)"],
    ]);
    expect(proposeRules([{ type: "external", server: "github", tool: "search" }], context)).toEqual(
      [
        { patterns: ["mcp(github/search)"], label: "external github/search" },
        { patterns: ["mcp(github/*)"], label: "external github/*" },
      ],
    );
    expect(patternsOf([{ type: "agent", agent: "reviewer" }])).toEqual([["agent(reviewer)"]]);
    expect(patternsOf([{ type: "environment", variable: "LANG" }])).toEqual([
      ["environment(LANG)"],
    ]);
  });

  test("are none once something is unknown, or nothing was asked", () => {
    expect(patternsOf([at("write", "a"), { type: "unknown", reason: "eval" }])).toEqual([]);
    expect(patternsOf([])).toEqual([]);
  });

  test("are none for a name that no pattern can hold", () => {
    expect(patternsOf([{ type: "network", host: "a b" }])).toEqual([]);
    expect(patternsOf([{ type: "environment", variable: "" }])).toEqual([]);
  });

  test("are none where a rule wants to be asked always", () => {
    const effect = at("write", "a");
    const layers: readonly PolicyLayer[] = [
      { name: "user", source: "u", rules: [{ ask: "write(**)", always: true }] },
    ];
    const policy = createPolicy({ layers, mode: "default", roots: ["/ws"] });
    const { proof } = policy.decide({ effects: [effect], tool: "t", agent: "a" });
    expect(proposeRules([effect], { ...context, proof })).toEqual([]);
  });

  test("name the tool for a call that has no effects", () => {
    const layers: readonly PolicyLayer[] = [
      { name: "user", source: "u", rules: [{ ask: "tool(edit_file)" }] },
    ];
    const policy = createPolicy({ layers, mode: "default", roots: ["/ws"] });
    const { proof } = policy.decide({ effects: [], tool: "edit_file", agent: "a" });
    const asked = proof.map((step) => step.effect);
    expect(patternsOf(asked, { proof })).toEqual([["tool(edit_file)"]]);
    // A tool may list an effect that reads the same.
    expect(patternsOf([{ type: "unknown", reason: "the call itself" }])).toEqual([]);
  });
});

describe("every proposal", () => {
  const name = fc.constantFrom("a", "b.ts", "[id]", ".env", ".git", "x y", "*");
  const path = fc
    .tuple(
      fc.constantFrom("/ws", "/home/u", "/etc"),
      fc.array(name, { minLength: 1, maxLength: 3 }),
    )
    .map(([start, names]) => [start, ...names].join("/"));
  const word = fc.constantFrom("npm", "git", "run", "test", "node", "-e", "a b", "*", "x.js");
  const effect: fc.Arbitrary<Effect> = fc.oneof(
    fc
      .record({
        type: fc.constantFrom("read", "write", "delete"),
        path,
        real: path,
        isHardLinked: fc.boolean(),
        recursive: fc.boolean(),
        leavesOutProtected: fc.boolean(),
      })
      .map(({ type, path: asked, real, isHardLinked, recursive, leavesOutProtected }): Effect => {
        const facts = { path: asked, realPath: real };
        if (type === "read") return { type, ...facts, recursive, leavesOutProtected };
        return type === "write" ? { type, ...facts, isHardLinked, recursive } : { type, ...facts };
      }),
    fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => run(...words)),
    fc.constantFrom<Effect>(
      { type: "network", host: "x.org", port: 443 },
      { type: "network", host: "::1" },
      { type: "external", server: "a/b", tool: "c/d" },
      { type: "environment", variable: "A_TOKEN", value: true },
      { type: "agent", agent: "x" },
      { type: "unknown", reason: "y" },
    ),
  );

  function decide(effects: readonly Effect[], proposal?: RuleProposal): PolicyDecision {
    const policy = createPolicy({
      layers: [{ name: "user", source: "u", rules: [{ ask: "read(**)" }, { ask: "agent(*)" }] }],
      mode: "default",
      roots: ["/ws"],
      home: "/home/u",
    });
    const question = { effects, tool: "edit_file", agent: "main" };
    if (proposal === undefined) return policy.decide(question);
    // Only what the answer is made from.
    const asked = { id: "q", agent: "main", proposals: [proposal] } as unknown as ApprovalQuestion;
    const grants = grantsFrom(asked, { outcome: "session" }, 0);
    return policy.decide({ ...question, grants });
  }

  test("answers all of its question, and can be written as rules", () => {
    fc.assert(
      fc.property(fc.array(effect, { minLength: 1, maxLength: 3 }), (effects) => {
        const before = decide(effects);
        fc.pre(before.decision === "ask");
        const asked = before.proof
          .filter((step) => step.decision === "ask")
          .map((step) => step.effect);
        const proposals = proposeRules(asked, { ...context, proof: before.proof });
        for (const proposal of proposals) {
          expect(decide(effects, proposal).decision).toBe("allow");
          const rules = proposal.patterns.map((allow) => ({ allow }));
          const layer: PolicyLayer = { name: "user", source: "u", rules };
          createPolicy({ layers: [layer], mode: "default", roots: ["/ws"], home: "/home/u" });
        }
        if (asked.some(({ type }) => type === "unknown")) expect(proposals).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("widens from one to the next", () => {
    const proposals = proposeRules([at("write", "src/a.ts")], context);
    const others = [at("write", "src/a.ts"), at("write", "src/b.ts"), at("write", "lib/c.ts")];
    const answered = proposals.map(
      (proposal) => others.filter((each) => decide([each], proposal).decision === "allow").length,
    );
    expect(answered).toEqual([1, 2, 3]);
  });
});

test("nothing is proposed for a tool whose definition has changed: the next change is another", () => {
  const changed: Effect = { type: "external", server: "s", tool: "t", isChanged: true };
  expect(patternsOf([changed], { kind: "other" })).toEqual([]);
});
