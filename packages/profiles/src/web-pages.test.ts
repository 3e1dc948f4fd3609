import { expect, test } from "vitest";
import {
  openToolSession,
  textOf,
  type ToolSession,
} from "../../tools/src/fixtures/tool-session.ts";
import { createTestWeb, startWebServer } from "../../tools/src/fixtures/web-server.ts";
import { callAliases } from "./call-aliases.ts";
import { type ProfileName, profileTools } from "./profiles.ts";

interface WebSession extends ToolSession {
  readonly port: number;
  readonly paths: () => readonly (string | undefined)[];
  readonly prompts: readonly string[];
}

async function open(profile: ProfileName, hasModel = false): Promise<WebSession> {
  const { port, requests } = await startWebServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<h2>Some words</h2>");
  });
  const prompts: string[] = [];
  const askModel = async ({ prompt }: { readonly prompt: string }): Promise<string> => {
    prompts.push(prompt);
    return "The answer.";
  };
  const session = await openToolSession({
    tools: await profileTools(profile),
    session: {
      web: createTestWeb(),
      aliases: callAliases,
      ...(hasModel && { host: { askModel } }),
    },
  });
  return { ...session, port, paths: () => requests.map(({ url }) => url), prompts };
}

test("gemini-cli's web_fetch fetches the URLs in its prompt", async () => {
  const { call, port, paths, session } = await open("gemini-cli");
  const questions: unknown[] = [];
  session.approvals.watch({ asked: ({ preview }) => questions.push(preview) });
  const at = `http://a.test:${port}`;
  const prompt = `Compare ${at}/one, (${at}/two) and "${at}/wiki/X_(y)". Is ${at}/three?q=1 better?`;
  const outcome = await call("web_fetch", { prompt });
  expect(new Set(paths())).toEqual(new Set(["/one", "/three?q=1", "/two", "/wiki/X_(y)"]));
  expect(questions).toEqual([
    {
      type: "text",
      text: [`${at}/one`, `${at}/two`, `${at}/wiki/X_(y)`, `${at}/three?q=1`].join("\n"),
    },
  ]);
  expect(textOf(outcome)).toContain("## Some words");
  expect(textOf(outcome)).toContain("Answer it yourself");
});

test("gemini-cli's web_fetch needs a URL, and takes 20 at most", async () => {
  const { call, port } = await open("gemini-cli");
  const none = await call("web_fetch", { prompt: "What is new on example.com?" });
  expect(none.error).toMatchObject({
    code: "input-invalid",
    message: expect.stringContaining("The prompt has no URL"),
  });
  const many = Array.from({ length: 21 }, (_, index) => `http://a.test:${port}/${index}`);
  const { error } = await call("web_fetch", { prompt: many.join(" ") });
  expect(error?.code).toBe("input-invalid");
});

test("opencode's webfetch takes formats and seconds", async () => {
  const { call, port } = await open("opencode");
  const url = `http://a.test:${port}/`;
  expect(textOf(await call("webfetch", { url }))).toContain("## Some words");
  expect(textOf(await call("webfetch", { url, format: "html" }))).toContain("<h2>");
  const asText = textOf(await call("webfetch", { url, format: "text", timeout: 60 }));
  expect(asText).toContain("Some words");
  expect(asText).not.toContain("##");
  expect((await call("webfetch", { url, timeout: 121 })).error?.code).toBe("input-invalid");
});

test("claude-code's WebFetch answers its prompt", async () => {
  const { call, port, prompts } = await open("claude-code", true);
  const url = `http://a.test:${port}/`;
  expect(textOf(await call("WebFetch", { url, prompt: "What is it?" }))).toContain("The answer.");
  expect(prompts[0]).toContain("Question: What is it?");
});

test("these names work under the canonical ones", async () => {
  const { call, port } = await open("canonical");
  const url = `http://a.test:${port}/`;
  expect(await call("WebFetch", { url, prompt: "What is it?" })).toMatchObject({
    tool: "web_fetch",
    error: null,
  });
  expect(await call("webfetch", { url, format: "html" })).toMatchObject({
    tool: "web_fetch",
    error: null,
  });
});
