import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Outcome } from "@toolwright/core";
import { defaultSandbox } from "@toolwright/sandbox";
import { createTrustStore, readTrustedContent } from "@toolwright/workspace/internal";
import { describe, expect, it } from "vitest";
import { testWorld } from "../fixtures/test-world.ts";
import type { ToolwrightOptions } from "../options.ts";
import type { Toolwright } from "../toolwright.ts";

function world() {
  const opened = testWorld({ thirdPartyTools: "never" });
  const { root, home } = opened;
  return {
    ...opened,
    /** Accepts the workspace as it is. */
    trust: (): void => {
      const content = readTrustedContent(root);
      if ("problem" in content) throw new Error(content.problem);
      const store = createTrustStore(join(home, ".local/state/toolwright"));
      store.accept({ root, hash: content.hash, trustedAtMs: 1 });
    },
  };
}

const availability = await defaultSandbox(process.env).available();
const reason = availability.ok ? "" : ` (skipped: ${availability.reason})`;

const text = (body: string): string => `---\ndescription: A skill.\n---\n${body}\n`;

const textOf = ({ content }: Outcome): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("");

const load = ({ session }: Toolwright, name: string): Promise<Outcome> =>
  session.call({ name: "load_skill", input: { name } }).outcome;

const read = ({ session }: Toolwright, path: string): Promise<Outcome> =>
  session.call({ name: "read_file", input: { path } }).outcome;

describe("a person's skills", () => {
  it.each([".config/toolwright/skills", ".agents/skills", ".claude/skills"])(
    "in ~/%s are loaded without approval, with their files",
    async (place) => {
      const { open, put } = world();
      put(`~/${place}/pdf/SKILL.md`, text("Read forms.md."));
      const forms = put(`~/${place}/pdf/forms.md`, "Forms.\n");
      const toolwright = await open();
      expect(textOf(await load(toolwright, "pdf"))).toContain("forms.md (7 bytes)");
      expect(textOf(await read(toolwright, forms))).toContain("Forms.");
    },
  );

  it("are loaded without approval also where their folder was made after the session began", async () => {
    const { open, put } = world();
    put("~/.agents/skills/first/SKILL.md", text("x"));
    const toolwright = await open();
    const file = put("~/.claude/skills/pdf/forms.md", "Forms.\n");
    put("~/.claude/skills/pdf/SKILL.md", text("Later."));
    expect(textOf(await load(toolwright, "pdf"))).toContain("Later.");
    expect((await read(toolwright, file)).status).toBe("ok");
  });

  it("open no other path: not beside them, no secret, not the settings, nothing to write", async () => {
    const { open, put, home } = world();
    put("~/.claude/skills/pdf/SKILL.md", text("x"));
    const secrets = [
      put("~/.claude/settings.json", "{}"),
      put("~/.claude/skills/pdf/.env", "TOKEN=1\n"),
      put("~/.claude/skills-old/x.md", "x"),
      put("~/.config/toolwright/settings.json", "{}"),
      put("~/.config/toolwright/credentials/x", "x"),
      put("~/notes.md", "x"),
    ];
    const toolwright = await open();
    expect((await load(toolwright, "pdf")).structured).toMatchObject({ files: [] });
    for (const path of secrets) expect((await read(toolwright, path)).status).toBe("refused");
    const path = join(home, ".claude/skills/pdf/new.md");
    const write = { name: "write_file", input: { path, content: "evil" } };
    expect((await toolwright.session.call(write).outcome).status).toBe("refused");
  });

  it("lead nowhere by links: a skill, its SKILL.md and its files", async () => {
    const { open, put, home } = world();
    const secret = put("~/.ssh/id_rsa", text("top secret"));
    put("~/.claude/skills/good/SKILL.md", text("x"));
    mkdirSync(join(home, ".claude/skills/evil"));
    symlinkSync(secret, join(home, ".claude/skills/evil/SKILL.md"));
    symlinkSync(secret, join(home, ".claude/skills/good/key"));
    symlinkSync(join(home, ".ssh"), join(home, ".claude/skills/ssh"));
    const toolwright = await open();
    expect((await load(toolwright, "evil")).error?.message).toContain("is a link");
    expect((await load(toolwright, "good")).structured).toMatchObject({ files: [] });
    for (const path of ["evil/SKILL.md", "good/key", "ssh/id_rsa"]) {
      const outcome = await read(toolwright, join(home, ".claude/skills", path));
      expect(outcome.status).toBe("refused");
      expect(JSON.stringify(outcome)).not.toContain("top secret");
    }
  });

  it("may be in a folder that is a link, unless it leads to the whole home", async () => {
    const { open, put, home } = world();
    put("~/dotfiles/skills/pdf/SKILL.md", text("Body."));
    mkdirSync(join(home, ".claude"));
    symlinkSync(join(home, "dotfiles/skills"), join(home, ".claude/skills"));
    const toolwright = await open();
    expect(textOf(await load(toolwright, "pdf"))).toContain("Body.");
    expect((await read(toolwright, put("~/dotfiles/x", "x"))).status).toBe("refused");

    const other = world();
    const notes = other.put("~/notes.md", "x");
    mkdirSync(join(other.home, ".claude"));
    symlinkSync(other.home, join(other.home, ".claude/skills"));
    const session = await other.open();
    expect((await read(session, notes)).status).toBe("refused");
    expect((await load(session, "x")).error?.message).toContain("leads to the home directory");
  });

  it.skipIf(!availability.ok)(
    `bring programs, which commands run and read in the sandbox, but no secret${reason}`,
    async () => {
      const { open, put } = world();
      put("~/.claude/skills/pdf/SKILL.md", text("x"));
      put("~/.claude/skills/pdf/data.txt", "some data\n");
      put("~/.claude/skills/pdf/.env", "TOKEN=topsecret\n");
      put("~/notes.md", "private notes\n");
      const script = put(
        "~/.claude/skills/pdf/run.sh",
        'cd "$(dirname "$0")"; cat data.txt .env ../../../notes.md; echo x > new.txt\n',
      );
      const { session } = await open({ approver: () => ({ outcome: "once" }) });
      const call = { name: "run_command", input: { command: `bash ${script}` } };
      const outcome = textOf(await session.call(call).outcome);
      expect(outcome).toContain("some data");
      expect(outcome).not.toContain("topsecret");
      expect(outcome).not.toContain("private notes");
      expect(existsSync(join(dirname(script), "new.txt"))).toBe(false);
    },
  );

  it("are not there for a session that ignores the person's settings", async () => {
    const { open, put } = world();
    const path = put("~/.claude/skills/pdf/SKILL.md", text("x"));
    const toolwright = await open({ settings: false });
    expect((await load(toolwright, "pdf")).error?.code).toBe("tool-not-available");
    expect((await read(toolwright, path)).status).toBe("refused");
  });

  it("are offered to an agent, and found by a search otherwise", async () => {
    const { open, put } = world();
    put("~/.claude/skills/pdf/SKILL.md", text("x"));
    const shown = async (more: ToolwrightOptions): Promise<string | undefined> =>
      (await open(more)).session.shownTools.find(({ name }) => name === "load_skill")?.declarable
        .description;
    expect(await shown({ declareAgentTools: true })).toContain("Skills:\n- pdf: A skill.");
    expect(await shown({})).toBeUndefined();
    const toolwright = await open();
    const query = { name: "search_tools", input: { query: "pdf" } };
    expect(textOf(await toolwright.session.call(query).outcome)).toContain("load_skill (builtin)");
  });
});

describe("a project's skills", () => {
  it.each([".toolwright/skills", ".agents/skills", ".claude/skills"])(
    "in %s are offered only once the project is trusted, as it is",
    async (place) => {
      const { open, put, trust } = world();
      put(`${place}/pdf/SKILL.md`, text("First."));
      const before = await open();
      expect(before.settings.trust.state).toBe("untrusted");
      expect((await load(before, "pdf")).error?.message).toContain("isn't trusted");
      trust();
      expect(textOf(await load(await open(), "pdf"))).toContain("First.");
      put(`${place}/pdf/SKILL.md`, text("Second."));
      const changed = await open();
      expect(changed.settings.trust.state).toBe("changed");
      expect((await load(changed, "pdf")).status).toBe("error");
      trust();
      put(`${place}/evil/SKILL.md`, text("x"));
      expect((await load(await open(), "evil")).status).toBe("error");
    },
  );

  it("of a session that is open end with the trust", async () => {
    const { open, put, trust } = world();
    put(".claude/skills/pdf/SKILL.md", text("First."));
    trust();
    const toolwright = await open();
    put(".claude/skills/pdf/SKILL.md", text("Second."));
    const { error } = await load(toolwright, "pdf");
    expect(error?.message).toContain("it has changed since the project was trusted");
    trust();
    await toolwright.reload();
    expect(textOf(await load(toolwright, "pdf"))).toContain("Second.");
  });

  it("are read through no link, and links don't end a project's trust", async () => {
    const { open, put, trust, root, folder } = world();
    put(".agents/skills/good/SKILL.md", text("Good."));
    mkdirSync(join(folder, "out/evil"), { recursive: true });
    writeFileSync(join(folder, "out/evil/SKILL.md"), text("Evil."));
    symlinkSync("../.agents/skills", join(root, ".agents/linked"));
    mkdirSync(join(root, ".claude"));
    symlinkSync(join(folder, "out"), join(root, ".claude/skills"));
    symlinkSync(join(folder, "out/evil"), join(root, ".agents/skills/evil"));
    trust();
    const toolwright = await open();
    expect(toolwright.settings.trust.state).toBe("trusted");
    expect(textOf(await load(toolwright, "good"))).toContain("Good.");
    expect((await load(toolwright, "evil")).status).toBe("error");
  });

  it("never replace a person's own", async () => {
    const { open, put, trust } = world();
    put(".claude/skills/pdf/SKILL.md", text("Theirs."));
    put("~/.claude/skills/pdf/SKILL.md", text("Mine."));
    trust();
    expect(textOf(await load(await open(), "pdf"))).toContain("Mine.");
  });

  it("can't be written in accept-edits mode, as other configuration", async () => {
    const { open } = world();
    const { session } = await open({ mode: "accept-edits" });
    for (const place of [".agents/skills/x/SKILL.md", ".claude/skills/x/SKILL.md"]) {
      const call = { name: "write_file", input: { path: place, content: text("x") } };
      expect((await session.call(call).outcome).status).toBe("refused");
    }
  });

  it("are left out with the project's settings", async () => {
    const { open, put, trust } = world();
    put(".claude/skills/pdf/SKILL.md", text("x"));
    trust();
    const toolwright = await open({ projectSettings: false });
    expect((await load(toolwright, "pdf")).error?.code).toBe("tool-not-available");
  });
});

describe("the skills of packages", () => {
  it("are offered where settings name the package and the project is trusted", async () => {
    const { open, put, trust } = world();
    put("node_modules/@acme/kit/skills/pdf/SKILL.md", text("Packaged."));
    put("node_modules/other/skills/evil/SKILL.md", text("x"));
    put(".toolwright/settings.json", JSON.stringify({ skills: { packages: ["@acme/kit"] } }));
    const untrusted = await open({ settings: { skills: { packages: ["@acme/kit"] } } });
    expect((await load(untrusted, "pdf")).status).toBe("error");
    trust();
    const toolwright = await open();
    expect(textOf(await load(toolwright, "pdf"))).toContain("Skill pdf, from package @acme/kit:");
    expect((await load(toolwright, "evil")).status).toBe("error");
  });

  it("may be linked inside the workspace, and not out of it", async () => {
    const { open, put, trust, root, folder } = world();
    put("node_modules/.store/in/skills/good/SKILL.md", text("Good."));
    mkdirSync(join(folder, "out/skills/evil"), { recursive: true });
    writeFileSync(join(folder, "out/skills/evil/SKILL.md"), text("x"));
    symlinkSync(".store/in", join(root, "node_modules/in"));
    symlinkSync(join(folder, "out"), join(root, "node_modules/out"));
    put(".toolwright/settings.json", JSON.stringify({ skills: { packages: ["in", "out"] } }));
    trust();
    const toolwright = await open();
    expect(textOf(await load(toolwright, "good"))).toContain("Good.");
    expect((await load(toolwright, "evil")).status).toBe("error");
  });

  it.each(["../evil", "a/b", "/etc", "a b", ".hidden", ""])(
    "are never those of %j",
    async (name) => {
      const { open } = world();
      const settings = { skills: { packages: [name] } };
      await expect(open({ settings })).rejects.toMatchObject({ code: "settings-invalid" });
    },
  );
});
