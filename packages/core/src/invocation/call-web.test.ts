import { createMemoryWorkspace, createScriptedApprover } from "@toolwright/testing";
import { describe, expect, test } from "vitest";
import { createApprovalQueue } from "../approval/approval-queue.ts";
import { requestEffect } from "../effects/kinds/network.ts";
import { createPolicy } from "../policy/create-policy.ts";
import type { WebRequest } from "../ports/web.ts";
import { createRegistry } from "../registry/registry.ts";
import { createSession } from "../session/create-session.ts";
import type { SessionOptions } from "../session/session.ts";
import type { PrepareContext, ToolContext } from "../tool/context.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { Outcome } from "./outcome.ts";

const home = new URL("https://site.test/");

function fetching(context: Pick<ToolContext | PrepareContext, "web" | "signal">, url: URL) {
  return context.web.fetch({ url, accept: "*/*", signal: context.signal });
}

interface Scene {
  readonly prepare?: (context: PrepareContext) => Promise<unknown>;
  readonly execute: (context: ToolContext) => Promise<string>;
  readonly options?: Partial<SessionOptions>;
  readonly isAttended?: boolean;
}

/** Runs a tool that declares requests to one host, with a web that answers everything. */
async function run({ prepare, execute, options = {}, isAttended = false }: Scene) {
  const requests: WebRequest[] = [];
  const registry = createRegistry();
  await registry.register([
    defineTool<object, object>({
      name: "get_page",
      kind: "fetch",
      description: "Gets a page.",
      input: { type: "object" },
      effects: () => [requestEffect(home)],
      ...(prepare !== undefined && {
        async prepare(_input: object, context: PrepareContext) {
          await prepare(context);
          return { summary: "Get", effects: [requestEffect(home)], prepared: {} };
        },
      }),
      execute: (_input, context) => execute(context),
    }),
  ]);
  const workspace = createMemoryWorkspace();
  const approvals = createApprovalQueue();
  if (isAttended) approvals.attach(createScriptedApprover([]));
  const session = await createSession({
    registry,
    workspace,
    approvals,
    policy: createPolicy({
      mode: "default",
      roots: workspace.roots,
      layers: [{ name: "user", source: "test", rules: [{ allow: "network(site.test:443)" }] }],
    }),
    web: {
      reasonAgainst: () => null,
      async fetch(request) {
        requests.push(request);
        return { status: 200, headers: {}, bytes: new Uint8Array() };
      },
    },
    ...options,
  });
  const outcome = await session.call({ name: "get_page", input: {} });
  return { outcome, requests };
}

function textOf({ content, error }: Outcome): string {
  const [part] = content;
  return error?.message ?? (part?.type === "text" ? part.text : "");
}

test("a request to a host and port of the call's effects is made", async () => {
  const { outcome, requests } = await run({
    execute: async (context) => String((await fetching(context, home)).status),
  });
  expect(textOf(outcome)).toBe("200");
  expect(requests).toMatchObject([{ url: home, isUnattended: true }]);
});

test("the web learns that somebody can answer prompts", async () => {
  const { requests } = await run({
    isAttended: true,
    execute: async (context) => String((await fetching(context, home)).status),
  });
  expect(requests).toMatchObject([{ isUnattended: false }]);
});

test.each(["https://other.test/", "https://site.test:8443/", "http://site.test/"])(
  "a request to %s, which the effects don't cover, is not made",
  async (address) => {
    const { outcome, requests } = await run({
      execute: async (context) => String((await fetching(context, new URL(address))).status),
    });
    expect(outcome.error?.code).toBe("permission-denied");
    expect(requests).toEqual([]);
  },
);

test("nothing is fetched before the decision", async () => {
  const { outcome, requests } = await run({
    prepare: (context) => fetching(context, home),
    execute: async () => "done",
  });
  expect(outcome.error?.code).toBe("permission-denied");
  expect(requests).toEqual([]);
});

test("nothing is fetched once the call is over", async () => {
  let late: ToolContext | undefined;
  const { requests } = await run({
    execute: async (context) => {
      late = context;
      return "done";
    },
  });
  const attempt = (async () => fetching(late as ToolContext, home))();
  await expect(attempt).rejects.toMatchObject({ code: "permission-denied" });
  expect(requests).toEqual([]);
});

test("a host name with a final dot is the same host", () => {
  expect(requestEffect(new URL("http://Site.test.:8080/x"))).toEqual({
    type: "network",
    host: "site.test",
    port: 8080,
    method: "GET",
  });
});

test("the session's model gets prompts without secrets", async () => {
  const prompts: string[] = [];
  const { outcome } = await run({
    execute: async ({ askModel }) => (await askModel?.("The key is hunter2-hunter2.")) ?? "none",
    options: {
      host: {
        async askModel({ prompt }) {
          prompts.push(prompt);
          return "I see.";
        },
      },
      redactor: { redact: (text) => text.replaceAll("hunter2-hunter2", "«secret:KEY»") },
    },
  });
  expect(prompts).toEqual(["The key is «secret:KEY»."]);
  expect(textOf(outcome)).toBe("I see.");
});

test("without a model there is nothing to ask", async () => {
  const { outcome } = await run({
    execute: async ({ askModel }) => String(askModel),
  });
  expect(textOf(outcome)).toBe("undefined");
});

describe("a search", () => {
  const serviceAt = (host: string) => {
    const queries: string[] = [];
    const webSearch: NonNullable<SessionOptions["webSearch"]> = {
      service: "Sample",
      effect: requestEffect(new URL(`https://${host}/`)),
      async search({ query }) {
        queries.push(query);
        return [];
      },
    };
    return { queries, webSearch };
  };
  const searching = ({ webSearch, signal }: ToolContext) =>
    webSearch.search({ query: "x", maxResults: 1, allowedDomains: [], blockedDomains: [], signal });

  test("is made by the session's service, if the call's effects cover its request", async () => {
    const { queries, webSearch } = serviceAt("site.test");
    const { outcome } = await run({
      execute: async (context) =>
        `${context.webSearch.service}: ${(await searching(context)).length}`,
      options: { webSearch },
    });
    expect(textOf(outcome)).toBe("Sample: 0");
    expect(queries).toEqual(["x"]);
  });

  test("is not made if they don't, nor once the call is over", async () => {
    const { queries, webSearch } = serviceAt("other.test");
    const execute = async (context: ToolContext) => String((await searching(context)).length);
    const { outcome } = await run({ execute, options: { webSearch } });
    expect(outcome.error?.code).toBe("permission-denied");
    let late: ToolContext | undefined;
    const covered = serviceAt("site.test");
    await run({
      execute: async (context) => {
        late = context;
        return "done";
      },
      options: { webSearch: covered.webSearch },
    });
    const attempt = (async () => searching(late as ToolContext))();
    await expect(attempt).rejects.toMatchObject({ code: "permission-denied" });
    expect([...queries, ...covered.queries]).toEqual([]);
  });

  test("needs a session with a service", async () => {
    const { outcome } = await run({
      execute: async (context) => String((await searching(context)).length),
    });
    expect(outcome.error?.code).toBe("tool-not-available");
  });
});
