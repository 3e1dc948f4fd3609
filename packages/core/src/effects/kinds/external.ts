import type { Phrase } from "../../language/phrase.ts";
import { phrase } from "../../language/core-phrase.ts";
import { modeRow } from "../../policy/mode-row.ts";
import { parseName, singleArgument } from "../../policy/pattern-argument.ts";
import type { Fail } from "../../glob/name-glob.ts";
import { nameText } from "../../policy/pattern-text.ts";
import type { Protection } from "../../policy/protection.ts";
import type { Segment } from "../../glob/segment.ts";
import { NamedTarget } from "../../policy/target.ts";
import { withNotes, visible } from "../describe-parts.ts";
import type { EffectKind } from "../effect-kind.ts";

export interface ExternalEffect {
  readonly type: "external";
  readonly server: string;
  readonly tool: string;
  /** The server's claims about the tool. Shown to a person; never a reason to allow. */
  readonly hints?: Readonly<Record<string, unknown>>;
  /**
   * The tool's definition has changed since the person accepted it, so earlier approvals were for another
   * tool. Needs approval in every mode.
   */
  readonly isChanged?: true;
}

const row = modeRow("external tool with unknown effects", ["deny", "ask", "ask", "ask"]);

const changedTool: Protection = {
  rule: "protected: a tool whose definition has changed since it was accepted",
  isMember: () => true,
};

export const externalKind: EffectKind<ExternalEffect> = {
  copy: ({ server, tool, hints, isChanged }, text) => ({
    type: "external",
    server: text(server),
    tool: text(tool),
    ...(hints !== undefined && { hints }),
    ...(isChanged === true && { isChanged }),
  }),
  covers: (wider, effect) =>
    wider.server === effect.server &&
    wider.tool === effect.tool &&
    (wider.isChanged === true || effect.isChanged !== true),
  footprint: ({ server }) => ({ servers: [server] }),
  describe,
  aftermath: () => "anything",

  patternKind: "mcp",
  otherNames: ["external"],
  parseArgument: (argument, fail) => singleArgument(parseServerAndTool(argument, fail)),
  narrowestPattern: ({ server, tool }) => `mcp(${serverText(server)}/${nameText(tool)})`,
  target: ({ server, tool }) => new NamedTarget("mcp", [server, tool]),
  example: ([server = "", tool = ""]) => ({ type: "external", server, tool }),
  modeRow: () => row,
  protections: ({ isChanged }) => (isChanged === true ? [changedTool] : []),

  widths: (effect, exact) => {
    // A person who accepts this definition hasn't seen the next one.
    if (effect.isChanged === true) return [];
    return [
      { pattern: exact, label: describe(effect) },
      {
        pattern: `mcp(${serverText(effect.server)}/*)`,
        label: describe({ ...effect, tool: "*" }),
      },
    ];
  },
  secretUse: () => ({ against: "the call goes to another server" }),
  brings: ({ server }) => [`mcp:${server}`],
  carriesOut: true,
};

function describe({ server, tool, isChanged }: ExternalEffect): Phrase {
  const note = isChanged === true ? phrase("its definition has changed") : undefined;
  const named = phrase("external {tool}", { tool: `${visible(server)}/${visible(tool)}` });
  return withNotes(named, [note]);
}

function serverText(server: string): string {
  return nameText(server).replaceAll("/", "\\/");
}

/** Parses `server/tool`. The first slash separates them, so a tool's name may contain more slashes. */
function parseServerAndTool(argument: string, fail: Fail): readonly Segment[] {
  const slash = /^(?:[^\\/]|\\[\s\S])*\//.exec(argument)?.[0].length ?? 0;
  const server = argument.slice(0, Math.max(0, slash - 1));
  const tool = argument.slice(slash);
  if (slash === 0 || server === "" || tool === "") {
    fail(0, "Write server and tool, such as mcp(github/create_issue) or mcp(github/*).");
  }
  return [parseName(server, fail), parseName(tool, fail, slash)];
}
