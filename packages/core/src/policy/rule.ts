/**
 * One rule, with exactly one of `allow`, `ask` and `deny`. All patterns share one grammar:
 * `read(src/**)`, `write(**\/*.ts)`, `delete(**)`, `run(npm test *)`, `network(*.github.com)`,
 * `environment(AWS_*)`, `agent(*)`, `mcp(server/tool)`, `tool(name)`, `unknown(*)`.
 */
export interface Rule {
  readonly allow?: string;
  readonly ask?: string;
  readonly deny?: string;
  /** Narrower patterns that the rule doesn't apply to. */
  readonly except?: readonly string[];
  /** The only agent that the rule applies to; a deny or an ask also applies to the sub-agents that it starts. */
  readonly agent?: string;
  /**
   * For a deny or an ask: the labels that must all be in the session's context. `mcp:*` is any MCP server's. An allow
   * has none: it would begin to hold with the text that it is about.
   */
  readonly when?: readonly string[];
  /** For an ask: no grant answers it. */
  readonly always?: boolean;
  /** For an allow of the user or administrator: the pattern names protected paths on purpose. */
  readonly protected?: boolean;
  /** For an allow or an ask: the calls run in a stage, and a person commits or drops what they did. */
  readonly stage?: boolean;
  /** Effects, in the same grammar, that the rule must match; checked when it is loaded. */
  readonly match?: readonly string[];
  readonly notMatch?: readonly string[];
}
