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
 * Converts one permission rule of Claude Code, such as `Bash(npm test:*)`. The result is never looser:
 * if it can't be exact, an allow is left out and a deny or ask gets wider, with a note.
 *
 * Source: https://docs.claude.com/en/docs/claude-code/settings (permission rules).
 */
export function convertRule(decision: RuleDecision, text: string, place: PathPlace): ImportedRule {
  const from = `${decision} ${text}`;
  const { name, argument } = /^\s*(?<name>[\w.*-]+)(?:\((?<argument>[\s\S]*)\))?\s*$/.exec(text)
    ?.groups ?? { name: undefined, argument: undefined };
  if (name === undefined) return { from, ...leftOut("it isn't in the form Tool or Tool(…)") };
  const made = convert(decision, name, argument ?? null, place);
  const fault = made.rules.map(faultOf).find((message) => message !== null);
  return fault === undefined ? { from, ...made } : { from, ...leftOut(fault) };
}

function faultOf(rule: Rule): string | null {
  try {
    parseRule(rule, "as a Toolwright rule");
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
    // A denied edit also denies deletion. An allowed edit doesn't allow it.
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
    return leftOut(`${name} needs no permission here`);
  }
  return leftOut(`there is no ${name} here`);
}

function convertFiles(
  decision: RuleDecision,
  kinds: readonly string[],
  argument: string | null,
  place: PathPlace,
): Conversion {
  if (argument === null) return everyFile(decision, kinds);
  const path = convertPath(argument, place);
  if (path === null) return leftOut("patterns here have no '!', '\\' or '..'");
  if (decision !== "allow") {
    // A folder's name includes everything in it.
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
      ? 'paths outside the workspace need "protected", so it is set; secrets that it doesn\'t name still need approval'
      : null,
  };
}

function everyFile(decision: RuleDecision, kinds: readonly string[]): Conversion {
  if (decision !== "allow") {
    return saysTheSame(...kinds.map((kind): Rule => ({ [decision]: `${kind}(/**)` })));
  }
  return {
    rules: kinds.map((kind): Rule => ({ allow: `${kind}(**)` })),
    note: "inside the workspace only; outside paths and protected paths still need approval",
  };
}

function convertFetch(decision: RuleDecision, argument: string | null): Conversion {
  if (argument === null) return saysTheSame({ [decision]: "tool(web_fetch)" });
  const domain = /^\s*domain:\s*(\S+)\s*$/.exec(argument)?.[1];
  if (domain === undefined) return leftOut("only domain:HOST can be converted");
  if (decision !== "allow") return saysTheSame({ [decision]: `network(${domain})` });
  return {
    rules: [{ allow: `network(${domain}:443)` }],
    note: "HTTPS only; applies to everything that connects to the host, including commands",
  };
}

/** `mcp__server`, `mcp__server__*`, `mcp__server__tool`. */
function convertServer(decision: RuleDecision, name: string): Conversion {
  const [, server = "", tool = "*"] = /^mcp__(.+?)(?:__(.+))?$/.exec(name) ?? [];
  return server === ""
    ? leftOut("it names no server")
    : saysTheSame({ [decision]: `mcp(${server}/${tool})` });
}
