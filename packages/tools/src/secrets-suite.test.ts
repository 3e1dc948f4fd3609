// None of 200 secrets is shown in 10,000 outputs of every kind, or in a share of them.
import {
  createApprovalQueue,
  createPolicy,
  createRegistry,
  createSession,
  defineTool,
  type InvocationEvent,
  type Journal,
  ToolError,
  write,
} from "@toolwright/core";
import { createEnvironment, createRedactor, openWorkspace } from "@toolwright/workspace";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repetitions } from "@toolwright/testing/internal";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { seededNumbers, seededSecrets } from "./fixtures/seeded-secrets.ts";

const secretCount = 200;
const outputCount = repetitions(10_000);

const secrets = Object.values(seededSecrets(secretCount, 5));
const next = seededNumbers(5);
const pick = <Item>(items: readonly Item[]): Item => items[next() % items.length] as Item;

/** How a program may write a value. */
const encodings: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => JSON.stringify({ nested: [value] }),
  (value) => JSON.stringify(JSON.stringify({ value })),
  (value) => encodeURIComponent(value),
  (value) => new URLSearchParams({ q: value }).toString(),
  (value) => Buffer.from(value).toString("base64"),
  (value) => Buffer.from(`x${value}yz`).toString("base64"),
  (value) => Buffer.from(`xy${value}z`).toString("base64url"),
  (value) => Buffer.from(`user:${value}`).toString("base64"),
  (value) => Buffer.from(value).toString("hex"),
  (value) => `postgres://user:${encodeURIComponent(value)}@host/db`,
  (value) => `${value}${value}`,
];

/** All forms in which the value could be read off, decoded once or twice. */
function isIn(text: string, value: string): boolean {
  const bytes = Buffer.from(value);
  return (
    text.includes(value) ||
    text.includes(JSON.stringify(value).slice(1, -1)) ||
    text.includes(encodeURIComponent(value)) ||
    text.includes(bytes.toString("hex")) ||
    [0, 1, 2].some((before) => {
      const core = Buffer.concat([Buffer.alloc(before), bytes])
        .toString("base64")
        .replace(/=+$/, "")
        .slice(before === 0 ? 0 : before + 1, -1);
      return text.includes(core) || text.includes(core.replaceAll("+", "-").replaceAll("/", "_"));
    })
  );
}

it(`shows none of 200 secrets in ${outputCount} outputs of every kind`, {
  timeout: 240_000,
}, async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "secrets-suite-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const records: unknown[] = [];
  const stored: string[] = [];
  const events: InvocationEvent[] = [];
  let value = "";
  let written = "";
  const leak = defineTool({
    name: "leak",
    kind: "edit",
    description: "Leaks.",
    input: z.strictObject({ how: z.string(), said: z.string() }),
    effects: () => [write("a.txt")],
    prepare: () => ({
      summary: `Write ${written}`,
      effects: [write("a.txt")],
      preview: { type: "diff", path: "a.txt", diff: `-${written}\n+${value}\n` },
      prepared: null,
    }),
    execute: async (_prepared, { update }) => {
      // Split at every offset, in turn.
      const cut = next() % (written.length + 1);
      update({ title: written });
      update({ output: written.slice(0, cut) });
      update({ output: written.slice(cut), metadata: { written } });
      switch (next() % 4) {
        case 0:
          throw new ToolError("command-failed", `It said ${written}`, { details: { written } });
        case 1:
          throw new Error(written);
        case 2:
          return { content: `${"line of a log\n".repeat(40)}${written}\n${"more\n".repeat(400)}` };
        default:
          return {
            content: written,
            structured: { [written]: [written] },
            display: { type: "terminal", command: written, output: written },
            metadata: { written },
          };
      }
    },
  });
  const registry = createRegistry();
  await registry.register([leak]);
  const environment = createEnvironment(seededSecrets(secretCount, 5));
  const approvals = createApprovalQueue();
  approvals.attach({ name: "test", ask: async () => ({ outcome: "once" }) });
  const workspace = openWorkspace({ roots: [folder] });
  const journal: Journal = {
    recordIntent: async (record) => void records.push(record),
    recordOutcome: async (record) => void records.push(record),
  };
  const session = await createSession({
    registry,
    environment,
    workspace,
    approvals,
    policy: createPolicy({ mode: "default", roots: workspace.roots, layers: [] }),
    redactor: createRedactor({ environment, roots: workspace.roots }),
    journal,
    budget: { maxBytes: 800, maxImageBytes: 0 },
    outputStore: {
      keep: async (text) => {
        stored.push(text);
        return { handle: "output:00000001", keptBytes: text.length, totalBytes: text.length };
      },
      open: () => {
        throw new Error("nothing streams its output here");
      },
    },
  });
  session.subscribe((event) => events.push(event));

  for (let round = 0; round < outputCount; round += 1) {
    value = secrets[round % secrets.length] ?? "";
    written = `${pick(["", "a", "=", '"', "\n", "ä"])}${pick(encodings)(value)}${pick(["", ".", "\n", "&"])}`;
    const outcome = await session.call({ name: "leak", input: { how: "any", said: written } });
    const live = events.flatMap((event) =>
      event.type === "invocation-update" ? [event.update.output ?? ""] : [],
    );
    const seen = [outcome, events, records, stored, live.join("")]
      .map((part) => JSON.stringify(part))
      .join("\n");
    if (isIn(seen, value) || isIn(JSON.parse(JSON.stringify(live.join(""))), value)) {
      throw new Error(
        `Round ${round} shows ${JSON.stringify(value)} of ${JSON.stringify(written)}: ${seen.slice(0, 3_000)}`,
      );
    }
    expect(seen).toContain("«secret:SERVICE_");
    events.length = 0;
    records.length = 0;
    stored.length = 0;
  }
  await session.close();
});
