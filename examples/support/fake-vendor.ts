// A vendor's API on loopback, in place of a model. It plays a script, and answers 400 to a request that the vendor
// would refuse.
import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One answer of the model. */
export type ScriptedStep = { readonly calls: readonly ScriptedCall[] } | { readonly text: string };

/** A call's result as the vendor got it. */
export interface ToldResult {
  readonly id: string | null | undefined;
  readonly text: string;
}

/** The parts of a vendor's wire format that concern tools. */
export interface WireFormat<Body> {
  /** The end of the request's path. */
  readonly path: string;
  /** The names of the declared tools. Throws where the vendor would refuse a definition. */
  toolNames(body: Body): readonly string[];
  /** The results at the request's end. */
  resultsOf(body: Body): readonly ToldResult[];
  answer(step: ScriptedStep): unknown;
  /** The same as server-sent events, for a request with `stream`. */
  events?(step: ScriptedStep): readonly { readonly type: string }[];
}

export interface FakeVendor {
  readonly url: string;
  /** The results of all steps. */
  readonly told: readonly ToldResult[];
  close(): Promise<void>;
}

export async function startFakeVendor<Body extends object>(
  format: WireFormat<Body>,
  script: readonly ScriptedStep[],
): Promise<FakeVendor> {
  const told: ToldResult[] = [];
  let at = 0;
  const answer = (path: string, body: Body): string => {
    assert.ok(path.endsWith(format.path), path);
    const names = format.toolNames(body);
    assert.equal(new Set(names).size, names.length, "two tools have one name");
    const last = script[at - 1];
    if (last !== undefined && "calls" in last) {
      const results = format.resultsOf(body);
      const idsOf = (list: readonly Pick<ToldResult, "id">[]) => list.map(({ id }) => id);
      assert.deepEqual(idsOf(results), idsOf(last.calls), "each call needs its result");
      told.push(...results);
    }
    const step = script[at];
    assert.ok(step, "the script has ended");
    if ("calls" in step) for (const { name } of step.calls) assert.ok(names.includes(name), name);
    at += 1;
    if (!("stream" in body) || body.stream !== true) return JSON.stringify(format.answer(step));
    const events = format.events?.(step) ?? assert.fail("the fake can't stream");
    return events
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join("");
  };
  const server = createServer((request, response) => {
    void readJson(request)
      .then((body) => ({ status: 200, text: answer(request.url ?? "", body as Body) }))
      .catch((error: unknown) => {
        const body = { error: { message: String(error) } };
        return { status: 400, text: JSON.stringify(body) };
      })
      .then(({ status, text }) => {
        const isStream = text.startsWith("event: ");
        const type = isStream ? "text/event-stream" : "application/json";
        response.writeHead(status, { "content-type": type });
        response.end(text);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    told,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
