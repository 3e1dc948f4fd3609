import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const shapes = `import { x } from "y";

/** A circle. */
@sealed
export class Circle {
  readonly radius = 1;

  /** Its area. */
  area(): number {
    return Math.PI * this.radius ** 2;
  }

  get name() { return "circle"; }
  set name(value) {}
}

export function area(shape: Circle): number {
  return shape.area();
}
`;

type Call = Awaited<ReturnType<typeof openToolSession>>;

async function opened(path: string, text: string): Promise<Call> {
  const session = await openToolSession({ files: { [path]: text } });
  await session.call("read_file", { path });
  return session;
}

/** The file after one edit of it. */
async function edited(
  path: string,
  text: string,
  edit: Readonly<Record<string, unknown>>,
): Promise<string> {
  const session = await opened(path, text);
  const outcome = await session.call("edit_symbol", { path, ...edit });
  expect(outcome.error).toBeNull();
  return session.bytes(path).toString();
}

describe("edit_symbol", () => {
  it("replaces a method, adapts the indentation, and keeps its comment", async () => {
    const session = await opened("a.ts", shapes);
    const outcome = await session.call("edit_symbol", {
      path: "a.ts",
      symbol: "Circle.area",
      action: "replace",
      text: "area(): number {\n  return 3;\n}",
    });
    expect(session.bytes("a.ts").toString()).toBe(
      shapes.replace("    return Math.PI * this.radius ** 2;", "    return 3;"),
    );
    expect(textOf(outcome)).toBe(
      "Replaced method 'area' in 'a.ts' (kept its comment; +1 -1 lines). New text at line 10.",
    );
    expect(outcome.structured).toMatchObject({
      symbol: { name: "area", kind: "method", startLine: 9, endLine: 11 },
      changedLines: [{ startLine: 10, endLine: 10 }],
    });
    expect(outcome.display).toMatchObject({ type: "diff" });
  });

  it.each([
    ["as it stands in the file", "  area(): number {\n    return 3;\n  }\n"],
    ["copied from its first word on", "area(): number {\n    return 3;\n  }"],
  ])("takes text %s", async (_, text) => {
    const edit = { symbol: "Circle.area", action: "replace", text };
    expect(await edited("a.ts", shapes, edit)).toBe(
      shapes.replace("    return Math.PI * this.radius ** 2;", "    return 3;"),
    );
  });

  it("replaces comment and decorators by those of the new text", async () => {
    const text = "/** Round. */\nexport class Circle {}";
    expect(await edited("a.ts", shapes, { symbol: "Circle", action: "replace", text })).toBe(
      shapes.replace(
        /\/\*\* A circle[^]*?\n\}\n/,
        "/** Round. */\n@sealed\nexport class Circle {}\n",
      ),
    );
    const decorated = "@open\nexport class Circle {}";
    expect(
      await edited("a.ts", shapes, { symbol: "Circle", action: "replace", text: decorated }),
    ).toBe(shapes.replace(/@sealed[^]*?\n\}\n/, "@open\nexport class Circle {}\n"));
  });

  it("inserts before the comment of a symbol, and after its end, with the gap of its neighbours", async () => {
    const method = "grow(): void {\n  this.radius += 1;\n}";
    const grown = "  grow(): void {\n    this.radius += 1;\n  }\n";
    expect(
      await edited("a.ts", shapes, {
        symbol: "Circle.area",
        action: "insert_before",
        text: method,
      }),
    ).toBe(shapes.replace("  /** Its area. */", `${grown}\n  /** Its area. */`));
    expect(
      await edited("a.ts", shapes, { symbol: "Circle.area", action: "insert_after", text: method }),
    ).toBe(shapes.replace("  get name", `${grown}\n  get name`));
    const field = { symbol: "radius", action: "insert_after", text: "readonly x = 0;" };
    expect(await edited("a.ts", "class A {\n  radius = 1;\n  y = 2;\n}\n", field)).toBe(
      "class A {\n  radius = 1;\n  readonly x = 0;\n  y = 2;\n}\n",
    );
  });

  it("deletes a symbol with its comment and the blank line after it", async () => {
    expect(
      await edited("a.ts", shapes, { symbol: "Circle.area", action: "replace", text: "" }),
    ).toBe(shapes.replace(/  \/\*\* Its area[^]*?\n {2}\}\n\n/, ""));
  });

  it("finds a symbol by kind and by line, and asks where several have the name", async () => {
    const session = await opened("a.ts", shapes);
    const edit = { path: "a.ts", action: "replace", text: "get name() { return 1; }" };
    const { error } = await session.call("edit_symbol", { ...edit, symbol: "name" });
    expect(error?.code).toBe("edit-ambiguous");
    expect(error?.message).toContain("13-13  method Circle.name\n14-14  method Circle.name\n");
    expect(
      (await session.call("edit_symbol", { ...edit, symbol: "name", line: 13 })).error,
    ).toBeNull();
    expect(session.bytes("a.ts").toString()).toContain("get name() { return 1; }\n  set name");
    const whole = { path: "a.ts", action: "replace", text: "export function area() {}" };
    expect((await session.call("edit_symbol", { ...whole, symbol: "area" })).error?.code).toBe(
      "edit-ambiguous",
    );
    const byKind = await session.call("edit_symbol", {
      ...whole,
      symbol: "area",
      kind: "function",
    });
    expect(byKind.error).toBeNull();
    expect(session.bytes("a.ts").toString()).toContain("\nexport function area() {}\n");
  });

  it("names similar symbols where none has the name", async () => {
    const session = await opened("a.ts", shapes);
    const { error } = await session.call("edit_symbol", {
      path: "a.ts",
      symbol: "Circle.aera",
      action: "replace",
      text: "x",
    });
    expect(error?.code).toBe("edit-no-match");
    expect(error?.message).toMatch(/Similar:\n(?:.*\n)*9-11 {2}method Circle\.area\n/);
    expect(session.bytes("a.ts").toString()).toBe(shapes);
  });

  it("keeps the line endings of the file", async () => {
    const edit = { symbol: "f", action: "replace", text: "function f() {\n  g();\n}\n" };
    expect(await edited("a.js", "// of f\r\nfunction f() {}\r\n", edit)).toBe(
      "// of f\r\nfunction f() {\r\n  g();\r\n}\r\n",
    );
  });

  it.each([
    [
      "a.py",
      "class A:\n    @property\n    def p(self):\n        return 1\n\n    def q(self):\n        pass\n",
      { symbol: "A.p", action: "replace", text: "def p(self):\n    return 2" },
      "class A:\n    @property\n    def p(self):\n        return 2\n\n    def q(self):\n        pass\n",
    ],
    [
      "a.py",
      "def a():\n    pass\n\n\ndef b():\n    pass\n",
      { symbol: "b", action: "insert_before", text: "def c():\n    pass" },
      "def a():\n    pass\n\n\ndef c():\n    pass\n\n\ndef b():\n    pass\n",
    ],
    [
      "a.go",
      "package a\n\n// Doc.\nfunc (a *A) F() {}\n\nfunc (b *B) F() {}\n",
      { symbol: "B.F", action: "replace", text: "func (b *B) F() int { return 1 }" },
      "package a\n\n// Doc.\nfunc (a *A) F() {}\n\nfunc (b *B) F() int { return 1 }\n",
    ],
    [
      "a.rs",
      "/// Doc.\n#[derive(Debug)]\npub struct S { a: i32 }\n",
      { symbol: "S", action: "replace", text: "pub struct S { b: i32 }" },
      "/// Doc.\n#[derive(Debug)]\npub struct S { b: i32 }\n",
    ],
    [
      "a.cpp",
      "class A {\n  int x;\n};\n\nint A::f() { return 1; }\n",
      { symbol: "A::f", action: "replace", text: "int A::f() { return 2; }" },
      "class A {\n  int x;\n};\n\nint A::f() { return 2; }\n",
    ],
    [
      "a.cpp",
      "class A {\n  int x;\n};\n",
      { symbol: "A", action: "replace", text: "class A {\n  int y;\n}" },
      "class A {\n  int y;\n};\n",
    ],
    [
      "a.js",
      "const tool = {\n  run() {},\n  stop() {},\n};\n",
      { symbol: "tool.run", action: "replace", text: "run() { go(); }," },
      "const tool = {\n  run() { go(); },\n  stop() {},\n};\n",
    ],
    [
      "a.sh",
      "#!/bin/bash\n\n# Doc.\nf() {\n  a\n}",
      { symbol: "f", action: "insert_after", text: "g() {\n  b\n}" },
      "#!/bin/bash\n\n# Doc.\nf() {\n  a\n}\n\ng() {\n  b\n}",
    ],
    [
      "a.css",
      ".a { b: c }\n\n.d > .e { f: g }\n",
      { symbol: ".d > .e", action: "replace", text: ".d > .e { f: h }" },
      ".a { b: c }\n\n.d > .e { f: h }\n",
    ],
  ])("works in %s", async (path, before, edit, after) => {
    expect(await edited(path, before, edit)).toBe(after);
  });

  it("is quick on lines that are mostly white space", async () => {
    const blank = " ".repeat(300_000);
    const text = `function a() {}${blank}x\n${"\n".repeat(100_000)}function b() {}\n`;
    const session = await opened("a.js", text);
    const edit = { path: "a.js", symbol: "a", text: "function c() {}" };
    const beside = await session.call("edit_symbol", { ...edit, action: "insert_after" });
    expect(beside.error?.code).toBe("edit-no-match");
    const gone = { path: "a.js", symbol: "a", action: "replace", text: "" };
    expect((await session.call("edit_symbol", gone)).error).toBeNull();
    expect((await session.call("edit_symbol", { ...gone, symbol: "b" })).error).toBeNull();
  });

  it("refuses to insert between code of one line", async () => {
    const session = await opened("a.ts", "enum E { One, Two }\n");
    const { error } = await session.call("edit_symbol", {
      path: "a.ts",
      symbol: "One",
      action: "insert_after",
      text: "Three,",
    });
    expect(error?.code).toBe("edit-no-match");
    expect(error?.message).toContain("on the same line after the symbol");
  });

  it("needs a prior read, and merges with a change that somebody else made meanwhile", async () => {
    const session = await openToolSession({ files: { "a.ts": shapes } });
    const edit = {
      path: "a.ts",
      symbol: "Circle.area",
      action: "replace",
      text: "area(): number { return 3; }",
    };
    expect((await session.call("edit_symbol", edit)).error?.code).toBe("file-not-read");
    await session.call("read_file", { path: "a.ts" });
    session.put({ "a.ts": shapes.replace("shape.area()", "shape.area() + 1") });
    const outcome = await session.call("edit_symbol", edit);
    expect(textOf(outcome)).toContain("Merged with a change that somebody else made");
    const text = session.bytes("a.ts").toString();
    expect(text).toContain("area(): number { return 3; }");
    expect(text).toContain("shape.area() + 1");
    session.put({ "a.ts": text.replace("return 3", "return 4") });
    expect((await session.call("edit_symbol", { ...edit, text: "area() {}" })).error?.code).toBe(
      "file-changed",
    );
  });

  it("says when the new text breaks the syntax", async () => {
    const session = await opened("a.ts", shapes);
    const outcome = await session.call("edit_symbol", {
      path: "a.ts",
      symbol: "Circle.area",
      action: "replace",
      text: "area(): number {",
    });
    expect(textOf(outcome)).toContain("parsed as TypeScript before this change and no longer does");
  });

  it("refuses what changes nothing, is empty, stands for code, or is no code", async () => {
    const session = await openToolSession({
      files: { "a.ts": "function f() {\n  a();\n  b();\n  c();\n}\n", "a.kt": "fun f() {}\n" },
    });
    await session.call("read_file", { path: "a.ts" });
    const codeOf = async (edit: Readonly<Record<string, unknown>>): Promise<string | undefined> =>
      (await session.call("edit_symbol", { path: "a.ts", symbol: "f", action: "replace", ...edit }))
        .error?.code;
    expect(await codeOf({ text: "function f() {\n  a();\n  b();\n  c();\n}" })).toBe(
      "edit-no-change",
    );
    expect(await codeOf({ text: " \n", action: "insert_after" })).toBe("input-invalid");
    expect(await codeOf({ text: "function f() {\n  // ... rest of the code ...\n}" })).toBe(
      "input-invalid",
    );
    expect(await codeOf({ path: "a.kt", text: "x" })).toBe("input-invalid");
    expect(await codeOf({ path: "b.ts", text: "x" })).toBe("file-not-found");
  });
});

testToolContract("edit_symbol", [
  { path: "src/main.ts", symbol: "answer", action: "replace", text: "export const answer = 2;" },
  { path: "src/main.ts", symbol: "answer", action: "insert_after", text: "const b = 2;" },
]);
