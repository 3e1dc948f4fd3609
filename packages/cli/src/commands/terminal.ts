import { join } from "node:path";
import { followChanges, type Toolwright } from "@toolwright/runtime";
import { agentFrom } from "@toolwright/runtime/internal";
import type { ParsedArguments } from "../arguments/arguments.ts";
import type { AgentMaker } from "../terminal/agent/agent-desk.ts";
import { openSession } from "./open-session.ts";
import type { Command } from "../arguments/command.ts";
import { globalOptions } from "../arguments/global-flags.ts";

/** `toolwright` without a command: interactive mode. */
export const terminal: Command = async ({ arguments: parsed, program, version }) => {
  const opened = await openSession(globalOptions(parsed), program, {
    thirdPartyTools: "background",
  });
  try {
    const isPlain = parsed.has("plain") || program.environment["TERM"] === "dumb";
    const run = isPlain
      ? (await import("../terminal/plain-terminal.ts")).runPlainTerminal
      : (await import("../terminal/terminal.ts")).runTerminal;
    const historyFile = join(opened.places.stateDirectory, "terminal-history");
    return await run({
      session: opened.session,
      undo: opened,
      journal: opened.journal,
      refreshTools: () => opened.refreshTools(),
      agent: agentMaker(opened, parsed),
      servers: () => opened.tools.thirdParty.servers,
      setMode: (mode) => opened.setMode(mode),
      version,
      language: program.language,
      historyFile,
      onJobEnd: (listener) => opened.onJobEnd(listener),
      onSettingsNews: (listener) => followChanges(opened, listener),
    });
  } finally {
    await opened.close();
  }
};

function agentMaker(opened: Toolwright, parsed: ParsedArguments): AgentMaker {
  const { model = null, models, isEnabled } = agentFrom(opened.settings.files);
  return {
    model: isEnabled ? (parsed.value("model") ?? model) : null,
    models,
    open: (name, how) =>
      opened.agent({
        ...how,
        model: name,
        baseUrl: parsed.value("base-url"),
        isUnattended: false,
      }),
    describeAgents: async () => {
      const pieces = await opened.agentPrompt({ isUnattended: false });
      return pieces.find((piece) => piece.name === "agents")?.text ?? "";
    },
    conversations: () => opened.conversations(),
  };
}
