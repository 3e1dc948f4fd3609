/**
 * The part of JSON Schema that settings need. Files are checked against it, and the build writes it to
 * `settings.schema.json` for editors.
 */
export interface SettingsSchema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: SettingsType | readonly SettingsType[];
  readonly properties?: Readonly<Record<string, SettingsSchema>>;
  readonly required?: readonly string[];
  /** False refuses keys that aren't in `properties`; a schema applies to each of them. */
  readonly additionalProperties?: boolean | SettingsSchema;
  /** The pattern of the keys that `additionalProperties` applies to. */
  readonly propertyNames?: { readonly pattern: string };
  readonly items?: SettingsSchema;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: "regex";
  readonly minimum?: number;
  readonly maximum?: number;
  /** Exactly one of these keys must be there. */
  readonly oneOf?: readonly { readonly required: readonly [string] }[];
}

export type SettingsType = "object" | "array" | "string" | "boolean" | "integer" | "number";

export const strings: SettingsSchema = { type: "array", items: { type: "string", minLength: 1 } };

export const commandWords: SettingsSchema = {
  type: ["string", "array"],
  minLength: 1,
  items: { type: "string" },
};

const hookGroups = (description: string): SettingsSchema => ({
  type: "array",
  description,
  items: {
    type: "object",
    additionalProperties: false,
    required: ["hooks"],
    properties: {
      matcher: {
        type: "string",
        format: "regex",
        description:
          "A regular expression for the whole name: of the tool (PreToolUse, PostToolUse; under any profile), the source (SessionStart: startup, resume, compact), the trigger (PreCompact: manual, auto) or the agent (SubagentStop). Default: all.",
      },
      hooks: {
        type: "array",
        items: {
          type: "object",
          additionalProperties: false,
          required: ["type", "command"],
          properties: {
            type: { type: "string", enum: ["command"] },
            command: {
              type: "string",
              minLength: 1,
              description:
                "A command line for bash. Gets the event as JSON on standard input and the workspace in CLAUDE_PROJECT_DIR.",
            },
            timeout: {
              type: "number",
              minimum: 1,
              maximum: 600,
              description: "Time limit in seconds. Default: 60.",
            },
            sandbox: {
              type: "boolean",
              description:
                "False runs the command without a sandbox, as your own program. Ignored in a project's settings.",
            },
          },
        },
      },
    },
  },
});

export const hooks: SettingsSchema = {
  type: "object",
  description:
    "Commands around calls and at points of an agent's work, in the format of Claude Code. Exit status 2 blocks with the reason on standard error; status 0 may print JSON. A hook can deny, stop and add context, but not approve. Commands run in a sandbox. A project's hooks are used after you trust the project.",
  additionalProperties: false,
  properties: {
    PreToolUse: hookGroups("Before a call: may deny it or change its input."),
    PostToolUse: hookGroups("After a call: may add to its result."),
    SessionStart: hookGroups("Before an agent's first step: may add context."),
    UserPromptSubmit: hookGroups(
      "Before the step that answers a message of the person: may add context or end the run.",
    ),
    BeforeStep: hookGroups("Before each step of an agent: may add context or end the run."),
    AfterStep: hookGroups("After each step of an agent."),
    PreCompact: hookGroups("Before a conversation is compacted."),
    Stop: hookGroups("When the main agent has stopped: may make it continue."),
    SubagentStop: hookGroups("When a sub-agent has stopped: may make it continue."),
  },
};

export const rule: SettingsSchema = {
  type: "object",
  description:
    "One rule with exactly one of allow, ask and deny. A deny wins over an ask, and an ask over an allow, whatever their order.",
  additionalProperties: false,
  oneOf: [{ required: ["allow"] }, { required: ["ask"] }, { required: ["deny"] }],
  properties: {
    allow: {
      type: "string",
      minLength: 1,
      description:
        "Pattern of effects that are allowed without approval, as `read(src/**)` or `run(npm test *)`.",
    },
    ask: { type: "string", minLength: 1, description: "Pattern of effects that need approval." },
    deny: {
      type: "string",
      minLength: 1,
      description: "Pattern of effects that are never allowed.",
    },
    except: { ...strings, description: "Narrower patterns that the rule doesn't match." },
    agent: {
      type: "string",
      minLength: 1,
      description:
        "The rule applies only to this agent. A deny or an ask also applies to the sub-agents that it starts.",
    },
    when: {
      ...strings,
      description:
        "For an ask or a deny: the rule holds while text with all these labels is in the session's context: workspace, secret, outside, web, person, mcp:NAME, mcp:* for any MCP server.",
    },
    always: {
      type: "boolean",
      description: "For an ask rule: prompts for every call, whatever was granted.",
    },
    protected: {
      type: "boolean",
      description:
        "For an allow rule in your own or the administrator's settings: includes secrets and paths outside the workspace that the pattern names; for a host, agent or MCP tool, also while a secret and untrusted text are in the context.",
    },
    stage: {
      type: "boolean",
      description:
        "For an allow or ask rule: the calls run in a stage, a throw-away view of the workspace, and a person commits or drops what they did. Ignored in a project that isn't trusted.",
    },
    match: {
      ...strings,
      description: "Example effects that the rule must match; checked when the file is loaded.",
    },
    notMatch: { ...strings, description: "Example effects that the rule must not match." },
  },
};

export const mcpServer: SettingsSchema = {
  type: "object",
  description:
    "The common format of MCP hosts: a command with args, env and cwd, or a url with headers. `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${workspaceFolder}` and `${userHome}` are replaced. A notice lists unknown keys of other hosts.",
  additionalProperties: true,
  properties: {
    command: { type: "string", description: "The program to start, without a shell." },
    args: { type: "array", items: { type: "string" } },
    env: { type: "object", description: "Variables in addition to a scrubbed environment." },
    cwd: { type: "string", description: "Default: the workspace." },
    type: { type: "string", description: "stdio, http (or streamable-http) or sse." },
    transport: { type: "string", description: "The same as type." },
    url: { type: "string" },
    httpUrl: { type: "string", description: "The same as url." },
    headers: { type: "object" },
    oauth: {
      type: "object",
      description:
        "For a server with manually registered clients: clientId, clientSecret, scopes, callbackPort.",
    },
    enabled: { type: "boolean", description: "False: the server isn't started." },
    disabled: { type: "boolean", description: "True: the same as enabled false." },
    timeoutMs: {
      type: "number",
      minimum: 1,
      maximum: 2_147_483_647,
      description: "Time limit in milliseconds for a request without progress. Default: 60000.",
    },
    timeout: {
      type: "number",
      description: "The same as timeoutMs; values below 1000 are seconds.",
    },
    include: { ...strings, description: "Only these tools, by the server's names." },
    includeTools: { ...strings, description: "The same as include." },
    exclude: { ...strings, description: "Not these tools." },
    excludeTools: { ...strings, description: "The same as exclude." },
    resources: {
      type: "boolean",
      description:
        "True adds tools for the server's resources and prompts: list_resources, read_resource, list_prompts and get_prompt under its name.",
    },
    trust: {
      type: "boolean",
      description:
        "True allows the server's tools without approval: the rule allow mcp(NAME/*), only for this command or URL. Applies in your own and the administrator's settings.",
    },
  },
};
