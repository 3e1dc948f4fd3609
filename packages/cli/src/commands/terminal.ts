import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { followChanges, type Toolwright } from "@toolwright/runtime";
import { agentFrom } from "@toolwright/runtime/internal";
import type { ParsedArguments } from "../arguments/arguments.ts";
import { phrase } from "../language/phrase.ts";
import { textOutput } from "../output/text-output.ts";
import type { ProgramContext } from "../program-context.ts";
import type { AgentMaker } from "../terminal/agent/agent-desk.ts";
import { openSession } from "./open-session.ts";
import type { Command } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";

/** `toolwright` without a command: interactive mode. */
export const terminal: Command = async ({ arguments: parsed, program, version }) => {
  // What is drawn lives for a frame. V8 would let such garbage take 100 MB more in a long session.
  setFlagsFromString("--semi-space-growth-factor=1");
  // Each step sends the whole conversation: V8 would let these texts take another 100 MB before it looks for garbage.
  setFlagsFromString("--heap-growing-percent=40");
  const opened = await openSession(globalOptions(parsed), program, {
    thirdPartyTools: "background",
    resume: parsed.value("resume"),
  });
  try {
    const isPlain = parsed.has("plain") || program.environment["TERM"] === "dumb";
    const run = isPlain
      ? (await import("../terminal/plain-terminal.ts")).runPlainTerminal
      : (await import("../terminal/terminal.ts")).runTerminal;
    const historyFile = join(opened.places.stateDirectory, "terminal-history");
    const status = await run({
      session: opened.session,
      undo: opened,
      journal: opened.journal,
      refreshTools: () => opened.refreshTools(),
      agent: agentMaker(opened, parsed),
      servers: () => opened.tools.thirdParty.servers,
      terminals: () => opened.terminals(),
      setMode: (mode) => opened.setMode(mode),
      clearLabel: (label) => opened.clearLabel(label),
      version,
      language: program.language,
      historyFile,
      onJobEnd: (listener) => opened.onJobEnd(listener),
      onSettingsNews: (listener) => followChanges(opened, listener),
    });
    await tellHowToResume(opened, program);
    return status;
  } finally {
    await opened.close();
  }
};

function agentMaker(opened: Toolwright, parsed: ParsedArguments): AgentMaker {
  const { model = null, models, isEnabled } = agentFrom(opened.settings.files);
  return {
    model: isEnabled ? (parsed.value("model") ?? model ?? opened.resumed?.model ?? null) : null,
    models,
    open: (name, how) =>
      opened.agent({
        ...how,
        model: name,
        baseUrl: parsed.value("base-url"),
        isUnattended: false,
      }),
    agents: async () => {
      const pieces = await opened.agentPrompt({ isUnattended: false });
      const text = pieces.find((piece) => piece.name === "agents")?.text ?? "";
      const found = text.matchAll(/^- ([^:\n]+): (.*)$/gm);
      return [...found].map(([, name = "", description = ""]) => ({ name, description }));
    },
    conversations: () => opened.conversations(),
  };
}

async function tellHowToResume(
  opened: Toolwright,
  { stderr, language }: ProgramContext,
): Promise<void> {
  const latest = (await opened.conversations()).find(({ id }) => id.startsWith(opened.session.id));
  if (latest === undefined) return;
  const command = `toolwright --resume ${latest.id}`;
  const text = language.say(phrase("To continue this conversation: {command}", { command }));
  await textOutput(stderr).write(`${text}\n`);
}
