// Question: what does redacting secrets cost, and how often is ordinary text redacted?
// Workload: the sources below node_modules (all text files up to 4 MiB), as a whole and as reads of 2.5 kB,
// which hold no secrets; searched for 0, 10 and 200 secrets from an environment.
// Baselines in the same run: one regular expression of the same values without their encodings, and
// `includes` for each value: the obvious first version.
// Source of the goals: our own: at most 1 % of the files of ordinary source trees have a false placeholder;
// at least 100 MB/s in text without secrets.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Redactor } from "@toolwright/core";
import { createEnvironment, createRedactor } from "@toolwright/workspace";
import { seededSecrets } from "../packages/tools/src/fixtures/seeded-secrets.ts";
import { root } from "../scripts/repository.ts";
import { type Contestant, describeMachine, goal, interleave, table } from "./support/measure.ts";

let consumed = 0;

const maxFileBytes = 4 * 1024 * 1024;

const files = textsBelow(join(root, "node_modules"));
const megabytes = files.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
console.log(`Hiding secrets. ${describeMachine()}`);
console.log(`${files.length} source files, ${megabytes.toFixed(0)} MB.\n`);

measureFalsePlaceholders();
await measureSpeed();

/** Also with this machine's own environment, as in a session. */
function measureFalsePlaceholders(): void {
  const redactor = createRedactor({
    environment: createEnvironment({ ...process.env, ...seededSecrets(200) }),
    roots: [root],
  });
  const kinds = new Map<string, number>();
  let shown = 0;
  let fileCount = 0;
  for (const { path, text } of files) {
    const found = redactor.redact(text).match(/«secret:(?!literal:)[^»]*»/g) ?? [];
    if (found.length === 0) continue;
    fileCount += 1;
    for (const placeholder of found) {
      const kind = placeholder.replace(/-?\d*»$/, "").slice("«secret:".length);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    if (process.argv.includes("--show") && shown < 60) {
      shown += 1;
      console.log(`${path.slice(root.length + 1)}: ${found.slice(0, 3).join(" ")}`);
    }
  }
  goal("files with a placeholder", (fileCount / files.length) * 100, 1, "%");
  const list = Array.from(kinds, ([kind, count]) => `${kind} ${count}`).join(", ");
  console.log(`        ${fileCount} files: ${list || "none"}\n`);
}

async function measureSpeed(): Promise<void> {
  // Always the same file, whatever else is installed: a minified bundle of 2.6 MB.
  const bundles = files.filter(({ path }) => path.includes("@modelcontextprotocol/inspector"));
  const big =
    bundles.map(({ text }) => text).toSorted((one, other) => other.length - one.length)[0] ?? "";
  const middle = Math.floor(big.length / 2);
  // A flat string, like a text that was just read.
  const small = Buffer.from(big.slice(middle, middle + 2_500)).toString();
  const values = Object.values(seededSecrets(10));
  const expression = new RegExp(
    values.map((value) => value.replace(/[^\w]/g, "\\$&")).join("|"),
    "g",
  );
  const redactors = [0, 10, 200].map(
    (count) => [`toolwright, ${count} secrets`, redactorOf(count)] as const,
  );
  for (const [, redactor] of redactors) {
    if (redactor.redact(small) !== small) throw new Error("The workload holds something to hide.");
  }
  const contestants = (text: string): Contestant[] => [
    repeated("one expression, 10 secrets, no encodings", () => text.replace(expression, "x")),
    repeated("includes, 10 secrets, no encodings", () =>
      values.reduce(
        (rest, value) => (rest.includes(value) ? rest.replaceAll(value, "x") : rest),
        text,
      ),
    ),
    ...redactors.map(([name, redactor]) => repeated(name, () => redactor.redact(text))),
    repeated("toolwright, 10 secrets, stream in pieces of 4 kB", () =>
      streamed(redactors[1]?.[1], text),
    ),
  ];
  const little = await interleave(contestants(small), { rounds: 15, times: 4_000 });
  const large = await interleave(contestants(big), { rounds: 7, times: 2 });
  const base = little.get("one expression, 10 secrets, no encodings")?.median ?? Number.NaN;
  console.log(
    table([
      ["what", "2.5 kB, µs", "ratio", `${(big.length / 1e6).toFixed(1)} MB, MB/s`],
      ...Array.from(little, ([name, { median }]) => [
        name,
        median.toFixed(2),
        `x${(median / base).toFixed(2)}`,
        (big.length / (large.get(name)?.median ?? Number.NaN)).toFixed(0),
      ]),
    ]),
  );
  console.log();
  goal(
    "2.5 kB with 10 secrets",
    little.get("toolwright, 10 secrets")?.median ?? Number.NaN,
    10,
    "µs",
  );
  const perMegabyte =
    (large.get("toolwright, 200 secrets")?.median ?? Number.NaN) / (big.length / 1e6);
  goal("a megabyte with 200 secrets", perMegabyte / 1_000, 10, "ms");
}

function redactorOf(count: number): Redactor {
  return createRedactor({ environment: createEnvironment(seededSecrets(count)), roots: [] });
}

function repeated(name: string, work: () => string): Contestant {
  return {
    name,
    run(times) {
      for (let i = 0; i < times; i += 1) consumed += work().length;
    },
  };
}

function streamed(redactor: Redactor | undefined, text: string): string {
  const stream = redactor?.stream?.();
  if (stream === undefined) throw new Error("It has no stream.");
  let length = 0;
  for (let at = 0; at < text.length; at += 4_096)
    length += stream.push(text.slice(at, at + 4_096)).length;
  if (length + stream.end().length !== text.length)
    throw new Error("The stream changed something.");
  return text;
}

function textsBelow(folder: string): readonly { readonly path: string; readonly text: string }[] {
  const found: { path: string; text: string }[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || statSync(path).size > maxFileBytes) continue;
    const bytes = readFileSync(path);
    if (!bytes.subarray(0, 8_192).includes(0)) found.push({ path, text: bytes.toString() });
  }
  return found;
}

if (consumed === -1) console.log(consumed);
