import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, type TestContext, test } from "vitest";
import { chatCompletions } from "../../packages/agent/src/fixtures/strict-vendor/chat-completions.ts";
import { messages } from "../../packages/agent/src/fixtures/strict-vendor/messages.ts";
import {
  type Reaction,
  sendError,
  startStrictVendor,
  wires,
} from "../../packages/agent/src/fixtures/strict-vendor/strict-vendor.ts";
import { selfSigned } from "../../packages/tools/src/fixtures/self-signed.ts";
import { eventsOf, key, modelWords, openProject, type Ran } from "./project.ts";

// Faults between the built program and a model's server, as the person sees them.

/** One line, without a stack. */
function expectOneLine({ stderr }: Ran, text: string): void {
  expect(stderr).toContain(text);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(4);
}

describe.concurrent("toolwright run", () => {
  test.for(wires)(
    "says which variable has the wrong key, and never the key: $vendor",
    async (wire, context) => {
      const project = openProject(context);
      const wrong = "sk-wrong-9c1e77d0a4b2";
      const vendor = await startStrictVendor(
        wire,
        () => (response) => sendError(response, wire, `No: ${wrong}`, 401),
        wrong,
      );
      context.onTestFinished(() => vendor.close());
      const environment = { [wire.keyVariable]: wrong };
      for (const more of [[], ["--json"]]) {
        const ran = await project.toolwright(
          ["run", "x", ...modelWords(wire, vendor.baseUrl), ...more],
          { environment },
        );
        expect(ran.status).toBe(1);
        expect(ran.stdout + ran.stderr).toContain(`Check the key in ${wire.keyVariable}.`);
        expect(ran.stdout + ran.stderr).not.toContain(wrong);
      }
      expect(vendor.requests).toHaveLength(2);
      // Neither the journal nor the stored conversation has it.
      const leaks = filesBelow(join(project.home, "..")).filter((file) =>
        readFileSync(file).includes(wrong),
      );
      expect(leaks).toEqual([]);
    },
  );

  test("asks for the key's variable before anything else", async (context) => {
    const ran = await openProject(context).toolwright([
      "run",
      "x",
      "--model",
      "anthropic/claude-sonnet-5",
    ]);
    expect(ran).toMatchObject({ status: 2, stdout: "" });
    expectOneLine(ran, "anthropic/claude-sonnet-5 needs a key: set ANTHROPIC_API_KEY.");
  });

  test("says to a stranger how to give it a model", async (context) => {
    const ran = await openProject(context).toolwright(["run", "x"]);
    expect(ran.status).toBe(2);
    expectOneLine(ran, "toolwright run --demo");
  });

  test("says that nothing answers at an address", async (context) => {
    const ran = await openProject(context).toolwright([
      "run",
      "x",
      ...modelWords(chatCompletions, "http://127.0.0.1:9/v1"),
    ]);
    expect(ran.status).toBe(1);
    expectOneLine(
      ran,
      "Nothing answers at http://127.0.0.1:9 (ECONNREFUSED). Check that the URL is right",
    );
  });

  test("does not trust a certificate that nobody vouches for, and says how to add one", async (context) => {
    const server = createServer(selfSigned, (_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    context.onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const ran = await openProject(context).toolwright([
      "run",
      "x",
      ...modelWords(chatCompletions, `https://127.0.0.1:${port}/v1`),
    ]);
    expect(ran.status).toBe(1);
    expectOneLine(
      ran,
      "is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). For one of your own, set NODE_EXTRA_CA_CERTS=FILE.",
    );
  });

  test("tells of a failure that it tries again, and goes on", async (context) => {
    let isDown = true;
    const { ran } = await runAgainst(context, () => {
      if (!isDown) return { text: "Up again." };
      isDown = false;
      return (response, wire) => {
        response.setHeader("retry-after", "0");
        sendError(response, wire, "overloaded", 529);
      };
    });
    expect(ran).toMatchObject({ status: 0, stdout: "Up again.\n" });
    expect(ran.stderr).toContain("trying again in 0 s: compatible/qwen3: 529 overloaded.");
  });

  test("does not hang on a call that needs approval, a question, or a stream that stalls", async (context) => {
    const silent: Reaction = () => undefined;
    const { ran } = await runAgainst(
      context,
      (_, answers) =>
        answers === 0
          ? { calls: [{ name: "ask_user", input: { questions: [{ question: "Which?" }] } }] }
          : silent,
      { words: ["--json"], interruptAt: '"step":2' },
    );
    expect(ran.status).toBe(130);
    expect(eventsOf(ran).at(-1)).toMatchObject({ status: "cancelled" });
  });

  test("takes the limits of a model's answers from the settings", async (context) => {
    const project = openProject(context);
    const vendor = await startStrictVendor(messages, () => ({ text: "Hello." }), key);
    context.onTestFinished(() => vendor.close());
    const id = `anthropic/${messages.model}`;
    const price = { input: 10, output: 100 };
    project.settings({
      model: id,
      models: [{ id, price, maxOutputTokens: 77, silenceMs: 60_000 }],
    });
    const words = ["run", "Hi", "--base-url", vendor.baseUrl, "--json"];
    const ran = await project.toolwright(words, { environment: { ANTHROPIC_API_KEY: key } });
    expect(vendor.requests).toMatchObject([{ maxOutputTokens: 77 }]);
    expect(eventsOf(ran).at(-1)).toMatchObject({
      text: "Hello.",
      costUsd: expect.closeTo(0.002, 1),
    });
  });

  test("gives no task from a pipe that is empty or blank", async (context) => {
    const project = openProject(context);
    for (const stdin of ["", " \n\t\n"]) {
      const ran = await project.toolwright(["run", "--model", "scripted/none.json"], { stdin });
      expect(ran.status).toBe(2);
      expectOneLine(ran, "Say what to do");
    }
  });

  test("ends when the reader of its events has gone, and says how to continue", async (context) => {
    const { ran } = await runAgainst(
      context,
      () => ({ calls: [{ name: "list_directory", input: {} }] }),
      { words: ["--json"], closesOutput: true },
    );
    expect(ran.status).toBe(130);
    expectOneLine(ran, "To continue: toolwright run --resume ");
  });
});

async function runAgainst(
  context: TestContext,
  think: Parameters<typeof startStrictVendor>[1],
  {
    words = [],
    ...options
  }: {
    readonly words?: readonly string[];
    readonly interruptAt?: string;
    readonly closesOutput?: boolean;
  } = {},
) {
  const project = openProject(context);
  const vendor = await startStrictVendor(chatCompletions, think, key);
  context.onTestFinished(() => vendor.close());
  const ran = await project.toolwright(
    ["run", "x", ...modelWords(chatCompletions, vendor.baseUrl), ...words],
    { environment: { TOOLWRIGHT_API_KEY: key }, ...options },
  );
  return { ran, vendor, project };
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());
}
