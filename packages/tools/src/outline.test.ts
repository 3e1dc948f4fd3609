import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testToolContract } from "./fixtures/tool-contract.ts";
import { openToolSession, textOf } from "./fixtures/tool-session.ts";

const server = `import { Store } from "./store.ts";

/** Serves. */
export class Server {
  readonly #store = new Store();

  listen(port: number): Promise<void> {
    return this.#store.open(port);
  }
}
`;

describe("outline of a file", () => {
  it("shows the symbols with their lines and signatures", async () => {
    const { call } = await openToolSession({ files: { "src/server.ts": server } });
    const outcome = await call("outline", { path: "src/server.ts" });
    expect(textOf(outcome)).toBe(
      [
        "src/server.ts (TypeScript; 10 lines; 3 symbols)",
        "4-10  export class Server",
        "5    readonly #store = new Store()",
        "7-9    listen(port: number): Promise<void>",
      ].join("\n"),
    );
    expect(outcome.structured).toMatchObject({
      isComplete: true,
      files: [
        {
          path: "src/server.ts",
          symbols: [
            { kind: "class", name: "Server", startLine: 4, endLine: 10, depth: 0 },
            { kind: "field", name: "#store", depth: 1 },
            { kind: "method", name: "listen", startLine: 7, endLine: 9, depth: 1 },
          ],
        },
      ],
    });
  });

  it("leaves out the deepest symbols beyond the limit, and says so", async () => {
    const { call } = await openToolSession({
      files: { "a.ts": "class A { a() {} b() {} }\nclass B {}\n" },
    });
    const outcome = await call("outline", { path: "a.ts", limit: 3 });
    expect(textOf(outcome)).toBe(
      "a.ts (TypeScript; 2 lines; 3 of 4 symbols)\n1  class A\n1    a()\n2  class B\n\nThe innermost symbols are not shown; raise limit to see them.",
    );
    expect(outcome.structured).toMatchObject({ isComplete: false });
  });

  it("says that a file has syntax errors", async () => {
    const { call } = await openToolSession({ files: { "a.ts": "function f() {\n" } });
    expect(textOf(await call("outline", { path: "a.ts" }))).toContain(
      "it has syntax errors, so symbols may be missing",
    );
  });

  it("names the known languages for a file of another", async () => {
    const { call } = await openToolSession({ files: { "a.kt": "fun f() {}\n" } });
    const { error } = await call("outline", { path: "a.kt" });
    expect(error?.code).toBe("input-invalid");
    expect(error?.message).toMatch(/No grammar is known for 'a\.kt'.*TypeScript, TSX, .*INI\.$/);
  });

  it("refuses what is no text, too long, or missing, and names the alternative", async () => {
    const { call } = await openToolSession({
      files: {
        "binary.ts": Uint8Array.from([0, 1, 2, 0, 255, 254, 0, 7]),
        "long.js": "var a=function(e,t){return e&&t};".repeat(70_000),
      },
    });
    expect((await call("outline", { path: "binary.ts" })).error?.code).toBe("not-text");
    expect((await call("outline", { path: "long.js" })).error?.code).toBe("file-too-large");
    expect((await call("outline", { path: "binery.ts" })).error?.message).toContain("binary.ts");
  });

  it("reads other encodings", async () => {
    const latin = Buffer.from(
      "function gr\u00f6\u00dfe() { return 'caf\u00e9 \u00fcber'; }\n",
      "latin1",
    );
    const utf16 = Buffer.from("\ufefffunction wide() {}\n", "utf16le");
    const { call } = await openToolSession({
      files: { "latin.js": latin, "wide.js": utf16, "bom.js": "\ufefffunction marked() {}\n" },
    });
    expect(textOf(await call("outline", { path: "latin.js" }))).toContain("1  function größe()");
    expect(textOf(await call("outline", { path: "wide.js" }))).toContain("1  function wide()");
    expect(textOf(await call("outline", { path: "bom.js" }))).toContain("1  function marked()");
  });

  it("writes out hidden characters", async () => {
    const { call } = await openToolSession({
      files: { "a.ts": "export const f\u200bree = 'a\u202eb', x = 1;\n" },
    });
    const text = textOf(await call("outline", { path: "a.ts" }));
    expect(text).not.toMatch(/[\u200b\u202e]/);
    expect(text).toContain(String.raw`'a\u{202e}b'`);
  });

  it("shows no part of a secret, also where it cuts", async () => {
    const secret = "Zq7Kw9Xv3Jp5Gt8Yb6Nd4Lm2";
    const padding = "x".repeat(140);
    const { call } = await openToolSession({
      hidesSecrets: true,
      environment: { API_TOKEN: secret },
      files: { "a.ts": `const a = "${secret}";\nconst b = "${padding} ${secret}";\n` },
    });
    const text = textOf(await call("outline", { path: "a.ts" }));
    expect(text).toContain("«secret:API_TOKEN»");
    expect(text).not.toContain(secret.slice(0, 6));
  });
});

describe("outline of hostile code", () => {
  it.each([
    ["a.js", "x = " + "[".repeat(100_000) + "]".repeat(100_000)],
    ["a.ts", "(".repeat(100_000)],
    ["a.js", "function f() {".repeat(30_000) + "}".repeat(30_000)],
    ["a.ts", "namespace a {".repeat(5_000) + "}".repeat(5_000)],
    ["a.cpp", "({[".repeat(30_000)],
    ["a.css", "a{".repeat(50_000)],
    ["a.py", Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(depth)}if x:\n`).join("")],
    ["a.sh", "cat <<A <<B\n".repeat(10_000)],
    ["a.rb", "x(<<A, <<B)\n".repeat(10_000)],
    ["a.go", `var x = "${"\u0300".repeat(50_000)}"\n`],
    ["a.rs", "r#".repeat(50_000)],
    ["a.php", "<?php " + "$$".repeat(50_000)],
    ["a.java", "class A<".repeat(20_000)],
    ["a.cs", "#if\n".repeat(20_000)],
    ["a.ps1", "@'\n".repeat(20_000)],
    ["a.ini", "[".repeat(100_000)],
  ])("ends in %s with an outline or an error", { timeout: 60_000 }, async (path, text) => {
    const { call } = await openToolSession({
      files: { [path]: text, "b.ts": "function b() {}\n" },
    });
    const outcome = await call("outline", { path });
    expect(["ok", "error"]).toContain(outcome.status);
    expect(outcome.error?.code ?? "timeout").toBe("timeout");
    expect(textOf(await call("outline", { path: "b.ts" }))).toContain("1  function b()");
    expect(textOf(await call("outline", {}))).toContain("b.ts\n1  function b()");
  });

  it("ends with text that is noise in every language", { timeout: 120_000 }, async () => {
    let seed = 1;
    const noise = Array.from({ length: 60_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return String.fromCharCode(32 + (seed % 95));
    }).join("");
    const endings = "ts tsx js py go rs java cpp cs rb php sh ps1 css ini".split(" ");
    const files = Object.fromEntries(endings.map((ending) => [`noise.${ending}`, noise]));
    const { call } = await openToolSession({ files: { ...files, "b.ts": "function b() {}\n" } });
    for (const path of Object.keys(files)) {
      expect((await call("outline", { path })).error?.code ?? "timeout").toBe("timeout");
    }
    expect(textOf(await call("outline", {}))).toContain("function b()");
  });
});

describe("outline of a directory", () => {
  it("shows the symbols that most other files mention, by file", async () => {
    const { call } = await openToolSession({
      files: {
        "src/store.ts": "export class Store { open() {} }\nexport function helper() {}\n",
        "src/server.ts": server,
        "src/main.ts":
          'import { Server } from "./server.ts";\nnew Server(new Store()).listen(80);\n',
        "notes.md": "# Store\n",
      },
    });
    const outcome = await call("outline", { limit: 2 });
    expect(textOf(outcome)).toBe(
      [
        ". (3 files, 6 symbols; the 2 that most other files mention)",
        "src/server.ts",
        "4-10  export class Server",
        "src/store.ts",
        "1  export class Store",
        "",
        "Most symbols that are not shown are in 'src/server.ts' (2), 'src/store.ts' (2). Outline one of these, or raise limit.",
      ].join("\n"),
    );
    expect(outcome.structured).toMatchObject({ isComplete: false });
    const all = textOf(await call("outline", { path: "src" }));
    expect(all).toContain("src (3 files, 6 symbols)\nsrc/server.ts\n");
    expect(all).not.toContain("not shown");
  });

  it("names some of the files that have no symbols", async () => {
    const files = ["b", "c", "d", "e", "f", "g", "h", "i"].map((name) => [`${name}.ts`, "f();\n"]);
    const { call } = await openToolSession({
      files: { "a.ts": "function f() {}\n", ...Object.fromEntries(files) },
    });
    expect(textOf(await call("outline", {}))).toBe(
      ". (9 files, 1 symbol)\na.ts\n1  function f()\n\nWithout symbols: 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts', 'g.ts' and 2 more.",
    );
  });

  it("leaves out ignored, protected and linked files", async () => {
    const { call, root, outside } = await openToolSession({
      files: {
        ".gitignore": "dist/\n",
        "dist/built.js": "function ignored() {}\n",
        "node_modules/p/index.js": "function foreign() {}\n",
        "vault/key.ts": "function guarded() {}\n",
        "a.ts": "function seen() {}\n",
      },
      rules: [{ deny: "read(vault/**)" }],
    });
    writeFileSync(join(outside, "b.ts"), "function outer() {}\n");
    symlinkSync(join(outside, "b.ts"), join(root, "b.ts"));
    mkdirSync(join(outside, "more"));
    symlinkSync(join(outside, "more"), join(root, "more"));
    expect(textOf(await call("outline", {}))).toBe(
      ". (1 file, 1 symbol)\na.ts\n1  function seen()",
    );
    expect((await call("outline", { path: "vault/key.ts" })).status).toBe("refused");
    expect((await call("outline", { path: "b.ts" })).error?.code).toBe("path-outside-workspace");
  });

  it("counts files that it can't read as code", async () => {
    const { call } = await openToolSession({
      files: {
        "a.ts": "function seen() {}\n",
        "binary.ts": Uint8Array.from([0, 1, 2, 0]),
        "long.ts": "// x\n".repeat(120_000),
        "bundle.js": `${"function f(e){return e&&e.b};".repeat(2_000)}\n`,
      },
    });
    expect(textOf(await call("outline", {}))).toContain(
      "3 files were left out: longer than 512 KiB, minified, or not readable as code.",
    );
  });

  it("is the same from stored analyses, and notices what changed", async () => {
    const kept = new Map<string, Uint8Array>();
    let finds = 0;
    const analyses = {
      find(keys: readonly string[]) {
        const found = keys.flatMap((key) => {
          const value = kept.get(key);
          return value === undefined ? [] : [[key, value] as const];
        });
        finds += found.length;
        return new Map(found);
      },
      keep(values: ReadonlyMap<string, Uint8Array>) {
        for (const [key, value] of values) kept.set(key, value);
      },
    };
    const { call, put } = await openToolSession({
      files: { "a.ts": "export class Store {}\n", "b.ts": "new Store();\n" },
      session: { analyses },
    });
    const first = await call("outline", {});
    expect([kept.size, finds]).toEqual([2, 0]);
    expect(textOf(await call("outline", {}))).toBe(textOf(first));
    expect(finds).toBe(2);
    put({ "a.ts": "\nexport class Shop {}\n" });
    expect(textOf(await call("outline", {}))).toContain("a.ts\n2  export class Shop");
    // Bytes that are no analysis count as none.
    for (const key of kept.keys()) kept.set(key, Uint8Array.from([1, 2, 3]));
    expect(textOf(await call("outline", {}))).toContain("2  export class Shop");
  });

  it("shows nothing of a file that changes meanwhile, and says so", async () => {
    const session = await openToolSession({
      files: { "a.ts": "export class Store {}\n", "b.ts": "function f() {}\n" },
      session: {
        analyses: {
          find: () => new Map<string, Uint8Array>(),
          // After the analysis, before anything is shown.
          keep: () => session.put({ "a.ts": "secret();\nexport class Store {}\n" }),
        },
      },
    });
    const text = textOf(await session.call("outline", {}));
    expect(text).toContain("b.ts\n1  function f()");
    expect(text).not.toContain("a.ts\n");
    expect(text).toContain("1 file was changed meanwhile, and not shown. Call again.");
  });

  it("says of a directory without code that there is none", async () => {
    const { call } = await openToolSession({ files: { "doc/a.md": "# A\n" } });
    const outcome = await call("outline", { path: "doc" });
    expect(textOf(outcome)).toMatch(/^doc has no file of a known language below it\./);
    expect(outcome.structured).toEqual({ files: [], isComplete: true });
  });
});

testToolContract("outline", [{}, { path: "src" }, { path: "src/main.ts" }, { path: ".." }]);
