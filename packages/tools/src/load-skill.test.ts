import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const pdf = `---
name: pdf
description: Reads PDF files.
compatibility: Needs poppler
allowed-tools: Read
---
# PDF

Read references/forms.md.
`;

const files = {
  "pdf/SKILL.md": pdf,
  "pdf/references/forms.md": "Forms.\n",
  "pdf/scripts/a.py": "print(1)\n",
  "pdf/.env": "TOKEN=x\n",
  "pdf/node_modules/x/index.js": "",
};

describe("load_skill", () => {
  it("gives the instructions, and the files to read", async () => {
    const { call, skillFolder } = await openToolSession({ skills: files });
    const outcome = await call("load_skill", { name: "pdf" });
    const directory = join(skillFolder, "pdf");
    expect(textOf(outcome)).toBe(
      `Skill pdf, from user:

# PDF

Read references/forms.md.

Files of this skill in ${directory}; paths in the instructions are relative to it:
- references/forms.md (7 bytes)
- scripts/a.py (9 bytes)

It needs: Needs poppler

Its author meant it to be done with these tools only: Read. The list allows nothing: each call is decided as usual.`,
    );
    expect(outcome.structured).toEqual({
      name: "pdf",
      source: "user",
      directory,
      files: ["references/forms.md", "scripts/a.py"],
      allowedTools: ["Read"],
    });
    expect(outcome.effects).toMatchObject([
      { type: "read", path: join(directory, "SKILL.md") },
      { type: "read", path: directory, recursive: true, leavesOutProtected: true },
    ]);
  });

  it("lists the skills in its description when the session opens, and not again", async () => {
    const { session, skillFolder } = await openToolSession({ skills: files });
    const told = (): string | undefined =>
      session.tools.find(({ name }) => name === "load_skill")?.declarable.description;
    expect(told()).toContain("\n\nSkills:\n- pdf: Reads PDF files.");
    const before = told();
    mkdirSync(join(skillFolder, "new"));
    writeFileSync(join(skillFolder, "new/SKILL.md"), "---\ndescription: Newer.\n---\nDo.\n");
    await session.refresh();
    expect(told()).toBe(before);
  });

  it("loads a skill that came after the session began", async () => {
    const { call, skillFolder } = await openToolSession({ skills: files });
    mkdirSync(join(skillFolder, "new"));
    writeFileSync(join(skillFolder, "new/SKILL.md"), "---\ndescription: Newer.\n---\nDo.\n");
    expect(textOf(await call("load_skill", { name: "new" }))).toContain("Do.");
  });

  it("lists the skills without a name, for a model that doesn't see the description", async () => {
    const { call, events } = await openToolSession({ skills: files });
    const outcome = await call("load_skill", {});
    expect(textOf(outcome)).toBe("Skills:\n- pdf: Reads PDF files.");
    expect(outcome.structured).toEqual({ skills: ["pdf"] });
    expect(events.some(({ type }) => type === "approval-requested")).toBe(false);
  });

  it("isn't offered without skills, and says where they belong", async () => {
    const { session, call } = await openToolSession({ skills: {} });
    expect(session.tools.some(({ name }) => name === "load_skill")).toBe(false);
    const { error } = await call("load_skill", { name: "pdf" });
    expect(error?.code).toBe("tool-not-available");
    expect(error?.message).toContain("there are no skills. Put one into a folder for skills.");
  });

  it("puts arguments where the instructions want them, otherwise at the end", async () => {
    const skills = {
      "a/SKILL.md": "---\ndescription: A.\n---\nFix $ARGUMENTS, only $ARGUMENTS.\n",
      "b/SKILL.md": "---\ndescription: B.\n---\nFix it.\n",
    };
    const { call } = await openToolSession({ skills });
    expect(textOf(await call("load_skill", { name: "a", args: "$& 12" }))).toContain(
      "Fix $& 12, only $& 12.",
    );
    expect(textOf(await call("load_skill", { name: "b", args: "12" }))).toContain(
      "Fix it.\n\nARGUMENTS: 12",
    );
  });

  it("runs nothing that the instructions or its list of tools ask for", async () => {
    const text =
      "---\ndescription: A.\nallowed-tools: run_command delete_path\n---\n!`touch pwned`\n";
    const { call, root } = await openToolSession({
      skills: { "a/SKILL.md": text },
      answer: ({ effects }) =>
        effects.every(({ type }) => type === "read") ? { outcome: "once" } : { outcome: "reject" },
    });
    expect((await call("load_skill", { name: "a" })).status).toBe("ok");
    expect((await call("run_command", { command: "touch pwned" })).status).toBe("refused");
    expect(() => readFileSync(join(root, "pwned"))).toThrow("ENOENT");
  });

  it("names similar skills for an unknown one, and the reason for an unusable one", async () => {
    const skills = { ...files, "bad/SKILL.md": "x", "git-release/SKILL.md": pdf };
    const { call } = await openToolSession({ skills });
    const messages = await Promise.all(
      ["pfd", "read-pdf-files", "zzz", "bad", "../pdf"].map(
        async (name) => (await call("load_skill", { name })).error?.message,
      ),
    );
    expect(messages).toEqual([
      "There is no skill 'pfd'. Similar skills: pdf.",
      "There is no skill 'read-pdf-files'. Similar skills: pdf.",
      "There is no skill 'zzz'. Skills: pdf.",
      expect.stringContaining("The skill 'bad' can't be used: it doesn't begin with front matter"),
      expect.stringContaining("There is no skill '../pdf'."),
    ]);
  });

  it("follows no link in a skill's folder", async () => {
    const { call, outside, skillFolder } = await openToolSession({ skills: files });
    writeFileSync(join(outside, "id_rsa"), "top secret");
    symlinkSync(join(outside, "id_rsa"), join(skillFolder, "pdf/key"));
    symlinkSync(outside, join(skillFolder, "pdf/up"));
    const outcome = await call("load_skill", { name: "pdf" });
    expect(outcome.structured).toMatchObject({ files: ["references/forms.md", "scripts/a.py"] });
  });

  it("lists a hundred of a skill's many files", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`pdf/data/${index}.txt`, ""]),
    );
    const { call } = await openToolSession({ skills: { ...files, ...many } });
    const outcome = await call("load_skill", { name: "pdf" });
    expect((outcome.structured as { readonly files: readonly string[] }).files).toHaveLength(100);
    expect(textOf(outcome)).toContain("(and more)");
  });

  it("shows hidden characters in instructions", async () => {
    const skills = { "a/SKILL.md": "---\ndescription: A.\n---\nDo\u202e it\u200b.\n" };
    const { call } = await openToolSession({ skills });
    expect(textOf(await call("load_skill", { name: "a" }))).toContain("Do\\u{202e} it\\u{200b}.");
  });

  it("is stopped by a rule against reading the skill", async () => {
    const rules = [{ deny: "read(/**/SKILL.md)" }];
    const { call, events } = await openToolSession({ skills: files, rules });
    expect((await call("load_skill", { name: "pdf" })).status).toBe("refused");
    expect(events.some(({ type }) => type === "approval-requested")).toBe(false);
  });

  it("loads the instructions alone where a person approves of no more", async () => {
    const rules = [{ ask: "read(/**/tools-skills-*/**)" }];
    const { call } = await openToolSession({ skills: files, rules });
    const outcome = await call("load_skill", { name: "pdf" });
    expect(textOf(outcome)).toContain("# PDF");
    expect(outcome.structured).toMatchObject({ files: [] });
  });
});

const contractFiles = {
  "skills/pdf/SKILL.md": pdf,
  "skills/pdf/references/forms.md": "Forms.\n",
  "skills/pdf/.env": "TOKEN=x\n",
};

testToolContract("load_skill", [{}, { name: "pdf" }, { name: "nope" }], contractFiles);
