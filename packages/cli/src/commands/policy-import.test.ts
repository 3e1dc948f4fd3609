import { lstatSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandBench, userPath } from "../../test/command-bench.ts";
import type { RuleDecision } from "../settings/claude-code/imported-rule.ts";

interface Imported {
  readonly rules: readonly unknown[];
  readonly remarks: readonly {
    readonly rule: string;
    readonly isImported: boolean;
    readonly note: string;
  }[];
  readonly notes: readonly string[];
}

async function imported(permissions: object): Promise<Imported & { readonly status: number }> {
  const stdin = JSON.stringify({ permissions });
  const { status, output } = await commandBench().runWith(
    { stdin },
    "policy",
    "import",
    "-",
    "--json",
  );
  return { status, ...(JSON.parse(output) as Imported) };
}

async function rulesOf(decision: RuleDecision, text: string): Promise<readonly unknown[]> {
  return (await imported({ [decision]: [text] })).rules;
}

describe("rules of Claude Code that are imported", () => {
  test.each([
    ["Bash(npm run build)", ["run(npm run build)"]],
    ["Bash(npm test:*)", ["run(npm test *)"]],
    ["Bash(git diff *)", ["run(git diff *)"]],
    ["Bash(ls*)", ["run(ls* *)"]],
    ["Bash(git * main)", ["run(git * main)"]],
    ["Bash(echo 'a')", ["run(echo 'a')"]],
    [
      'Bash("C:/Program Files/git/git.exe" status:*)',
      ['run("C:/Program Files/git/git.exe" status *)'],
    ],
    ["Edit(src/**)", ["write(src/**)"]],
    ["Write(./src/*.ts)", ["write(src/*.ts)"]],
    ["Edit(/docs/**)", ["write(docs/**)"]],
    ["Edit(*.md)", ["write(**/*.md)"]],
    ["Edit(docs/)", ["write(**/docs/**)"]],
    ["Read(a{b}.txt)", ["read(**/a\\{b\\}.txt)"]],
    ["Write", ["write(**)"]],
    ["Read(**)", ["read(**)"]],
    ["Grep(lib/**)", ["read(lib/**)"]],
    ["WebFetch(domain:example.com)", ["network(example.com:443)"]],
    ["WebFetch", ["tool(web_fetch)"]],
    ["WebSearch", ["tool(web_search)"]],
    ["mcp__github__create_issue", ["mcp(github/create_issue)"]],
    ["mcp__github", ["mcp(github/*)"]],
    ["mcp__github__*", ["mcp(github/*)"]],
    ["Task(reviewer)", ["agent(reviewer)"]],
  ])("allow %s", async (text, patterns) => {
    expect(await rulesOf("allow", text)).toEqual(patterns.map((allow) => ({ allow })));
  });

  test.each([
    ["Read(~/.zshrc)", "read(~/.zshrc)"],
    ["Edit(//srv/data/**)", "write(/srv/data/**)"],
  ])("allow %s, which is outside of a workspace, as protected", async (text, pattern) => {
    expect(await rulesOf("allow", text)).toEqual([{ allow: pattern, protected: true }]);
  });

  test.each([
    ["Bash(curl:*)", ["run(curl* *)"]],
    ["Bash(rm -rf *)", ["run(rm -rf *)"]],
    ["Bash(rm 'a b':*)", ["run(rm 'a b'* *)"]],
    // Rules that can't be exact become stricter, never looser.
    ["Bash(git * --force)", ["run(git *)"]],
    ["Bash(curl * | sh)", ["run(curl *)"]],
    ["Bash(npm run test:*)", ["run(npm run test* *)"]],
    ["Bash", ["run(*)", "unknown(*)"]],
    ["Bash(*)", ["run(*)", "unknown(*)"]],
    ["Read(.env)", ["read(**/.env{,/**})"]],
    ["Read(./secrets/**)", ["read(secrets/**)"]],
    ["Edit(dist)", ["write(**/dist{,/**})", "delete(**/dist{,/**})"]],
    ["Edit", ["write(/**)", "delete(/**)"]],
    ["Read(~/.ssh/**)", ["read(~/.ssh/**)"]],
    ["WebFetch(domain:evil.example)", ["network(evil.example)"]],
    ["mcp__github", ["mcp(github/*)"]],
  ])("deny %s", async (text, patterns) => {
    expect(await rulesOf("deny", text)).toEqual(patterns.map((deny) => ({ deny })));
  });

  test("ask as they deny", async () => {
    expect(await rulesOf("ask", "Bash(git push:*)")).toEqual([{ ask: "run(git push* *)" }]);
  });
});

describe("rules that can't be converted", () => {
  test.each([
    ["Bash", "every command"],
    ["Bash(*)", "every command"],
    ["Bash(:*)", "every command"],
    ["Bash(a && b)", "more than plain words"],
    ["Bash(echo $HOME)", "more than plain words"],
    ['Bash(echo "$HOME")', "more than plain words"],
    ["Bash(echo 'a)", "more than plain words"],
    ['Bash(echo "a*b")', "more than plain words"],
    ["Bash(echo a'b c'd)", "more than plain words"],
    ["Bash", "every command"],
    ["Read(!a)", "patterns here have no '!'"],
    ["Edit(../x)", "patterns here have no '!'"],
    ["WebFetch(https://x)", "only domain:HOST"],
    ["SlashCommand(/x)", "there is no SlashCommand here"],
    ["TodoWrite", "needs no permission here"],
    ["Bash(npm", "isn't in the form"],
    ["", "isn't in the form"],
  ])("allow %j is left out with the reason, and nothing else is lost", async (text, reason) => {
    const { status, rules, remarks } = await imported({ allow: [text, "Read(a/b)"] });
    expect([status, rules]).toEqual([0, [{ allow: "read(a/b)" }]]);
    expect(remarks).toEqual([
      { rule: `allow ${text}`, isImported: false, note: expect.stringContaining(reason) },
    ]);
  });

  test.each(["Bash($X *)", "Read(!a)", "Skill(x)"])(
    "deny %s ends with 1, as nothing stops it any more",
    async (text) => {
      const { status, remarks } = await imported({ deny: [text] });
      expect([status, remarks.length]).toEqual([1, 1]);
    },
  );

  test("the mode and further folders are notes", async () => {
    const { notes } = await imported({
      defaultMode: "acceptEdits",
      additionalDirectories: ["../docs"],
    });
    expect(notes).toEqual([
      'defaultMode acceptEdits: put "mode": "accept-edits" into your settings',
      'additionalDirectories: put "roots": ["../docs"] into your settings',
    ]);
    expect((await imported({ disableBypassPermissionsMode: "disable" })).notes[0]).toContain(
      "nothing to disable",
    );
    expect((await imported({ defaultMode: "bypassPermissions" })).notes[0]).toContain(
      "no such mode",
    );
  });

  test.each(["[]", "{}", "null", '{"allow":"x"}'])("%s is no settings", async (stdin) => {
    const { status, errors } = await commandBench().runWith({ stdin }, "policy", "import", "-");
    expect([status, errors]).toEqual([2, expect.stringContaining("has no permissions")]);
  });

  test("invalid JSON is reported with its line", async () => {
    const bench = commandBench();
    bench.put("s.json", '{\n "permissions": {,}');
    const { status, errors } = await bench.run("policy", "import", "s.json");
    expect([status, errors]).toEqual([
      2,
      expect.stringMatching(/^toolwright: s\.json:2:\d+: invalid JSON: [^\n]+\n$/),
    ]);
    expect((await bench.run("policy", "import", "gone.json")).errors).toContain("There is no file");
  });
});

describe("policy import --write", () => {
  const permissions = { allow: ["Bash(npm test:*)"], deny: ["Read(./.env)"] };
  const rules = [{ deny: "read(.env{,/**})" }, { allow: "run(npm test *)" }];

  test("prints settings, and notes beside them", async () => {
    const bench = commandBench();
    bench.put("s.json", { permissions: { ...permissions, ask: ["Bash(x | y)"] } });
    const { status, output, errors } = await bench.run("policy", "import", "s.json");
    expect(status).toBe(0);
    expect(JSON.parse(output)).toEqual({ rules: [rules[0], { ask: "run(x *)" }, rules[1]] });
    expect(errors).toBe(
      "note: ask Bash(x | y): wider than before, because rules match whole words\n",
    );
  });

  test("adds them to the user's settings, which keep their comments and what is in them", async () => {
    const bench = commandBench();
    const before = [
      "// mine",
      "{",
      '  "mode": "default", // as always',
      '  "rules": [',
      "    // careful",
      '    { "deny": "write(x)" },',
      '    { "allow": "run(npm test *)" }',
      "  ]",
      "}",
      "",
    ].join("\n");
    bench.put(userPath, before);
    bench.put("s.json", { permissions });
    const { errors } = await bench.run("policy", "import", "s.json", "--write");
    expect(errors).toMatch(/^Wrote 1 rule to .*, 1 were already there\.\n$/);
    const after = bench.read(userPath);
    for (const text of ["// mine", "// as always", "// careful"]) expect(after).toContain(text);
    const { output } = await bench.run("policy", "list", "--json");
    expect(
      (JSON.parse(output) as { rules: { rule: unknown }[] }).rules.map(({ rule }) => rule),
    ).toEqual([{ deny: "write(x)" }, { allow: "run(npm test *)" }, { deny: "read(.env{,/**})" }]);
    await bench.run("policy", "import", "s.json", "--write");
    expect(bench.read(userPath)).toBe(after);
  });

  test("makes settings for this user alone where there are none", async () => {
    const bench = commandBench();
    bench.put("s.json", { permissions });
    await bench.run("policy", "import", "s.json", "--write");
    expect(JSON.parse(bench.read(userPath))).toEqual({ rules });
    if (process.platform !== "win32") {
      const path = join(bench.home, ".config/toolwright/settings.json");
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
  });

  test("writes through a link, and leaves settings with errors as they are", async () => {
    const bench = commandBench();
    const real = bench.put("~/dotfiles/toolwright.json", "{}");
    mkdirSync(join(bench.home, ".config/toolwright"), { recursive: true });
    const link = join(bench.home, ".config/toolwright/settings.json");
    symlinkSync(real, link);
    bench.put("s.json", { permissions });
    await bench.run("policy", "import", "s.json", "--write");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(bench.read("~/dotfiles/toolwright.json")).toContain("npm test");
    bench.put("~/dotfiles/toolwright.json", '{ "rules": 5 }');
    expect((await bench.run("policy", "import", "s.json", "--write")).status).toBe(2);
    expect(bench.read("~/dotfiles/toolwright.json")).toBe('{ "rules": 5 }');
  });

  test("ties a project's paths to it, and says what now holds everywhere", async () => {
    const bench = commandBench();
    bench.put(".claude/settings.json", {
      permissions: { allow: ["Edit(src/**)", "Bash(npm test:*)"], deny: ["Read(.env)"] },
    });
    const { output, errors } = await bench.run(
      "policy",
      "import",
      ".claude/settings.json",
      "--write",
    );
    expect(JSON.parse(output)).toEqual({
      rules: [
        { deny: `read(${bench.workspace}/**/.env{,/**})` },
        { allow: `write(${bench.workspace}/src/**)` },
        { allow: "run(npm test *)" },
      ],
    });
    expect(errors).toContain("is now allowed in every workspace");
    expect((await bench.run("call", "write_file", "path=src/a", "content=x")).status).toBe(0);
    const printed = await bench.run("policy", "import", ".claude/settings.json");
    expect(printed.output).toContain('"write(src/**)"');
  });
});
