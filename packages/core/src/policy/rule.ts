/**
 * One rule, with exactly one of `allow`, `ask` and `deny`. The pattern's grammar is one for all:
 * `read(src/**)`, `write(**\/*.ts)`, `delete(**)`, `run(npm test *)`, `network(*.github.com)`,
 * `environment(AWS_*)`, `agent(*)`, `mcp(server/tool)`, `tool(name)`, `unknown(*)`.
 */
export interface Rule {
  readonly allow?: string;
  readonly ask?: string;
  readonly deny?: string;
  /** Narrower patterns that the rule leaves alone. */
  readonly except?: readonly string[];
  /** Only for this agent. */
  readonly agent?: string;
  /** Of an ask: no grant answers it. */
  readonly always?: boolean;
  /** Of a user's or administrator's allow: the pattern names protected paths on purpose. */
  readonly protected?: boolean;
  /** Effects in the same grammar that the rule must match; checked when it is loaded. */
  readonly match?: readonly string[];
  readonly notMatch?: readonly string[];
}
