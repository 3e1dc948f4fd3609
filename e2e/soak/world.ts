import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ApprovalAnswer, ApprovalQuestion } from "@toolwright/core";
import { openToolwright, type Toolwright, type ToolwrightOptions } from "@toolwright/runtime";
import { answerQuestion, type ApprovalPlace, ApprovalState } from "@toolwright/runtime/approvals";
import type { Random } from "./random.ts";

const tree = join(import.meta.dirname, "..", "..", "packages", "core", "src");
const filesystemServer = fileURLToPath(
  import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"),
);

/** A real tree with a repository and a secret, in a folder that has a home of its own. Returns the tree's folder. */
export function makeWorld(folder: string): string {
  const work = join(folder, "work");
  cpSync(tree, work, { recursive: true });
  for (const name of ["home", "state", "config", "data"]) mkdirSync(join(folder, name));
  writeFileSync(join(work, ".env"), "API_TOKEN=tok-7f3a9c1e5b2d\n");
  writeFileSync(join(work, "README.md"), "# A tree\n\nText.\n".repeat(20));
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: work });
  git("init", "--quiet");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "-m", "start");
  return work;
}

/** Opens a session of any kind: with a stage, with an MCP server, with a person here or elsewhere. */
export function openSession(folder: string, random: Random): Promise<Toolwright> {
  const work = join(folder, "work");
  const stage = random.of([undefined, undefined, undefined, true, "session"] as const);
  const hasServer = random.isTrue(0.2);
  return openToolwright({
    ...base(folder),
    mode: random.of(["plan", "default", "accept-edits", "auto", "auto"]),
    ...(stage !== undefined && { stage }),
    ...(hasServer && {
      mcpServers: { files: { command: process.execPath, args: [filesystemServer, work] } },
    }),
    thirdPartyTools: hasServer ? "listed" : "never",
    ...(random.isTrue(0.2)
      ? { approvals: { place: answeringPlace(folder, random), waitMs: 200 } }
      : { approver: (question) => answer(question, random) }),
  });
}

/** Opens a session whose edits are all allowed. */
export function openEditing(folder: string): Promise<Toolwright> {
  return openToolwright({ ...base(folder), mode: "accept-edits", thirdPartyTools: "never" });
}

function base(folder: string): ToolwrightOptions {
  return {
    workspace: join(folder, "work"),
    settings: { shell: { timeoutMs: 1_000 }, programs: { maxTimeoutMs: 1_000 } },
    declareAllTools: true,
    environment: {
      PATH: process.env["PATH"] ?? "",
      HOME: join(folder, "home"),
      XDG_STATE_HOME: join(folder, "state"),
      XDG_CONFIG_HOME: join(folder, "config"),
      XDG_DATA_HOME: join(folder, "data"),
    },
    onNotice: () => undefined,
  };
}

/** A person who answers most questions, some of them badly, and some not at all. */
async function answer(
  { canStage, stage }: ApprovalQuestion,
  random: Random,
): Promise<ApprovalAnswer | undefined> {
  await delay(random.below(20));
  if (stage === "commit") return { outcome: random.isTrue(0.7) ? "commit" : "drop" };
  if (canStage === true && random.isTrue(0.3)) return { outcome: "stage" };
  if (random.isTrue(0.6)) return { outcome: "once" };
  return random.of<ApprovalAnswer | undefined>([
    { outcome: "session" },
    { outcome: "reject", feedback: "Not that." },
    { outcome: "cancel" },
    { outcome: "edit", input: { path: "README.md" } },
    undefined,
  ]);
}

/** A place for questions, most of which somebody answers there with the key of this machine. */
function answeringPlace(folder: string, random: Random): ApprovalPlace {
  const { key } = new ApprovalState(join(folder, "state", "toolwright"), Date.now);
  const questions = new Map<string, string>();
  return {
    put(id, text) {
      const outcome = random.of(["once", "once", "once", "session", "deny", null] as const);
      if (outcome === null) questions.set(id, text);
      else questions.set(id, answerOrLeave(text, outcome));
    },
    get: (id) => questions.get(id) ?? null,
  };

  function answerOrLeave(text: string, outcome: "once" | "session" | "deny"): string {
    try {
      return answerQuestion(text, { outcome }, key);
    } catch {
      // The question doesn't offer this answer.
      return text;
    }
  }
}
