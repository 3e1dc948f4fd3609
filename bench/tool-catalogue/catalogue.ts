import { makeServers } from "./generated-servers.ts";
import { type CatalogueTool, parametersSchema } from "./catalogue-tool.ts";
import { realTools } from "./real-servers.ts";
import { writtenServers } from "./written-servers.ts";

/** How many tools come from where. */
export interface Catalogue {
  readonly tools: readonly CatalogueTool[];
  readonly counts: {
    readonly real: number;
    readonly written: number;
    readonly copies: number;
    readonly generated: number;
  };
}

/** Servers that offer the same as a written one, under another name: what a company runs beside or instead. */
const copiedAs: Readonly<Record<string, readonly string[]>> = {
  github: ["gitea", "forgejo", "codeberg"],
  slack: ["mattermost", "rocketchat"],
  gmail: ["fastmail", "outlook"],
  calendar: ["nextcloud"],
  jira: ["youtrack"],
  notion: ["outline", "coda"],
  postgres: ["mysql", "cockroach"],
  stripe: ["mollie", "adyen"],
  kubernetes: ["openshift"],
  docker: ["podman"],
  grafana: ["perses"],
  playwright: ["selenium"],
  maps: ["openstreet"],
  weather: ["meteo"],
  spotify: ["tidal", "deezer"],
  homeassistant: ["openhab"],
  shopify: ["woocommerce"],
  hubspot: ["pipedrive"],
  linear: ["plane"],
  zoom: ["jitsi"],
  travel: ["skytrip"],
  search: ["kagi"],
};

/** At least the real and the written tools; up to `size` with copies and generated ones. */
export async function makeCatalogue(size: number): Promise<Catalogue> {
  const real = await realTools();
  const written = Object.entries(writtenServers).flatMap(([server, tools]) =>
    toolsOf(server, tools),
  );
  const room = Math.max(0, size - real.length - written.length);
  const copies = Object.entries(copiedAs)
    .flatMap(([server, names]) =>
      names.flatMap((name) => toolsOf(name, renamed(writtenServers[server] ?? {}, server, name))),
    )
    .slice(0, room);
  const generated = makeServers(room - copies.length);
  return {
    tools: [...real, ...written, ...copies, ...generated],
    counts: {
      real: real.length,
      written: written.length,
      copies: copies.length,
      generated: generated.length,
    },
  };
}

function toolsOf(
  server: string,
  tools: Readonly<Record<string, string>>,
): readonly CatalogueTool[] {
  return Object.entries(tools).map(([name, line]) => {
    const [description = "", parameters = ""] = line.split(" |");
    const names = parameters
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "");
    return { server, name, description, inputSchema: parametersSchema(names) };
  });
}

function renamed(
  tools: Readonly<Record<string, string>>,
  server: string,
  name: string,
): Readonly<Record<string, string>> {
  const mention = new RegExp(server, "gi");
  const capitalised = name.charAt(0).toUpperCase() + name.slice(1);
  return Object.fromEntries(
    Object.entries(tools).map(([tool, line]) => [
      tool.replaceAll(mention, name),
      line.replaceAll(mention, capitalised),
    ]),
  );
}
