// Records the tools listed by public MCP servers, for bench/search-tools.ts: `node
// bench/live-tools/record.ts`. It installs the packages below from the npm registry into a temporary folder,
// without their install scripts, and starts each under bubblewrap without network, with an empty HOME and
// fake keys. It keeps what a search reads: names, descriptions and parameter names.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { RecordedServer, RecordedTool } from "./recorded-server.ts";

interface ServerSource {
  readonly package: string;
  readonly words?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const url = "postgresql://user:password@localhost:5432/database";
const servers: Readonly<Record<string, ServerSource>> = {
  airtable: { package: "airtable-mcp-server@1.14.0", environment: { AIRTABLE_API_KEY: "none" } },
  "azure-devops": { package: "@azure-devops/mcp@2.10.0", words: ["none"] },
  "brave-search": {
    package: "@modelcontextprotocol/server-brave-search@0.6.2",
    environment: { BRAVE_API_KEY: "none" },
  },
  "chrome-devtools": { package: "chrome-devtools-mcp@1.11.0" },
  circleci: {
    package: "@circleci/mcp-server-circleci@0.20.0",
    environment: { CIRCLECI_TOKEN: "none" },
  },
  context7: { package: "@upstash/context7-mcp@4.1.1" },
  everything: { package: "@modelcontextprotocol/server-everything@2026.8.31" },
  figma: {
    package: "figma-developer-mcp@0.13.2",
    words: ["--stdio", "--figma-api-key=none"],
  },
  filesystem: {
    package: "@modelcontextprotocol/server-filesystem@2026.8.31",
    words: ["/tmp"],
  },
  firecrawl: { package: "firecrawl-mcp@3.26.0", environment: { FIRECRAWL_API_KEY: "fc-none" } },
  github: {
    package: "@modelcontextprotocol/server-github@2025.4.8",
    environment: { GITHUB_PERSONAL_ACCESS_TOKEN: "none" },
  },
  git: { package: "@cyanheads/git-mcp-server@2.15.3" },
  gitlab: {
    package: "@zereight/mcp-gitlab@2.1.64",
    environment: { GITLAB_PERSONAL_ACCESS_TOKEN: "none" },
  },
  "google-maps": {
    package: "@modelcontextprotocol/server-google-maps@0.6.2",
    environment: { GOOGLE_MAPS_API_KEY: "none" },
  },
  hubspot: {
    package: "@hubspot/mcp-server@0.4.0",
    environment: { PRIVATE_APP_ACCESS_TOKEN: "none" },
  },
  jira: {
    package: "@aashari/mcp-server-atlassian-jira@3.3.0",
    environment: { ATLASSIAN_SITE_NAME: "none", ATLASSIAN_API_TOKEN: "none" },
  },
  kubernetes: { package: "mcp-server-kubernetes@4.1.7" },
  launchdarkly: { package: "@launchdarkly/mcp-server@0.6.2", words: ["start", "--api-key=none"] },
  linear: { package: "@tacticlaunch/mcp-linear@1.4.3", environment: { LINEAR_API_TOKEN: "none" } },
  mapbox: {
    package: "@mapbox/mcp-server@0.14.0",
    environment: { MAPBOX_ACCESS_TOKEN: "pk.eyJ1Ijoibm9uZSJ9.none" },
  },
  memory: { package: "@modelcontextprotocol/server-memory@2026.8.31" },
  mongodb: { package: "mongodb-mcp-server@3.0.4" },
  notion: {
    package: "@notionhq/notion-mcp-server@2.5.2",
    environment: { NOTION_TOKEN: "none" },
  },
  playwright: { package: "@playwright/mcp@0.0.83" },
  postgres: { package: "@modelcontextprotocol/server-postgres@0.6.2", words: [url] },
  puppeteer: { package: "@modelcontextprotocol/server-puppeteer@2025.5.12" },
  sentry: {
    package: "@sentry/mcp-server@0.39.0",
    words: ["--access-token=none"],
  },
  "sequential-thinking": { package: "@modelcontextprotocol/server-sequential-thinking@2026.8.31" },
  shopify: { package: "@shopify/dev-mcp@1.16.0" },
  slack: {
    package: "@modelcontextprotocol/server-slack@2025.4.25",
    environment: { SLACK_BOT_TOKEN: "none", SLACK_TEAM_ID: "none" },
  },
  supabase: {
    package: "@supabase/mcp-server-supabase@0.13.0",
    words: ["--access-token=none"],
  },
  tavily: { package: "tavily-mcp@0.2.22", environment: { TAVILY_API_KEY: "none" } },
};

const folder = mkdtempSync(join(tmpdir(), "live-tools-"));
try {
  const recorded: RecordedServer[] = [];
  for (const [server, source] of Object.entries(servers)) {
    try {
      const installed = join(folder, server);
      install(source.package, installed);
      const tools = await listTools(source, installed);
      console.log(`${server}: ${tools.length} tools`);
      recorded.push({ server, package: source.package, tools });
    } catch (thrown) {
      console.error(`${server}: left out, ${thrown instanceof Error ? thrown.message : "failed"}`);
    }
  }
  const lines = recorded.map((each) => JSON.stringify(each)).join(",\n");
  writeFileSync(new URL("tools.json", import.meta.url), `[\n${lines}\n]\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Each has its own folder, because servers seldom agree on their dependencies. */
function install(versioned: string, into: string): void {
  mkdirSync(into);
  writeFileSync(join(into, "package.json"), JSON.stringify({ private: true }));
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  const { status } = spawnSync("npm", ["install", ...options, versioned], {
    cwd: into,
    stdio: "ignore",
  });
  if (status !== 0) throw new Error("npm could not install it");
}

async function listTools(source: ServerSource, installed: string): Promise<RecordedTool[]> {
  const client = new Client({ name: "recorder", version: "1" });
  const transport = new StdioClientTransport({
    command: "bwrap",
    args: confined(installed, [programOf(source.package, installed), ...(source.words ?? [])]),
    env: { HOME: "/home/none", PATH: "/usr/bin:/bin", NO_COLOR: "1", ...source.environment },
    stderr: "ignore",
  });
  try {
    await client.connect(transport, { timeout: 60_000 });
    const tools: RecordedTool[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools(cursor === undefined ? {} : { cursor });
      for (const { name, description = "", inputSchema } of page.tools) {
        tools.push({ name, description, parameters: Object.keys(inputSchema.properties ?? {}) });
      }
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  } finally {
    await client.close();
  }
}

function confined(installed: string, words: readonly string[]): string[] {
  const options =
    "--ro-bind / / --dev /dev --proc /proc --tmpfs /home --tmpfs /root --tmpfs /tmp --tmpfs /run --tmpfs /opt " +
    "--dir /home/none --chdir /home/none --unshare-all --die-with-parent";
  const node = ["--ro-bind", dirname(process.execPath), "/opt/node"];
  const servers = ["--ro-bind", installed, "/tmp/servers"];
  return [...options.split(" "), ...node, ...servers, "/opt/node/node", ...words];
}

/** The only program of a package, by its path inside the sandbox. */
function programOf(versioned: string, installed: string): string {
  const name = versioned.slice(0, versioned.lastIndexOf("@"));
  const manifest = readFileSync(join(installed, "node_modules", name, "package.json"), "utf8");
  const { bin } = JSON.parse(manifest) as { bin: string | Readonly<Record<string, string>> };
  const [program] = typeof bin === "string" ? [bin] : Object.values(bin);
  if (program === undefined) throw new Error(`${name} has no program.`);
  return join("/tmp/servers/node_modules", name, program);
}
