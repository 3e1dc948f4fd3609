import { modes } from "@toolwright/core";
import { profiles } from "./profile-names.ts";

/**
 * The part of JSON Schema that settings need. It is at once what files are checked against and,
 * written out, the `settings.schema.json` that editors use.
 */
export interface SettingsSchema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: SettingsType | readonly SettingsType[];
  readonly properties?: Readonly<Record<string, SettingsSchema>>;
  readonly required?: readonly string[];
  /** False refuses keys that aren't in `properties`; a schema holds for each of them. */
  readonly additionalProperties?: boolean | SettingsSchema;
  /** Of the keys that `additionalProperties` holds for. */
  readonly propertyNames?: { readonly pattern: string };
  readonly items?: SettingsSchema;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Exactly one of these keys must be there. */
  readonly oneOf?: readonly { readonly required: readonly [string] }[];
}

export type SettingsType = "object" | "array" | "string" | "boolean" | "integer" | "number";

const notYet = "Known and checked, but not used by this version yet.";

const strings: SettingsSchema = { type: "array", items: { type: "string", minLength: 1 } };

const commandWords: SettingsSchema = {
  type: ["string", "array"],
  minLength: 1,
  items: { type: "string" },
};

const anyObject = (description: string): SettingsSchema => ({
  type: "object",
  description,
  additionalProperties: true,
});

const rule: SettingsSchema = {
  type: "object",
  description:
    "One rule with exactly one of allow, ask and deny. A deny wins over an ask, and an ask over an allow, whatever their order.",
  additionalProperties: false,
  oneOf: [{ required: ["allow"] }, { required: ["ask"] }, { required: ["deny"] }],
  properties: {
    allow: {
      type: "string",
      minLength: 1,
      description: "Pattern of effects that run unasked, as `read(src/**)` or `run(npm test *)`.",
    },
    ask: { type: "string", minLength: 1, description: "Pattern of effects that ask every time." },
    deny: { type: "string", minLength: 1, description: "Pattern of effects that never happen." },
    except: { ...strings, description: "Narrower patterns that the rule leaves alone." },
    agent: { type: "string", minLength: 1, description: "The rule holds for this agent only." },
    always: { type: "boolean", description: "Of an ask: no earlier answer answers it." },
    protected: {
      type: "boolean",
      description:
        "Of an allow in your own or the administrator's settings: the pattern names secrets or paths outside the workspace on purpose.",
    },
    match: {
      ...strings,
      description: "Effects that the rule must match; checked when the file is loaded.",
    },
    notMatch: { ...strings, description: "Effects that the rule must not match." },
  },
};

const mcpServer: SettingsSchema = {
  type: "object",
  description:
    "As every MCP host writes it: a command with args, env and cwd, or a url with headers. `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${workspaceFolder}` and `${userHome}` are replaced. Keys of other hosts that mean nothing here are told.",
  additionalProperties: true,
  properties: {
    command: { type: "string", description: "The program that is started, without a shell." },
    args: { type: "array", items: { type: "string" } },
    env: { type: "object", description: "Variables on top of a scrubbed environment." },
    cwd: { type: "string", description: "Default: the workspace." },
    type: { type: "string", description: "stdio, http (or streamable-http) or sse." },
    transport: { type: "string", description: "The same as type." },
    url: { type: "string" },
    httpUrl: { type: "string", description: "The same as url." },
    headers: { type: "object" },
    oauth: {
      type: "object",
      description:
        "For a server whose clients are registered by hand: clientId, clientSecret, scopes, callbackPort.",
    },
    enabled: { type: "boolean", description: "False: known, and not started." },
    disabled: { type: "boolean", description: "True: the same as enabled false." },
    timeoutMs: {
      type: "number",
      minimum: 1,
      maximum: 2_147_483_647,
      description:
        "Of one request that the server says nothing of, in milliseconds. Default: 60000.",
    },
    timeout: { type: "number", description: "The same; below 1000 it is taken as seconds." },
    include: { ...strings, description: "Only these tools, by the server's names for them." },
    includeTools: { ...strings, description: "The same as include." },
    exclude: { ...strings, description: "Not these tools." },
    excludeTools: { ...strings, description: "The same as exclude." },
    resources: {
      type: "boolean",
      description:
        "True offers the server's resources and prompts as tools: list_resources, read_resource, list_prompts and get_prompt under its name.",
    },
    trust: {
      type: "boolean",
      description:
        "True calls the server's tools unasked: the rule allow mcp(NAME/*), for this command or URL alone. Counts in your own and the administrator's settings.",
    },
  },
};

export const settingsSchema: SettingsSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Toolwright settings",
  description:
    "The user's own `settings.json`, a workspace's `.toolwright/settings.json`, or a file given with --settings. JSON with comments and trailing commas. The administrator's is of the same shape. A workspace's file counts only where it tightens, as its ask and deny rules, a stricter mode, tools it switches off, until it is accepted with `toolwright policy trust`.",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { type: "string", description: "Where this schema is, for editors." },
    mode: {
      type: "string",
      enum: modes,
      description:
        "What runs unasked: plan (reads only, nothing lifts that), default (reads), accept-edits (and writes inside the workspace), auto (and deletes inside). --mode wins.",
    },
    model: { type: "string", minLength: 1, description: `Which model the agent uses. ${notYet}` },
    profile: {
      type: "string",
      enum: profiles,
      description: "Under which names and argument shapes tools are shown. --profile wins.",
    },
    rules: { type: "array", items: rule, description: "What is allowed, asked and denied." },
    roots: {
      ...strings,
      description:
        "More folders that belong to the workspace: absolute, below `~/`, or relative to the workspace.",
    },
    tools: {
      type: "object",
      description: "Settings of single tools, by name.",
      propertyNames: { pattern: "^[A-Za-z0-9_-]{1,64}$" },
      additionalProperties: {
        type: "object",
        additionalProperties: false,
        properties: {
          enabled: { type: "boolean", description: "False hides the tool." },
          autoApprove: {
            type: "boolean",
            description:
              "True allows the tool's calls unasked: the rule allow tool(NAME). Protected paths still ask.",
          },
        },
      },
    },
    shell: {
      type: "object",
      additionalProperties: false,
      properties: {
        sandbox: {
          type: "string",
          enum: ["required", "preferred", "off"],
          description:
            "Whether commands run in a sandbox: with `required` none runs where no sandbox works, with `preferred` (the default) it then runs without, with `off` always.",
        },
        network: {
          ...strings,
          description: "Hosts that commands may reach unasked, as patterns: `*.npmjs.org:443`.",
        },
        timeoutMs: {
          type: "integer",
          minimum: 1,
          maximum: 600_000,
          description:
            "Time limit of a command that names none, in the foreground, in milliseconds: of `run_command`, under any name, and of `git`. Default: 120000.",
        },
      },
    },
    mcpServers: {
      type: "object",
      additionalProperties: mcpServer,
      description:
        "MCP servers whose tools are used, by name. A project's are used once the project is trusted, and so are those of its `.mcp.json`.",
    },
    mcpVariables: {
      ...strings,
      description:
        "Variables of your environment whose values a trusted project's servers may have (`${GITHUB_TOKEN}`). In your own and the administrator's settings; those of your own servers need no word.",
    },
    mcpEffects: {
      type: "object",
      description:
        'What tools of MCP servers really do, by SERVER/TOOL, as `"filesystem/read_file": "read({path})"`: they are then decided by these effects. A value is one effect or a list: read, write, delete and network of `{argument}`, `{argument[]}` for each of a list; `read({path}, recursive)` for all below; an empty list for none. In your own and the administrator\'s settings; bound to the command or URL that the same settings name for the server.',
      additionalProperties: { type: ["string", "array"], items: { type: "string", minLength: 1 } },
    },
    discovery: {
      type: "object",
      additionalProperties: false,
      required: ["listCommand", "callCommand"],
      description:
        "Programs that declare and run tools. A command is a text, split at spaces as a shell does but run by none, or a list of words. A project's counts once it is trusted.",
      properties: {
        listCommand: {
          ...commandWords,
          description:
            'Prints the tools as JSON: [{"name", "description", "parameters"}, …] or {"functionDeclarations": […]}. Runs at the start of a session, in a sandbox that changes nothing and has no network; at most 10 s.',
        },
        callCommand: {
          ...commandWords,
          description:
            "Runs a tool: gets its name as one more word and its input as JSON on standard input, and answers on standard output. Asked for as any command is.",
        },
        timeoutMs: {
          type: "integer",
          minimum: 1,
          maximum: 600_000,
          description: "Time limit of a call, in milliseconds. Default: 120000.",
        },
      },
    },
    hooks: anyObject(
      "Programs run around calls. Not used by this version yet, which says so at every start.",
    ),
    secrets: {
      type: "object",
      additionalProperties: false,
      description:
        "What else is kept from models and screens, besides values of the environment and of `.env`-like files that look like secrets, and tokens of known vendors.",
      properties: {
        variables: {
          ...strings,
          description:
            "Variables, of the environment or of `.env`-like files, whose values are secret whatever they look like, from 8 bytes on: `DB_LOGIN`, `CORP_*`.",
        },
        patterns: {
          type: "array",
          items: { type: "string", pattern: "^[A-Za-z0-9_.-]{2,64}\\*$" },
          description:
            "What tokens of your own begin with, before a `*` for at least 8 letters, digits, `_` and `-` (20 characters in all): `corp_live_*`.",
        },
        except: {
          ...strings,
          description:
            "Variables whose values are never secret, as `PUBLIC_KEY`. A project's count once it is trusted.",
        },
      },
    },
    models: {
      type: "array",
      description: `Models that agents may choose from. ${notYet}`,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["id"],
        properties: {
          id: { type: "string", minLength: 1 },
          tags: strings,
          contextTokens: { type: "integer", minimum: 1 },
          price: anyObject("Per million tokens."),
        },
      },
    },
    webSearch: anyObject(`The web search service. ${notYet}`),
    deferToolsOver: {
      type: ["integer", "object"],
      minimum: 0,
      maximum: 1_000_000,
      additionalProperties: false,
      description:
        'How many third-party tools a model is shown, in tools or in tokens of their definitions: over it all of them are found through search_tools and called through call_tool. A number is one of tools; {} shows all. Default: { "tools": 30, "tokens": 10000 }.',
      properties: {
        tools: { type: "integer", minimum: 0, maximum: 1_000_000 },
        tokens: {
          type: "integer",
          minimum: 0,
          maximum: 1_000_000_000,
          description: "Estimated as one for four bytes.",
        },
      },
    },
    agent: {
      type: "object",
      additionalProperties: false,
      description: `Limits of the agent. ${notYet}`,
      properties: {
        enabled: { type: "boolean" },
        maxSteps: { type: "integer", minimum: 1 },
        maxToolCalls: { type: "integer", minimum: 1 },
        timeoutMs: { type: "integer", minimum: 1 },
        model: { type: "string", minLength: 1 },
      },
    },
    budgets: {
      type: "object",
      additionalProperties: false,
      description:
        "How much of a call's result a model gets, and how much is kept. Of a longer result the beginning, the end and lines around errors are shown.",
      properties: {
        outputTokens: {
          type: "integer",
          minimum: 500,
          description:
            "Tokens of text, estimated as one for four bytes. Default: no limit but outputBytes.",
        },
        outputBytes: {
          type: "integer",
          minimum: 2_000,
          description: "Bytes of text. Default: 100,000.",
        },
        structuredBytes: {
          type: "integer",
          minimum: 2_000,
          description: "Bytes of a structured result, as JSON. Default: 1,000,000.",
        },
        keptOutputs: {
          type: "object",
          additionalProperties: false,
          description:
            "How many whole outputs that were too long for a model are kept, of all workspaces together. The oldest go first.",
          properties: {
            maxAgeDays: {
              type: "number",
              minimum: 0,
              description: "Older ones are removed. Default: 7.",
            },
            maxMegabytes: {
              type: "number",
              minimum: 0,
              description: "With 0 none is kept. Default: 1024.",
            },
          },
        },
        journal: {
          type: "object",
          additionalProperties: false,
          description:
            "How much of what happened is kept for each workspace. The oldest goes first, and what is gone can't be undone.",
          properties: {
            maxAgeDays: {
              type: "number",
              minimum: 0,
              description: "Older calls are forgotten. Default: 30.",
            },
            maxMegabytes: {
              type: "number",
              minimum: 1,
              description:
                "Of calls and of the contents of files before and after them. Default: 512.",
            },
          },
        },
      },
    },
  },
};
