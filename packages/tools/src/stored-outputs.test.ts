import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRegistry, createSession, type Outcome } from "@toolwright/core";
import { openWorkspace } from "@toolwright/workspace";
import { describe, expect, it } from "vitest";
import { builtinTools } from "./builtin-tools.ts";
import { openToolSession, textOf, type ToolSession } from "./fixtures/tool-session.ts";

const handlePattern = /output:[0-9a-f]{8}/;

function handleIn(outcome: Outcome): string {
  const [handle = "none"] = handlePattern.exec(textOf(outcome)) ?? [];
  return handle;
}

const keptFiles = ({ outside }: ToolSession): string[] => {
  const outputStore = join(outside, "state", "outputs");
  if (!existsSync(outputStore)) return [];
  return readdirSync(outputStore).flatMap((folder) =>
    readdirSync(join(outputStore, folder)).map((name) => join(outputStore, folder, name)),
  );
};

describe("the whole of a long output", () => {
  it("is read, searched and looked at by the handle that the result names, unasked in every mode", async () => {
    const asked: string[] = [];
    const world = await openToolSession({
      answer: ({ summary }) => {
        asked.push(summary);
        return { outcome: "once" };
      },
    });
    const handle = handleIn(await world.call("run_command", { command: "seq 1 300000" }));
    for (const mode of ["default", "plan"] as const) {
      world.session.setMode(mode);
      const read = await world.call("read_file", { path: handle, offset: 150_000, limit: 2 });
      expect(textOf(read)).toContain("150000\t150000\n150001\t150001");
      expect(read.structured).toMatchObject({ path: handle });
      const found = await world.call("search_text", { path: handle, pattern: "^123456$" });
      expect(textOf(found)).toContain(`${handle}\n123456: 123456`);
      expect(found.structured).toMatchObject({ files: [{ path: handle }] });
      const counted = await world.call("search_text", {
        path: handle,
        pattern: "99$",
        mode: "count",
      });
      expect(textOf(counted)).toContain(`${handle}: 3,000`);
      const facts = await world.call("file_info", { path: handle });
      expect(facts.structured).toMatchObject({ path: handle, lines: 300_000, mode: "600" });
      for (const outcome of [read, found, counted, facts]) {
        expect(
          JSON.stringify([outcome.content, outcome.structured, outcome.display]),
        ).not.toContain(world.outside);
      }
    }
    expect(asked).toEqual([]);
  });

  it("is found by a later session of the workspace", async () => {
    const world = await openToolSession();
    const handle = handleIn(await world.call("run_command", { command: "seq 1 300000" }));
    const registry = createRegistry();
    await registry.register(await builtinTools());
    const later = await createSession({
      registry,
      policy: world.session.policy,
      workspace: openWorkspace({
        roots: [world.root],
        stateDirectory: join(world.outside, "state"),
      }),
    });
    const read = await later.call({ name: "read_file", input: { path: handle, from_end: 1 } });
    expect(textOf(read)).toContain("300000\t300000");
    await later.close();
  });

  it("is changed by nothing, and says so", async () => {
    const world = await openToolSession();
    const handle = handleIn(await world.call("run_command", { command: "seq 1 300000" }));
    await world.call("read_file", { path: handle });
    const [file = ""] = keptFiles(world);
    for (const [tool, input] of [
      ["write_file", { path: handle, content: "x" }],
      ["edit_file", { path: handle, old_string: "1\n2\n", new_string: "2\n1\n" }],
      ["delete_path", { path: handle }],
      ["move_path", { from: handle, to: "a.txt" }],
      ["make_directory", { path: `${handle}` }],
    ] as const) {
      const { error } = await world.call(tool, input);
      expect(error).toMatchObject({ code: "permission-denied" });
      expect(error?.message).toContain("it can be read and searched but not changed");
    }
    expect(readFileSync(file).length).toBe(1_988_895);
  });

  it("that is asked for by the place it has is outside of the workspace", async () => {
    const asked: string[] = [];
    const world = await openToolSession({
      answer: ({ summary }) => {
        asked.push(summary);
        return { outcome: "reject" };
      },
    });
    await world.call("run_command", { command: "seq 1 300000" });
    const [file = ""] = keptFiles(world);
    const outcome = await world.call("read_file", { path: file });
    expect(outcome.status).toBe("refused");
    expect(asked).toHaveLength(1);
  });

  it("keeps nothing for an output that is shown, and says so where no outputs are kept", async () => {
    const world = await openToolSession();
    await world.call("run_command", { command: "seq 1 5000" });
    expect(keptFiles(world)).toEqual([]);
    const without = await openToolSession({ keepsOutputs: false });
    const outcome = await without.call("run_command", { command: "seq 1 300000" });
    expect(textOf(outcome)).toContain("left out. To see more, run it again with less output");
  });

  it("is plain text, so that what is searched for is found", async () => {
    const world = await openToolSession();
    const command = String.raw`for i in $(seq 1 9000); do printf '\033[31mred %s\033[0m\r\n' $i; done`;
    const handle = handleIn(await world.call("run_command", { command }));
    const found = await world.call("search_text", { path: handle, pattern: "^red 5000$" });
    expect(textOf(found)).toContain("5000: red 5000");
  });
});

describe("lines around errors", () => {
  const build = String.raw`for i in $(seq 1 6000); do echo "compiling part $i of the whole program"; done
echo "src/ring.c:88:12: error: no member named 'heads'"; echo "   88 |   ring->heads = next;"
for i in $(seq 1 6000); do echo "compiling part $i of the whole program"; done`;

  it("are shown of the middle, with what is left out before and after them", async () => {
    const { call } = await openToolSession();
    const shown = textOf(await call("run_command", { command: build }));
    expect(shown.length).toBeLessThan(73_000);
    expect(shown).toContain("error: no member named 'heads'\n   88 |   ring->heads = next;\n");
    expect(shown).toContain("left out; from the middle, only lines around likely errors are shown");
    const [total] = /\(([\d,]+) of 12,002 lines\)/.exec(shown)?.slice(1) ?? [];
    const lines = shown.split("\n").filter((line) => /^(?:compiling|src| {3}88)/.test(line)).length;
    expect(lines + Number(total?.replaceAll(",", ""))).toBe(12_002);
  });

  it("are in a failure, too, with the handle", async () => {
    const { call } = await openToolSession();
    const { error } = await call("run_command", { command: `${build}; exit 2` });
    expect(error?.message).toContain("error: no member named 'heads'");
    expect(error?.message).toMatch(handlePattern);
    expect(error?.details).toMatchObject({
      exitCode: 2,
      storedOutput: expect.stringMatching(handlePattern) as string,
    });
  });

  it("have their share in a session with little room, and one note names one handle", async () => {
    const session = { budget: { maxBytes: 20_000, maxImageBytes: 1_000 } };
    const world = await openToolSession({ session });
    const outcome = await world.call("run_command", { command: build });
    const shown = textOf(outcome);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(20_000);
    expect(shown).toContain("error: no member named 'heads'");
    expect(shown.match(new RegExp(handlePattern, "g"))).toHaveLength(1);
    expect(keptFiles(world)).toHaveLength(1);
  });
});

describe("secrets", () => {
  it("aren't in what is kept, however the output was cut into chunks", async () => {
    const secret = "hunter2-hunter2";
    const redactor = { redact: (text: string) => text.replaceAll(secret, "«secret»") };
    const world = await openToolSession({ session: { redactor } });
    const command = `for i in $(seq 1 4000); do printf 'the word %s\\n' hunter2-hun"ter2"; done`;
    const outcome = await world.call("run_command", { command });
    expect(JSON.stringify(outcome)).not.toContain(secret);
    const [file = ""] = keptFiles(world);
    const kept = readFileSync(file, "utf8");
    expect(kept).toBe("the word «secret»\n".repeat(4_000));
  });
});

it("a file of the workspace by a handle's name is meant with ./ before it", async () => {
  const { call, root } = await openToolSession();
  writeFileSync(join(root, "output:0123abcd"), "mine\n");
  expect(textOf(await call("read_file", { path: "./output:0123abcd" }))).toContain("1\tmine");
  const { error } = await call("read_file", { path: "output:0123abcd" });
  expect(error?.message).toContain("There is no stored output 'output:0123abcd' in this workspace");
});
