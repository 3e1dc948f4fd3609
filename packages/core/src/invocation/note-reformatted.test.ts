import { describe, expect, it, test } from "vitest";
import { write } from "../effects/effect.ts";
import type { AfterHook } from "../hooks/hooks.ts";
import { createPolicy } from "../policy/create-policy.ts";
import { createRegistry } from "../registry/registry.ts";
import { createSession } from "../session/create-session.ts";
import { createMemoryWorkspace, type MemoryWorkspace } from "@toolwright/testing";
import { defineTool } from "../tool/define-tool.ts";
import { isSameButLayout } from "./note-reformatted.ts";
import type { Outcome } from "./outcome.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Writes a file, or says whether the session still knows it as it is. */
const tool = defineTool({
  name: "put",
  kind: "edit",
  description: "Writes a file.",
  input: { type: "object", properties: { text: { type: "string" } } },
  effects: () => [write("a.ts")],
  async execute({ text }: { readonly text?: string }, { workspace }) {
    const version = await workspace.version("a.ts");
    if (text !== undefined) await workspace.write("a.ts", bytes(text), { replaces: version });
    const isKnown = version !== null && version === (await workspace.knownVersion("a.ts"));
    return { content: isKnown ? "known" : "unknown" };
  },
});

async function openWith(
  hook: (workspace: MemoryWorkspace) => Omit<AfterHook, "name">,
): Promise<(text?: string) => Promise<Outcome>> {
  const registry = createRegistry();
  await registry.register([tool]);
  const workspace = createMemoryWorkspace();
  const session = await createSession({
    registry,
    workspace,
    policy: createPolicy({ mode: "auto", roots: workspace.roots, layers: [] }),
    hooks: { after: [{ name: "format", ...hook(workspace) }] },
  });
  return async (text) => session.call({ name: "put", input: text === undefined ? {} : { text } });
}

const textOf = ({ content }: Outcome): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");

const formatted = "export const f = (\n  a,\n  b,\n) => 'x';\n";

/** Formats what was written, and only that. */
function formatting(reformats: boolean, text: string) {
  return (workspace: MemoryWorkspace): Omit<AfterHook, "name"> => ({
    ...(reformats && { reformats }),
    run: ({ input }) => {
      if (Object.keys(input as object).length > 0) workspace.put("a.ts", text);
      return undefined;
    },
  });
}

describe("a file that a hook has changed after it was written", () => {
  it("is known as it is now when the hook says that it formats, and only that differs", async () => {
    const put = await openWith(formatting(true, formatted));
    const outcome = await put('export const f = (a, b) => "x"');
    expect(textOf(outcome)).toContain("Note: after this, 'format' reformatted a.ts.");
    expect(outcome.metadata["reformatted"]).toEqual(["a.ts"]);
    expect(textOf(await put())).toBe("known");
  });

  it.each([
    ["the hook doesn't say so", false, formatted],
    ["more than the layout differs", true, "export const f = (\n  a,\n  c,\n) => 'x';\n"],
    ["it is no text any more", true, "\0\0"],
  ])("is somebody else's change when %s", async (_what, reformats, text) => {
    const put = await openWith(formatting(reformats, text));
    const outcome = await put('export const f = (a, b) => "x"');
    expect(textOf(outcome)).not.toContain("reformatted");
    expect(textOf(await put())).toBe("unknown");
  });

  it("needs no note when nothing was changed, and none can be made when it is gone", async () => {
    const put = await openWith(() => ({ reformats: true, run: () => undefined }));
    expect((await put("a")).metadata).toEqual({});
    const gone = await openWith((workspace) => ({
      reformats: true,
      run: () => {
        workspace.drop("a.ts");
        return undefined;
      },
    }));
    expect((await gone("a")).status).toBe("ok");
  });
});

describe("isSameButLayout", () => {
  test.each([
    ["white space", "if(a){b()}", "if (a) {\n\tb()\n}\n", true],
    ["trailing commas", "f(a, b)", "f(\n  a,\n  b,\n)", true],
    ["semicolons at line ends", "a()\nb()\n", "a();\nb();\n", true],
    ["the kind of quotes", "'a'", '"a"', true],
    ["a word", "a b", "a c", false],
    ["an argument less", "f(a, b)", "f(a)", false],
    ["a comma between arguments", "f(a, b)", "f(ab)", false],
    ["a semicolon in the middle", "for (;;) {}", "for () {}", false],
    ["an empty file", "a", "", false],
  ])("%s: %j and %j", (_what, one, other, expected) => {
    expect(isSameButLayout(bytes(one), bytes(other))).toBe(expected);
    expect(isSameButLayout(bytes(other), bytes(one))).toBe(expected);
  });

  test("never of bytes that are no text", () => {
    const binary = new Uint8Array([255, 0, 1]);
    expect(isSameButLayout(binary, binary)).toBe(false);
  });
});
