import { revealedLine } from "@toolwright/core/internal";
import type { ElicitRequestParams, ElicitResult } from "@modelcontextprotocol/server";

/** The way back to the person behind one call's host. */
export interface HostLine {
  /** For the journal: who answers. */
  readonly hostName: string;
  readonly canAsk: AskingAbilities;
  /** Somebody wanted to ask what the host can't show: that is why the call may fail. */
  lacks(kind: "form" | "url"): void;
  /** Puts a request to the host's person. Errors: whatever went wrong between here and there. */
  elicit(request: HostRequest, signal: AbortSignal): Promise<ElicitResult>;
}

export interface HostRequest {
  /** What it is about, in a word or two. */
  readonly topic: string;
  readonly params: ElicitRequestParams;
}

/** What a host said that it can show to its person. */
export interface AskingAbilities {
  readonly form: boolean;
  readonly url: boolean;
  /** Choices with a title each; older hosts know names beside the values. */
  readonly titledChoices: boolean;
}

/** The revision that brought titles for choices. */
const titledSince = "2025-11-25";

/** `capabilities` as the host declared them, checked by the SDK at most. */
export function askingAbilities(capabilities: unknown, revision: string): AskingAbilities {
  const elicitation = fieldOf(capabilities, "elicitation");
  const form = fieldOf(elicitation, "form");
  const url = fieldOf(elicitation, "url");
  return {
    // Before there were two kinds, an empty object said that forms are shown.
    form: elicitation !== undefined && (form !== undefined || url === undefined),
    url: url !== undefined,
    titledChoices: revision >= titledSince,
  };
}

/** What the journal calls a host by, made from how it introduced itself. */
export function hostNameOf(client: unknown): string {
  const given = [fieldOf(client, "title"), fieldOf(client, "name")];
  const name = given.find((text) => typeof text === "string" && text !== "");
  return typeof name === "string" ? `MCP host ${revealedLine(name, 60)}` : "an MCP host";
}

/** Of data that somebody else made; undefined for null, too. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name] ?? undefined;
}
