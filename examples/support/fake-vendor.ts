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
}

export interface FakeVendor {
  readonly url: string;
  /** The results of all steps. */
  readonly told: readonly ToldResult[];
  close(): Promise<void>;
}

export async function startFakeVendor<Body>(
  format: WireFormat<Body>,
  script: readonly ScriptedStep[],
): Promise<FakeVendor> {
  const told: ToldResult[] = [];
  let at = 0;
  const answer = (path: string, body: Body): unknown => {
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
    return format.answer(step);
  };
  const server = createServer((request, response) => {
    void readJson(request)
      .then((body) => ({ status: 200, body: answer(request.url ?? "", body as Body) }))
      .catch((error: unknown) => ({ status: 400, body: { error: { message: String(error) } } }))
      .then(({ status, body }) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
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
