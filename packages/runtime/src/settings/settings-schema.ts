import { modes } from "@toolwright/core";
import { searchServiceNames } from "@toolwright/tools/internal";
import { profiles } from "./profile-names.ts";

import {
  strings,
  commandWords,
  hooks,
  rule,
  mcpServer,
  type SettingsSchema,
} from "./settings-schema-parts.ts";

export const settingsSchema: SettingsSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Toolwright settings",
  description:
    "The user's own `settings.json`, a workspace's `.toolwright/settings.json`, or a file given with --settings. JSON with comments and trailing commas. The administrator's file has the same format. Until you accept a workspace's file with `toolwright policy trust`, it can only tighten the policy: ask and deny rules, a stricter mode, disabled tools.",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { type: "string", description: "The location of this schema, for editors." },
    mode: {
      type: "string",
      enum: modes,
      description:
        "What runs without approval: plan (reads; everything else is denied), default (reads), accept-edits (also writes inside the workspace), auto (also deletes inside, and sandboxed commands). --mode overrides it.",
    },
    model: {
      type: "string",
      minLength: 1,
      description:
        "The model of `toolwright run`, as `openai/ID`, `anthropic/ID`, `google/ID` or `compatible/ID`. --model overrides it.",
    },
    profile: {
      type: "string",
      enum: profiles,
      description: "The set of tool names and arguments. --profile overrides it.",
    },
    rules: { type: "array", items: rule, description: "Rules that allow, ask or deny." },
    roots: {
      ...strings,
      description:
        "Further folders of the workspace: absolute, below `~/`, or relative to the workspace.",
    },
    tools: {
      type: ["object", "boolean"],
      description:
        "Settings of single tools, by name. False in any file: no tools at all; true changes nothing.",
      propertyNames: { pattern: "^[A-Za-z0-9_-]{1,64}$" },
      additionalProperties: {
        type: "object",
        additionalProperties: false,
        properties: {
          enabled: { type: "boolean", description: "False hides the tool." },
          autoApprove: {
            type: "boolean",
            description:
              "True allows the tool's calls without approval: the rule allow tool(NAME). Protected paths still need approval.",
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
            "Whether commands run in a sandbox. If no sandbox works, `required` refuses commands and `preferred` (the default) runs them without one. `off` never uses a sandbox.",
        },
        network: {
          ...strings,
          description:
            "Hosts that commands may reach without approval, as patterns: `*.npmjs.org:443`.",
        },
        timeoutMs: {
          type: "integer",
          minimum: 1,
          maximum: 600_000,
          description:
            "Default time limit in milliseconds for commands in the foreground: for `run_command`, under any name, and for `git`. Default: 120000.",
        },
      },
    },
    languageServers: {
      type: "object",
      description:
        "Language servers by name, for diagnostics, symbols and renames. Known without an entry, where they are installed: typescript, pyright, gopls, rust-analyzer, clangd. Starting one needs approval like any command. A project's servers are used after you trust the project.",
      additionalProperties: {
        type: "object",
        additionalProperties: false,
        properties: {
          command: {
            type: "string",
            minLength: 1,
            description:
              "The program, without a shell: a name in the project's node_modules/.bin or .venv/bin or on the PATH, or a path. Default: that of the known server of this name.",
          },
          args: { type: "array", items: { type: "string" } },
          extensions: {
            ...strings,
            description: "The files it serves, as `.vue`. Default: those of the known server.",
          },
          rootMarkers: {
            ...strings,
            description:
              "Files of a project's folder, in which the server is started. Default: the workspace's root.",
          },
          initializationOptions: {
            type: ["object", "array", "string", "boolean", "number"],
            description: "Sent to the server at its start.",
            additionalProperties: true,
          },
          enabled: { type: "boolean", description: "False: the server is never started." },
        },
      },
    },
    diagnostics: {
      type: "object",
      additionalProperties: false,
      properties: {
        afterEdits: {
          type: "boolean",
          description:
            "False: results of calls that changed files don't tell new problems. Default: true, where a language server runs or may start without approval.",
        },
      },
    },
    labels: {
      type: "object",
      additionalProperties: false,
      description:
        "Where the text in a session's context came from: rules can speak of it (when), and what could carry a secret out needs approval once untrusted text is there. A project's value is ignored.",
      properties: {
        enabled: { type: "boolean", description: "False: nobody asks. Default: true." },
      },
    },
    mcpServers: {
      type: "object",
      additionalProperties: mcpServer,
      description:
        "MCP servers by name. A project's servers, and those in its `.mcp.json`, are used after you trust the project.",
    },
    mcpVariables: {
      ...strings,
      description:
        "Environment variables that a trusted project's servers may use (`${GITHUB_TOKEN}`). Applies in your own and the administrator's settings; your own servers need no entry.",
    },
    mcpEffects: {
      type: "object",
      description:
        'The effects of MCP tools, by SERVER/TOOL, as `"filesystem/read_file": "read({path})"`. The policy then decides by these effects. A value is one effect or a list: read, write, delete and network of `{argument}`; `{argument[]}` for each item of a list; `read({path}, recursive)` for a whole folder; an empty list for no effects. Applies in your own and the administrator\'s settings, and only to the command or URL that the same settings name for the server.',
      additionalProperties: { type: ["string", "array"], items: { type: "string", minLength: 1 } },
    },
    discovery: {
      type: "object",
      additionalProperties: false,
      required: ["listCommand", "callCommand"],
      description:
        "Programs that declare and run tools. A command is a string, split into words but not run by a shell, or a list of words. A project's commands are used after you trust the project.",
      properties: {
        listCommand: {
          ...commandWords,
          description:
            'Prints the tools as JSON: [{"name", "description", "parameters"}, …] or {"functionDeclarations": […]}. Runs at the start of a session for at most 10 s, in a read-only sandbox without network.',
        },
        callCommand: {
          ...commandWords,
          description:
            "Runs a tool. Gets the tool's name as its last word and the input as JSON on standard input; prints the result on standard output. Needs approval like any command.",
        },
        timeoutMs: {
          type: "integer",
          minimum: 1,
          maximum: 600_000,
          description: "Time limit of a call in milliseconds. Default: 120000.",
        },
      },
    },
    skills: {
      type: "object",
      additionalProperties: false,
      description: "Skills in addition to those in the usual folders.",
      properties: {
        packages: {
          type: "array",
          items: {
            type: "string",
            pattern: "^(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$",
          },
          description:
            "npm packages whose folder `skills` in the workspace's `node_modules` has skills: `@acme/tools`. They count only in a trusted project.",
        },
      },
    },
    hooks,
    secrets: {
      type: "object",
      additionalProperties: false,
      description:
        "Further secrets to hide from models and screens, in addition to values in the environment and in `.env`-like files that look like secrets, and tokens of known vendors.",
      properties: {
        variables: {
          ...strings,
          description:
            "Variables in the environment or in `.env`-like files whose values of 8 or more bytes are always secret: `DB_LOGIN`, `CORP_*`.",
        },
        patterns: {
          type: "array",
          items: { type: "string", pattern: "^[A-Za-z0-9_.-]{2,64}\\*$" },
          description:
            "Prefixes of your own tokens, before a `*` for at least 8 letters, digits, `_` and `-` (20 characters in all): `corp_live_*`.",
        },
        except: {
          ...strings,
          description:
            "Variables whose values are never secret, as `PUBLIC_KEY`. A project's entries apply after you trust the project.",
        },
      },
    },
    approvals: {
      type: "object",
      additionalProperties: false,
      description:
        "Questions that are left for later (--approvals). Ignored in a project's settings.",
      properties: {
        trustedKeys: {
          type: "array",
          items: { type: "string", pattern: "^ed25519:[A-Za-z0-9_-]{43}$" },
          description:
            "The keys of people and machines whose answers count here, besides this machine's own. `toolwright approvals key` prints a machine's.",
        },
        expireAfterHours: {
          type: "number",
          minimum: 0.01,
          maximum: 8_760,
          description: "How long a question can be answered and its answer be used. Default: 24.",
        },
      },
    },
    models: {
      type: "array",
      description: "The models that agents may choose from, by the name that --model takes.",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["id"],
        properties: {
          id: { type: "string", minLength: 1 },
          tags: strings,
          contextTokens: {
            type: "integer",
            minimum: 1,
            description:
              "The tokens that a request and its answer may have together. Default: 128,000 for openai, 200,000 for anthropic, 1,000,000 for google, 32,000 for compatible.",
          },
          maxOutputTokens: {
            type: "integer",
            minimum: 1,
            description:
              "The tokens that one answer may have. Default: the model's own limit; 4,096 for an unknown model behind anthropic.",
          },
          silenceMs: {
            type: "integer",
            minimum: 1,
            maximum: 3_600_000,
            description:
              "When the model's server sends nothing for this long, in milliseconds, the request is sent again. Default: 300,000.",
          },
          images: {
            type: "boolean",
            description: "Whether the model takes images. Default: true.",
          },
          price: {
            type: "object",
            description: "US dollars for a million tokens.",
            additionalProperties: false,
            required: ["input", "output"],
            properties: {
              input: { type: "number", minimum: 0 },
              output: { type: "number", minimum: 0 },
              cachedInput: { type: "number", minimum: 0, description: "Default: as input." },
            },
          },
        },
      },
    },
    web: {
      type: "object",
      additionalProperties: false,
      description: "How tools reach the web.",
      properties: {
        proxy: {
          type: "string",
          pattern: "^https?://[^/\\s]+/?$",
          description:
            "The URL of an HTTP proxy, as `http://proxy.example:3128`. It looks up all names, so it must keep requests away from private networks itself. Variables such as HTTPS_PROXY are ignored.",
        },
      },
    },
    webSearch: {
      type: "object",
      description:
        "The service that web_search asks. Ignored in a project's settings. Keys are never written here: they come from variables of the environment.",
      additionalProperties: false,
      required: ["provider"],
      properties: {
        provider: {
          type: "string",
          enum: searchServiceNames,
          description: "searxng needs url; the others need a key, and google also engine.",
        },
        url: {
          type: "string",
          pattern: "^https?://[^/?#@\\s]+(?:/[^?#\\s]*)?$",
          description:
            "The address of the service, as `http://127.0.0.1:8888` for your own SearXNG. Searches may reach exactly this host and port, also in a private network.",
        },
        keyVariable: {
          type: "string",
          pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
          description:
            "The variable with the key, whose value is a secret. Default: BRAVE_API_KEY, TAVILY_API_KEY, EXA_API_KEY or GOOGLE_API_KEY.",
        },
        engine: {
          type: "string",
          minLength: 1,
          description: "The id of your Programmable Search Engine (cx).",
        },
      },
    },
    deferToolsOver: {
      type: ["integer", "object"],
      minimum: 0,
      maximum: 1_000_000,
      additionalProperties: false,
      description:
        'The limit for third-party tools in the prompt, in tools or in tokens of their definitions. If they exceed it, the model finds all of them through search_tools and calls them through call_tool. A number counts tools; {} means no limit. Default: { "tools": 30, "tokens": 10000 }.',
      properties: {
        tools: { type: "integer", minimum: 0, maximum: 1_000_000 },
        tokens: {
          type: "integer",
          minimum: 0,
          maximum: 1_000_000_000,
          description: "Estimated as one token per four bytes.",
        },
      },
    },
    agent: {
      type: "object",
      additionalProperties: false,
      description: "Limits of `toolwright run`. The strictest of all settings files counts.",
      properties: {
        enabled: { type: "boolean", description: "False: `toolwright run` doesn't run." },
        maxSteps: { type: "integer", minimum: 1, description: "Answers of the model." },
        maxToolCalls: { type: "integer", minimum: 1 },
        timeoutMs: {
          type: "integer",
          minimum: 1,
          description:
            "Working time in milliseconds, without the time that a person takes to answer.",
        },
        model: { type: "string", minLength: 1, description: "Overrides `model`." },
        compactAt: {
          type: ["number", "boolean"],
          minimum: 0.1,
          maximum: 1,
          description:
            "The share of the model's context (models[].contextTokens) from which on the conversation is made shorter. False: never by itself. Default: 0.8.",
        },
      },
    },
    programs: {
      type: "object",
      additionalProperties: false,
      description:
        "Limits of the programs that a model runs over its tools with run_program. To have none, disable that tool.",
      properties: {
        maxTimeoutMs: {
          type: "integer",
          minimum: 1,
          maximum: 86_400_000,
          description:
            "The longest time limit of a program, in milliseconds, without the time that people take to answer. Default: 600000.",
        },
        memoryMb: {
          type: "integer",
          minimum: 16,
          maximum: 1_024,
          description: "The memory of a program, in MiB. Default: 64.",
        },
        maxCalls: {
          type: "integer",
          minimum: 1,
          maximum: 100_000,
          description: "How many calls a program may make. Default: 1000.",
        },
        maxCallsAtOnce: {
          type: "integer",
          minimum: 1,
          maximum: 1_000,
          description: "How many of them are under way at the same time. Default: 32.",
        },
      },
    },
    budgets: {
      type: "object",
      additionalProperties: false,
      description:
        "How much of a call's result a model gets, and how much is stored. When a result exceeds the budget, the beginning, the end and the lines around errors are shown.",
      properties: {
        outputTokens: {
          type: "integer",
          minimum: 500,
          description:
            "Tokens of text, estimated as one per four bytes. Default: only outputBytes limits the text.",
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
            "Limits for storing whole outputs that exceeded the budget, for all workspaces together. The oldest are deleted first.",
          properties: {
            maxAgeDays: {
              type: "number",
              minimum: 0,
              description: "Older outputs are deleted. Default: 7.",
            },
            maxMegabytes: {
              type: "number",
              minimum: 0,
              description: "0 stores none. Default: 1024.",
            },
          },
        },
        journal: {
          type: "object",
          additionalProperties: false,
          description:
            "Limits of each workspace's journal. The oldest entries are deleted first, and can then no longer be undone.",
          properties: {
            maxAgeDays: {
              type: "number",
              minimum: 0,
              description: "Older entries are deleted. Default: 30.",
            },
            maxMegabytes: {
              type: "number",
              minimum: 1,
              description:
                "The size of the entries and of the file contents before and after them. Default: 512.",
            },
          },
        },
      },
    },
    stage: {
      type: "object",
      additionalProperties: false,
      description:
        "Stages: throw-away views of the workspace, in which calls work until a person commits or drops what they did.",
      properties: {
        modes: {
          type: "array",
          items: { enum: [...modes] },
          description:
            'The modes in which every call that may change something runs in a stage: `["auto"]`. Default: none. A rule\'s `stage` does it for the calls that it names.',
        },
        overlay: {
          type: "boolean",
          description:
            "false: a stage copies the workspace, even where the system can lay a view over it. Default: true.",
        },
      },
    },
  },
};
