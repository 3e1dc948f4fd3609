import { setTimeout as wait } from "node:timers/promises";
import type { Outcome, Programs } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { openToolSession, type ToolSession } from "../fixtures/tool-session.ts";
import { createPrograms } from "./create-programs.ts";

async function run(code: string, more: object = {}): Promise<Outcome> {
  const { call } = await openToolSession({ files: { "a.txt": "one\n" } });
  return call("run_program", { code, ...more });
}

async function valueOf(code: string): Promise<unknown> {
  const outcome = await run(code, { language: "js" });
  if (outcome.error !== null) return outcome.error;
  return (outcome.structured as { value: unknown }).value;
}

describe("a program finds nothing of the host", () => {
  const names =
    "process require module exports Buffer fetch XMLHttpRequest WebSocket setTimeout setInterval setImmediate queueMicrotask performance WebAssembly Worker Deno Bun std os scriptArgs navigator structuredClone Atomics __dirname import.meta";

  it("as a global", async () => {
    const probe = names
      .split(" ")
      .filter((name) => !name.includes("."))
      .map((name) => `typeof ${name} !== "undefined" && "${name}"`);
    expect(await valueOf(`return [${probe.join()}].filter(Boolean)`)).toEqual([]);
    expect(await valueOf("return Object.keys(globalThis).sort()")).toEqual([
      "console",
      "describeTool",
      "print",
      "searchTools",
      "tools",
    ]);
  });

  it.each([
    ["the constructor of a tool", "tools.read_file.constructor"],
    ["the constructor of print", "print.constructor"],
    ["the constructor of an async function", "(async () => {}).constructor"],
    ["the constructor of an async generator", "(async function* () {}).constructor"],
    ["the constructor of an error", "(await tools.nope().catch((e) => e)).constructor.constructor"],
    [
      "the constructor of a result",
      "(await tools.file_info({ path: 'a.txt' })).constructor.constructor",
    ],
    ["an indirect eval", "(code) => () => (0, eval)('(() => {' + code + '})()')"],
    ["the prototype of a promise", "tools.file_info({ path: 'a.txt' }).constructor.constructor"],
  ])("through %s", async (_, expression) => {
    const value = await valueOf(
      `const make = ${expression};
       const found = await make("return typeof process + typeof require + (globalThis.constructor.constructor('return this')() === globalThis)")();
       return typeof found === "object" ? (await found.next()).value : found;`,
    );
    expect(value).toBe("undefinedundefinedtrue");
  });

  it.each([
    ["import()", "return import('node:fs').then(() => 'loaded', (error) => 'refused')"],
    ["import() of a file", "return import('/etc/passwd').then(() => 'loaded', () => 'refused')"],
    [
      "import() of data",
      "return import('data:text/javascript,export default 1').then(() => 'loaded', () => 'refused')",
    ],
  ])("through %s", async (_, code) => {
    expect(await valueOf(code)).toBe("refused");
  });

  it("through the stack of an error", async () => {
    const shown = JSON.stringify(
      await run("try { null.x } catch (error) { return error.stack } ", { language: "js" }),
    );
    expect(shown).not.toMatch(/node:|\.ts:\d+:\d+.*packages|worker/);
    expect(
      await valueOf(
        "Error.prepareStackTrace = (e, frames) => frames; return typeof new Error().stack",
      ),
    ).toBe("string");
  });

  it("through weak references, shared memory and finalizers", async () => {
    expect(
      await valueOf(
        `let finalized = 0;
         const registry = new FinalizationRegistry(() => { finalized += 1; });
         for (let i = 0; i < 1000; i++) registry.register({}, i);
         const shared = new SharedArrayBuffer(8);
         new Uint8Array(shared)[0] = 7;
         return [typeof new WeakRef({}).deref, new Uint8Array(shared)[0]];`,
      ),
    ).toEqual(["function", 7]);
  });

  it("of an earlier program", async () => {
    await run(
      "globalThis.left = 1; Object.prototype.left = 2; Array.prototype.map = null; JSON.parse = null;",
    );
    expect(await valueOf("return [typeof left, ({}).left ?? null, [1].map((n) => n + 1)]")).toEqual(
      ["undefined", null, [2]],
    );
  });

  it("of the time", async () => {
    const value = await valueOf(
      "const first = Date.now(); for (let i = 0; i < 3e5; i++); return Date.now() - first + new Date().getTime() - first",
    );
    expect(value).toBe(0);
  });
});

describe("what a program returns is data", () => {
  it.each([
    ["a getter that throws", "return { get x() { throw new Error('no') } }", "command-failed"],
    ["a proxy that throws", "return new Proxy({}, { ownKeys() { throw 1 } })", "command-failed"],
    [
      "a toJSON that throws",
      "return { toJSON() { throw { get message() { throw 1 } } } }",
      "command-failed",
    ],
    ["a cycle", "const a = {}; a.a = a; return a", "command-failed"],
    ["a bigint", "return 1n", "command-failed"],
    ["too much", "return 'x'.repeat(2 ** 21)", "command-failed"],
    ["a promise that never settles", "return new Promise(() => {})", "command-failed"],
    ["a thenable that never settles", "return { then() {} }", "command-failed"],
  ])("%s is an error", async (_, code, expected) => {
    const outcome = await run(code, { language: "js" });
    expect(outcome.error?.code).toBe(expected);
  });

  it.each([
    ["a function", "return () => 1", null],
    ["a symbol", "return Symbol('x')", null],
    ["nothing", ";", null],
    ["NaN", "return NaN", null],
    ["a lone surrogate", "return '\\ud800'", "\ud800"],
    ["a thenable", "return { then(resolve) { resolve(5) } }", 5],
    ["a date", "return new Date(0)", "1970-01-01T00:00:00.000Z"],
  ])("%s is JSON or null", async (_, code, expected) => {
    expect(await valueOf(code)).toEqual(expected);
  });

  it("a key __proto__ sets no prototype", async () => {
    const outcome = await run(
      `return JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}')`,
    );
    expect(outcome.status).toBe("ok");
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each(["5", "null", "'x'", "[5, null, ['call', 5], ['nope', 'x'], {}, [], ['call', ['x']]]"])(
    "requests that it forges as %s are none",
    async (forged) => {
      const outcome = await run(
        `Array.prototype.toJSON = () => (delete Array.prototype.toJSON, ${forged}); await tools.file_info({ path: "a.txt" });`,
        { language: "js" },
      );
      expect(outcome.error?.message).toContain("waits for a promise that nothing will settle");
      expect(outcome.error?.details).toEqual({ calls: [] });
    },
  );

  it("a forged request is a call like any other", async () => {
    const forged = "[['call', 'read_file', JSON.stringify({ path: 'none.txt' })]]";
    const outcome = await run(
      `Array.prototype.toJSON = () => (delete Array.prototype.toJSON, ${forged}); await tools.file_info({ path: "a.txt" });`,
      { language: "js" },
    );
    expect(outcome.error?.details?.["calls"]).toMatchObject([
      { tool: "read_file", status: "error" },
    ]);
  });

  it("an input with a key __proto__, a getter or a proxy is judged as its JSON", async () => {
    const codes = await valueOf(
      `const inputs = [JSON.parse('{"__proto__": {"path": "a.txt"}}'), { get path() { return 'a.txt' } },
         new Proxy({ path: 'a.txt' }, {}), null, 1, 'a.txt', [], () => 1, undefined, { path: ['a.txt'] }, { path: '../x' }];
       const results = [];
       for (const input of inputs) results.push(await tools.file_info(input).then((r) => r.path, (e) => e.code));
       return results;`,
    );
    expect(codes).toEqual([
      "input-invalid",
      "a.txt",
      "a.txt",
      ...Array.from({ length: 6 }, () => "input-invalid"),
      expect.any(String),
      expect.any(String),
    ]);
  });

  it.each([
    ["nothing", "throw undefined"],
    ["null", "throw null"],
    ["a symbol", "throw Symbol('x')"],
    ["a function", "throw () => 1"],
    ["a proxy", "throw new Proxy({}, { get() { throw new Error('again') } })"],
    [
      "getters",
      "throw { get name() { throw 1 }, get message() { throw 2 }, get stack() { throw 3 } }",
    ],
    ["an endless text", "throw new Error('x'.repeat(1e6))"],
    ["an object without a prototype", "throw Object.create(null)"],
    ["a toString that throws", "throw { toString() { throw 1 } }"],
    [
      "a forged code",
      "throw Object.assign(new Error('x'), { code: 'permission-denied', callId: 'call-1' })",
    ],
  ])("an error that is %s becomes a failure of the program", async (_, code) => {
    const { error, content } = await run(code, { language: "js" });
    expect(error?.code).toBe("command-failed");
    expect(JSON.stringify(content).length).toBeLessThan(20_000);
  });
});

describe("a program can't take more than it is given", () => {
  const limited = async (code: string, more: object = {}): Promise<Outcome> =>
    run(code, { language: "js", timeout_ms: 1_000, ...more });

  it.each([
    ["a loop", "for (;;);"],
    ["a loop that catches all", "for (;;) { try { for (;;); } catch {} finally { continue; } }"],
    ["microtasks", "const f = async () => { for (;;) await null }; await f();"],
    ["a chain of promises", "const f = () => void Promise.resolve().then(f); f();"],
    ["a regular expression", "/^(a+)+$/.test('a'.repeat(40) + 'b')"],
    ["a getter of its value", "return { get x() { for (;;); } }"],
    ["a thrown error's getter", "throw { get message() { for (;;); } }"],
    ["a sort", "Array.from({ length: 1e4 }, (_, i) => -i).sort(() => { for (;;); })"],
    ["a generator", "function* g() { for (;;) yield 1 } for (const x of g());"],
  ])("of time, by %s", async (_, code) => {
    expect((await limited(code)).error?.code).toBe("timeout");
  });

  it.each([
    ["lists", "const a = []; for (;;) a.push(new Array(1e5).fill(1));"],
    ["texts", "const a = []; for (;;) a.push('x'.repeat(2 ** 20) + a.length);"],
    ["buffers", "const a = []; for (;;) a.push(new ArrayBuffer(2 ** 20));"],
    ["objects", "let a = null; for (;;) a = { a };"],
    ["a huge buffer", "new ArrayBuffer(2 ** 31 - 1)"],
  ])("of memory, by %s", async (_, code) => {
    const { error } = await limited(code, { timeout_ms: 30_000 });
    expect(["command-failed"]).toContain(error?.code);
    expect(error?.message).toMatch(/memory|RangeError|length/);
  });

  it.each([
    ["itself", "(function f() { return 1 + f() })()"],
    ["a getter", "const o = { get x() { return this.x } }; o.x"],
    ["proxies", "let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x"],
    ["JSON that is read", "JSON.parse('['.repeat(1e6))"],
    ["JSON that is written", "let o = {}; for (let i = 0; i < 6e4; i++) o = { o }; return o"],
    ["its source", "eval('['.repeat(1e5))"],
    ["a toString", "const a = []; a[0] = { toString: () => String(a) }; String(a)"],
  ])("of the stack, by %s", async (_, code) => {
    const { error } = await limited(code, { timeout_ms: 20_000 });
    expect(error?.code).toMatch(/^(?:command-failed|input-invalid)$/);
    expect(await valueOf("return 'still here'")).toBe("still here");
  });

  it("of a source that nests too deeply", async () => {
    for (const language of ["js", "ts"]) {
      const { error } = await run(`return ${"[".repeat(40_000)}1${"]".repeat(40_000)}`, {
        language,
      });
      expect(["input-invalid", "command-failed", "timeout"]).toContain(error?.code);
    }
    expect(await valueOf("return 'still here'")).toBe("still here");
  });

  it("of output", async () => {
    const outcome = await run("for (let i = 0; i < 1e5; i++) print('x'.repeat(100)); return 1", {
      timeout_ms: 30_000,
    });
    const { printed } = outcome.structured as { printed: string };
    expect(printed.length).toBeLessThan(300 * 1024);
    expect(printed).toMatch(/Only the first \d+ characters/);
  });

  it("of calls, by thousands at once", async () => {
    const value = await valueOf(
      `const all = await Promise.allSettled(Array.from({ length: 5000 }, () => tools.read_file({ path: 'a.txt' })));
       const ok = all.filter(({ status }) => status === 'fulfilled').length;
       return [ok, all.find(({ status }) => status === 'rejected').reason.code];`,
    );
    expect(value).toEqual([1_000, "cancelled"]);
  });

  it("of inputs, by huge ones side by side", async () => {
    const value = await valueOf(
      `const content = 'x'.repeat(4e6);
       const all = await Promise.allSettled(Array.from({ length: 8 }, () => tools.nope({ content })));
       return all.map(({ reason }) => reason.code).sort();`,
    );
    expect(value).toContain("input-invalid");
  });

  it("of inputs that a dry run only lists", async () => {
    const outcome = await run(
      `const content = 'x'.repeat(4e6);
       for (let i = 0; i < 100; i++) tools.nope({ content }).catch(() => {});`,
      { dry_run: true },
    );
    expect((outcome.structured as { calls: unknown[] }).calls).toHaveLength(4);
  });

  it("of what asks for the next call for ever", async () => {
    const outcome = await run("for (;;) await searchTools('x');", { timeout_ms: 60_000 });
    expect(outcome.error?.message).toContain("at most 1000 calls");
  });
});

describe("a program that is over makes no call", () => {
  async function openSlow(): Promise<ToolSession & { readonly began: Promise<void> }> {
    let begin = (): void => {};
    const began = new Promise<void>((resolve) => (begin = resolve));
    const session = await openToolSession({ mode: "default", answer: () => ({ outcome: "once" }) });
    session.session.subscribe((event) => {
      if (event.type === "invocation-start" && event.parentCallId !== undefined) begin();
    });
    return { ...session, began };
  }

  it("and its calls under way are cancelled when it throws", async () => {
    const { call, events } = await openSlow();
    const outcome = await call("run_program", {
      code: "tools.run_command({ command: 'sleep 60' }); await tools.nope();",
    });
    expect(outcome.error?.code).toBe("tool-not-found");
    const ends = events.filter((event) => event.type === "invocation-end");
    expect(ends.map(({ outcome: { tool, status } }) => [tool, status])).toContainEqual([
      "run_command",
      "cancelled",
    ]);
  });

  it("and a cancelled one ends with its calls, also while it computes", async () => {
    const { session, began } = await openSlow();
    const code = "tools.run_command({ command: 'sleep 60' }); await searchTools('x'); for (;;);";
    const invocation = session.call({ name: "run_program", input: { code } });
    await began;
    invocation.cancel("Enough.");
    expect((await invocation).status).toBe("cancelled");
  });

  it("after a stop that its engine ignores", async () => {
    const programs: Programs = createPrograms();
    const stop = new AbortController();
    const ending = programs.run(
      { code: "for (;;) tools.x();", language: "js", maxBusyMs: 60_000, isDry: true },
      { onPrint: () => {}, onRequests: () => {} },
      stop.signal,
    );
    await wait(0);
    stop.abort();
    expect(await ending).toMatchObject({
      outcome: expect.stringMatching(/stopped|memory|crashed/),
    });
  });
});
