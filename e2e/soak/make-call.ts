import type { ToolCall } from "@toolwright/core";
import type { Random } from "./random.ts";

/** A tool as it is declared to a model. */
export interface Declared {
  readonly name: string;
  readonly inputSchema: Schema;
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
}

/** A model's knowledge of the workspace. */
export interface Knowledge {
  readonly paths: readonly string[];
  /** Ids of background commands that were started. */
  readonly jobs: readonly string[];
}

const texts = [
  "",
  "export",
  "a line\nand another\n",
  "日本語 «secret:X»",
  "(unclosed",
  "x".repeat(20_000),
];

const odd = [
  "",
  ".",
  "..",
  "/",
  "~",
  "a/../../b",
  "no/such/file.ts",
  "-rf",
  "a\nb",
  ".env",
  ".git",
];

const commands = [
  "true",
  "false",
  "git status --short && git log --oneline | head -3",
  "grep -rn export . | head -50",
  "sed -i s/export/EXPORT/ $(ls *.ts | head -1)",
  "mkdir -p made/here && echo text > made/here/file.txt && ln -s file.txt made/here/link",
  "rm -rf made",
  "mv README.md OTHER.md; cp OTHER.md THIRD.md",
  "git add -A && git -c user.name=a -c user.email=a@b.example commit -qm step",
  "git stash -u; git stash pop",
  "yes 'a line of output' | head -c 3000000",
  "printf '\\033[31mred\\033[0m\\a' >&2; exit 3",
  "sleep 0.3; echo late",
  "(sleep 30 & ) ; echo left one behind",
  "sleep 60",
  "cat .env | base64",
  "echo $((1/0",
  "node -e 'process.stdin.resume()'",
  "for i in 1 2 3 4 5; do echo $i > loop-$i.txt; done",
  "chmod 600 *.ts; touch -d 2001-01-01 *.ts",
];

/** A call as a model might make it: mostly sensible, sometimes wrong. */
export function makeCall(random: Random, tools: readonly Declared[], known: Knowledge): ToolCall {
  const tool = random.of(tools);
  if (random.isTrue(0.02)) return { name: `${tool.name}s`, input: {} };
  const input = objectOf(random, tool.inputSchema, known);
  return { name: tool.name, input: random.isTrue(0.02) ? [input] : input };
}

function valueOf(random: Random, schema: Schema, name: string, known: Knowledge): unknown {
  if (random.isTrue(0.005)) return random.of([null, 7, "text", [], {}]);
  if (schema.enum !== undefined) return random.of(schema.enum);
  if (schema.anyOf !== undefined) return valueOf(random, random.of(schema.anyOf), name, known);
  switch (schema.type) {
    case "object":
      return objectOf(random, schema, known);
    case "array":
      return Array.from({ length: random.below(4) }, () =>
        valueOf(random, schema.items ?? {}, name, known),
      );
    case "boolean":
      return random.isTrue(0.5);
    case "integer":
    case "number":
      return (schema.minimum ?? 0) + random.of([0, 1, 5, 200, 3_000]);
    default:
      return textOf(random, name, known);
  }
}

function objectOf(random: Random, schema: Schema, known: Knowledge): object {
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => schema.required?.includes(name) === true || random.isTrue(0.2),
  );
  return Object.fromEntries(
    fields.map(([name, each]) => [name, valueOf(random, each, name, known)]),
  );
}

function textOf(random: Random, name: string, { paths, jobs }: Knowledge): string {
  switch (name) {
    case "command":
      return random.of(commands);
    case "id":
      return random.of(["job-1", "none", ...jobs]);
    case "path":
    case "paths":
    case "from":
    case "to":
    case "cwd":
      return random.isTrue(0.8) && paths.length > 0 ? random.of(paths) : random.of(odd);
    case "pattern":
      return random.of(["export", "import .* from", "**/*.ts", "*.md", "[", "(a+)+$"]);
    case "args":
      return random.of(["status", "log", "-3", "diff", "branch", "add", ".", "reset"]);
    case "url":
      return "http://127.0.0.1:9/";
    default:
      return random.of(texts);
  }
}
