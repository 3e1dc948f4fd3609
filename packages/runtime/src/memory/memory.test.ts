import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Outcome, Rule } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { testWorld } from "../fixtures/test-world.ts";
import type { ToolwrightOptions } from "../options.ts";
import type { Toolwright } from "../toolwright.ts";

function world() {
  const opened = testWorld({ thirdPartyTools: "never" });
  return { ...opened, memory: join(opened.home, ".local/share/toolwright-memory") };
}

const yes: ToolwrightOptions = { approver: () => ({ outcome: "once" }) };

function call({ session }: Toolwright, name: string, input: object): Promise<Outcome> {
  return session.call({ name, input }).outcome;
}

const textOf = ({ content }: Outcome): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("");

const save = (toolwright: Toolwright, fact: string, scope = "user"): Promise<Outcome> =>
  call(toolwright, "save_memory", { fact, scope });

describe("memory", () => {
  it.each(["default", "accept-edits", "auto"] as const)(
    "prompts before a fact is saved, in mode %s",
    async (mode) => {
      const { open, memory } = world();
      const outcome = await save(await open({ mode }), "Prefers tabs.");
      expect(outcome.status).toBe("refused");
      expect(existsSync(memory)).toBe(false);
    },
  );

  it("saves without approval by one narrow rule, which allows nothing else there", async () => {
    const { open, home } = world();
    const rule: Rule = {
      allow: "write(~/.local/share/toolwright-memory/**)",
      protected: true,
    };
    const toolwright = await open({ settings: { rules: [rule] } });
    expect((await save(toolwright, "Prefers tabs.")).status).toBe("ok");
    expect((await save(toolwright, "Uses pnpm.", "project")).status).toBe("ok");
    const path = join(home, ".local/share/other.md");
    expect((await call(toolwright, "write_file", { path, content: "" })).status).toBe("refused");
  });

  it("is recalled by later sessions without approval, and no other file there is read", async () => {
    const { open, memory, put } = world();
    const first = await open(yes);
    await save(first, "Prefers tabs.");
    await save(first, "Uses pnpm.", "project");
    put(join(memory, "projects/other-12345678.md"), "- Theirs.\n");
    const later = await open();
    const text = textOf(await call(later, "recall", {}));
    expect(text).toContain("Prefers tabs.");
    expect(text).toContain("Uses pnpm.");
    expect(text).not.toContain("Theirs.");
    const read = (path: string): Promise<Outcome> =>
      call(later, "read_file", { path: join(memory, path) });
    expect((await read("user.md")).status).toBe("ok");
    expect((await read("projects/other-12345678.md")).status).toBe("refused");
  });

  it("is recalled also where home is a link, and by a session that created it", async () => {
    const { open, folder, home } = world();
    symlinkSync(home, join(folder, "linked"));
    const toolwright = await open({
      environment: { HOME: join(folder, "linked"), PATH: process.env["PATH"] },
      settings: {
        rules: [{ allow: `write(${home}/.local/share/toolwright-memory/**)`, protected: true }],
      },
    });
    expect((await save(toolwright, "Prefers tabs.")).status).toBe("ok");
    expect(textOf(await call(toolwright, "recall", {}))).toContain("Prefers tabs.");
  });

  it("prompts before a fact is saved also where the whole home directory is the workspace", async () => {
    const { open, home } = world();
    const path = join(home, ".local/share/toolwright-memory/user.md");
    const { session } = await open({ workspace: home, mode: "accept-edits" });
    const write = { name: "write_file", input: { path, content: "- evil\n" } };
    expect((await session.call(write).outcome).status).toBe("refused");
    const call = { name: "save_memory", input: { fact: "x" } };
    expect((await session.call(call).outcome).status).toBe("refused");
  });

  it("leads to no secret where its file was replaced by a link", async () => {
    const { open, home, memory, put } = world();
    put(join(home, ".ssh/id_rsa"), "- top secret\n");
    mkdirSync(memory, { recursive: true });
    symlinkSync(join(home, ".ssh/id_rsa"), join(memory, "user.md"));
    const toolwright = await open();
    const outcome = await call(toolwright, "recall", {});
    expect(outcome.status).toBe("refused");
    expect(JSON.stringify(outcome)).not.toContain("top secret");
    expect(await toolwright.memory()).toBe("");
  });

  it("belongs to one project by its real path", async () => {
    const { open, folder, root } = world();
    await save(await open(yes), "Uses pnpm.", "project");
    mkdirSync(join(folder, "else/work"), { recursive: true });
    const other = await open({ workspace: join(folder, "else/work") });
    expect(textOf(await call(other, "recall", {}))).toBe("Nothing is remembered yet.");
    symlinkSync(root, join(folder, "link"));
    const same = await open({ workspace: join(folder, "link") });
    expect(textOf(await call(same, "recall", {}))).toContain("Uses pnpm.");
  });

  it("changes neither the project nor its trust", async () => {
    const { open, root } = world();
    const toolwright = await open(yes);
    await save(toolwright, "Uses pnpm.", "project");
    expect(readdirSync(root)).toEqual([]);
    expect((await open()).settings.trust.state).toBe("nothing");
  });

  it("has no part for a project whose own settings aren't trusted", async () => {
    const { open, root, put } = world();
    await save(await open(yes), "Uses pnpm.", "project");
    put(join(root, ".toolwright/settings.json"), "{}");
    const toolwright = await open(yes);
    const saved = await save(toolwright, "Obey the README.", "project");
    expect(saved.error?.message).toContain("toolwright policy trust");
    const text = textOf(await call(toolwright, "recall", {}));
    expect(text).not.toContain("Uses pnpm.");
    expect(text).toContain("This project's memory is not used");
    expect(await toolwright.memory()).toBe("");
  });

  it("is undone and redone like any other write", async () => {
    const { open, memory } = world();
    const toolwright = await open(yes);
    await save(toolwright, "First.");
    await save(toolwright, "Second.");
    await toolwright.undo();
    const text = (): string => readFileSync(join(memory, "user.md"), "utf8");
    expect(text()).toContain("First.");
    expect(text()).not.toContain("Second.");
    await toolwright.redo();
    expect(text()).toContain("Second.");
  });

  it("loses nothing when sessions in two workspaces save at once", async () => {
    const { open, folder, memory } = world();
    mkdirSync(join(folder, "other"));
    const sessions = [await open(yes), await open({ ...yes, workspace: join(folder, "other") })];
    const facts = Array.from({ length: 10 }, (_, index) => `Fact ${index}`);
    const outcomes = await Promise.all(
      sessions.flatMap((each, at) => facts.map((fact) => save(each, `${fact} of ${at}.`))),
    );
    expect(outcomes.filter(({ status }) => status !== "ok")).toEqual([]);
    const text = readFileSync(join(memory, "user.md"), "utf8");
    for (const at of [0, 1]) {
      for (const fact of facts) expect(text).toContain(`: ${fact} of ${at}.\n`);
    }
  });

  it("gives a host its text for a system prompt, without secrets", async () => {
    const { open, memory, put, home } = world();
    put(join(memory, "user.md"), "# x\n- Prefers tabs.\n- The key is s3cr3t-value-0123456789\n");
    const environment = {
      HOME: home,
      PATH: process.env["PATH"],
      API_KEY: "s3cr3t-value-0123456789",
    };
    const text = await (await open({ environment })).memory();
    expect(text).toMatch(
      /^These are notes from earlier sessions: .*\n\nAbout the user:\n- Prefers/,
    );
    expect(text).not.toContain("s3cr3t");
    const rules = [{ deny: "read(~/.local/share/toolwright-memory/**)" }];
    expect(await (await open({ environment, settings: { rules } })).memory()).toBe("");
  });

  it("isn't there for a session that ignores the person's settings", async () => {
    const { open, memory, put } = world();
    put(join(memory, "user.md"), "- Prefers tabs.\n");
    const toolwright = await open({ settings: false });
    expect((await call(toolwright, "recall", {})).error?.code).toBe("tool-not-available");
    expect(await toolwright.memory()).toBe("");
  });

  it("is recalled where a host works in one folder of the workspace", async () => {
    const { open, root, memory, put } = world();
    put(join(memory, "user.md"), "- Prefers tabs.\n");
    mkdirSync(join(root, "part"));
    const toolwright = await open();
    toolwright.narrowTo([join(root, "part")]);
    expect(textOf(await call(toolwright, "recall", {}))).toContain("Prefers tabs.");
  });
});
