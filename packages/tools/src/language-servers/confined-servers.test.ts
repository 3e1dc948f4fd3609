import { readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { defaultSandbox } from "@toolwright/sandbox";
import { describe, expect, it } from "vitest";
import { openToolSession, textOf, type ToolSession } from "../fixtures/tool-session.ts";

const availability = await defaultSandbox(process.env).available();
const reason = availability.ok ? "" : ` (skipped: ${availability.reason})`;
const program = readFileSync(new URL("./fixtures/fake-server.ts", import.meta.url), "utf8");

interface Scene extends ToolSession {
  readonly questions: () => number;
}

/** The sandbox shows no temporary directory, so the server is a file of the workspace. */
async function open(files: Record<string, string>, behaviour = ""): Promise<Scene> {
  let questions = 0;
  const session = await openToolSession({
    files: { "server.mjs": stripTypeScriptTypes(program), ".env": "TOKEN=secret\n", ...files },
    isConfined: true,
    environment: { PATH: process.env["PATH"] ?? "" },
    servers: {
      settings: {
        fake: {
          command: "sh",
          args: ["-c", `exec node server.mjs ${behaviour}`],
          extensions: [".fake"],
        },
      },
    },
    answer: () => {
      questions += 1;
      return { outcome: "once" };
    },
  });
  return { ...session, questions: () => questions };
}

describe.skipIf(!availability.ok)(
  `a confined language server${reason}`,
  { timeout: 60_000 },
  () => {
    it("works, and its approval holds after a crash", async () => {
      const { call, questions } = await open(
        { "a.fake": "def x\nuse y\n" },
        "crash-on=textDocument/rename",
      );
      expect(textOf(await call("diagnostics", { paths: ["a.fake"] }))).toContain("Unknown name y");
      const rename = { symbol: "x", new_name: "z", path: "a.fake" };
      expect((await call("rename_symbol", rename)).error?.code).toBe("command-failed");
      expect(textOf(await call("diagnostics", { paths: ["a.fake"] }))).toContain("Unknown name y");
      expect(questions()).toBe(1);
    });

    it("reads the workspace but no secret, and nothing of the home directory", async () => {
      const { call, home, put } = await open({ "b.txt": "hello" });
      writeFileSync(join(home, "diary"), "dear diary");
      put({ "a.fake": `look b.txt\nlook .env\nlook ${home}/diary\n` });
      const seen = textOf(await call("diagnostics", { paths: ["a.fake"] }));
      expect(seen).toContain("saw hello");
      expect(seen.match(/: saw/g)).toHaveLength(3);
      expect(seen).not.toMatch(/secret|dear diary/);
    });

    it("changes no file", async () => {
      const { call, bytes } = await open({ "a.fake": "look b.txt\n", "b.txt": "hello" }, "writes");
      const seen = textOf(await call("diagnostics", { paths: ["a.fake"] }));
      expect(seen).toContain("saw EROFS");
      expect(String(bytes("b.txt"))).toBe("hello");
    });
  },
);
