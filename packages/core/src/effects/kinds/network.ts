import { labelsOf, parseHostPattern } from "../../policy/host-pattern.ts";
import { verbatim } from "../../language/phrase.ts";
import { phrase } from "../../language/core-phrase.ts";
import { modeRow } from "../../policy/mode-row.ts";
import { singleArgument } from "../../policy/pattern-argument.ts";
import { nameText } from "../../policy/pattern-text.ts";
import { NamedTarget } from "../../policy/target.ts";
import { withNotes, visible } from "../describe-parts.ts";
import type { EffectKind } from "../effect-kind.ts";

export interface NetworkEffect {
  readonly type: "network";
  readonly host: string;
  readonly port?: number;
  readonly method?: string;
}

/** The effect of a GET request. */
export function requestEffect({ hostname, port, protocol }: URL): Required<NetworkEffect> {
  const standardPort = protocol === "https:" ? 443 : 80;
  return {
    type: "network",
    host: hostname.replace(/\.$/, ""),
    port: port === "" ? standardPort : Number(port),
    method: "GET",
  };
}

const fromWeb = ["web"] as const;

const row = modeRow("network", ["deny", "ask", "ask", "listed"]);

export const networkKind: EffectKind<NetworkEffect> = {
  copy: ({ host, port, method }, text) => ({
    type: "network",
    host: text(host),
    ...(port !== undefined && { port }),
    ...(method !== undefined && { method }),
  }),
  covers: (wider, effect) =>
    wider.host === effect.host &&
    (wider.port === undefined || wider.port === effect.port) &&
    (wider.method === undefined || wider.method === effect.method),
  footprint: () => ({}),
  describe: ({ host, port, method }) => {
    const shown = host.includes(":") ? `[${bareHost(host)}]` : host;
    const note = method === undefined ? undefined : verbatim(visible(method));
    return withNotes(phrase("network {host}", { host: withPort(visible(shown), port) }), [note]);
  },
  aftermath: () => "elsewhere",

  patternKind: "network",
  otherNames: ["fetch", "host", "webfetch"],
  parseArgument: (argument, fail) => {
    const { segments, port } = parseHostPattern(argument, fail);
    return singleArgument(segments, port);
  },
  narrowestPattern: ({ host, port }) => {
    const bare = bareHost(host);
    return `network(${withPort(bare.includes(":") ? `[${bare}]` : nameText(bare), port)})`;
  },
  target: ({ host, port }) => new NamedTarget("network", labelsOf(host), port),
  example: (labels, { port }) => ({
    type: "network",
    host: labels.toReversed().join("."),
    ...(port !== null && { port }),
  }),
  modeRow: () => row,

  secretUse: () => ({ against: "the call reaches the network" }),
  brings: () => fromWeb,
  carriesOut: true,
};

function bareHost(host: string): string {
  return host.startsWith("[") ? host.slice(1, -1) : host;
}

function withPort(host: string, port: number | undefined): string {
  return port === undefined ? host : `${host}:${port}`;
}
