import { ConfigurationError, type Rule } from "@toolwright/core";
import { parseRule } from "@toolwright/core/internal";
import { convertCommand } from "./command-pattern.ts";
import {
  type Conversion,
  type ImportedRule,
  leftOut,
  type RuleDecision,
  saysTheSame,
} from "./imported-rule.ts";
import { convertPath, type PathPlace } from "./path-pattern.ts";

/**
 * One permission rule as Claude Code writes it, `Bash(npm test:*)`, in our rules. Never looser than
 * it was: what can't be said is left out of an allow and widened in a deny or ask, with a note.
 *
 * Source: https://docs.claude.com/en/docs/claude-code/settings (permission rules).
 */
export function convertRule(decision: RuleDecision, text: string, place: PathPlace): ImportedRule {
  const from = `${decision} ${text}`;
  const { name, argument } = /^\s*(?<name>[\w.*-]+)(?:\((?<argument>[\s\S]*)\))?\s*$/.exec(text)
    ?.groups ?? { name: undefined, argument: undefined };
  if (name === undefined) return { from, ...leftOut("it isn't written as Tool or Tool(…)") };
  const made = convert(decision, name, argument ?? null, place);
  const fault = made.rules.map(faultOf).find((message) => message !== null);
  return fault === undefined ? { from, ...made } : { from, ...leftOut(fault) };
}

function faultOf(rule: Rule): string | null {
  try {
    parseRule(rule, "as one of our rules");
    return null;
  } catch (thrown) {
    if (ConfigurationError.isInstance(thrown)) return thrown.message;
    throw thrown;
  }
}

const readers: ReadonlySet<string> = new Set(["Read", "Glob", "Grep", "LS", "NotebookRead"]);
const editors: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const harmless: ReadonlySet<string> = new Set([
  "AskUserQuestion",
  "BashOutput",
  "ExitPlanMode",
  "KillShell",
  "TodoRead",
  "TodoWrite",
]);

function convert(
  decision: RuleDecision,
  name: string,
  argument: string | null,
  place: PathPlace,
): Conversion {
  if (name === "Bash") return convertCommand(decision, argument);
  if (readers.has(name)) return convertFiles(decision, ["read"], argument, place);
  if (editors.has(name)) {
    // What may not be edited may not be removed either; what may be edited may not for that.
    const kinds = decision === "allow" ? ["write"] : ["write", "delete"];
    return convertFiles(decision, kinds, argument, place);
  }
  if (name === "WebFetch") return convertFetch(decision, argument);
  if (name === "WebSearch") return saysTheSame({ [decision]: "tool(web_search)" });
  if (name === "Task" || name === "Agent") {
    return saysTheSame({ [decision]: `agent(${argument ?? "*"})` });
  }
  if (name.startsWith("mcp__")) return convertServer(decision, name);
  if (harmless.has(name) && decision === "allow") {
    return leftOut(`${name} does nothing that has to be allowed here`);
  }
  return leftOut(`nothing here is called ${name}`);
}

function convertFiles(
  decision: RuleDecision,
  kinds: readonly string[],
  argument: string | null,
  place: PathPlace,
): Conversion {
  if (argument === null) return everyFile(decision, kinds);
  const path = convertPath(argument, place);
  if (path === null) return leftOut("'!', '\\' and '..' can't be said in a pattern here");
  if (decision !== "allow") {
    // A folder's name stands for all that is in it.
    const all = path.endsWith("**") ? path : `${path}{,/**}`;
    return saysTheSame(...kinds.map((kind): Rule => ({ [decision]: `${kind}(${all})` })));
  }
  const isElsewhere = argument.startsWith("//") || argument.startsWith("~");
  const rules = kinds.map(
    (kind): Rule => ({ allow: `${kind}(${path})`, ...(isElsewhere && { protected: true }) }),
  );
  return {
    rules,
    note: isElsewhere
      ? 'outside of a workspace it takes "protected", which is set; secrets that it doesn\'t name still ask'
      : null,
  };
}

function everyFile(decision: RuleDecision, kinds: readonly string[]): Conversion {
  if (decision !== "allow") {
    return saysTheSame(...kinds.map((kind): Rule => ({ [decision]: `${kind}(/**)` })));
  }
  return {
    rules: kinds.map((kind): Rule => ({ allow: `${kind}(**)` })),
    note: "inside the workspace; what is outside, and what is protected, still asks",
  };
}

function convertFetch(decision: RuleDecision, argument: string | null): Conversion {
  if (argument === null) return saysTheSame({ [decision]: "tool(web_fetch)" });
  const domain = /^\s*domain:\s*(\S+)\s*$/.exec(argument)?.[1];
  if (domain === undefined) return leftOut("only domain:HOST can be said of a fetch");
  if (decision !== "allow") return saysTheSame({ [decision]: `network(${domain})` });
  return {
    rules: [{ allow: `network(${domain}:443)` }],
    note: "by HTTPS; it holds for whatever reaches the host, commands as well",
  };
}

/** `mcp__server`, `mcp__server__*`, `mcp__server__tool`. */
function convertServer(decision: RuleDecision, name: string): Conversion {
  const [, server = "", tool = "*"] = /^mcp__(.+?)(?:__(.+))?$/.exec(name) ?? [];
  return server === ""
    ? leftOut("it names no server")
    : saysTheSame({ [decision]: `mcp(${server}/${tool})` });
}
