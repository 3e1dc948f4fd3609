import { revealedLine } from "@toolwright/core/internal";
import type { ElicitRequestParams, ElicitResult } from "@modelcontextprotocol/server";

/** The connection to the person behind one call's host. */
export interface HostLine {
  /** The approver's name in the journal. */
  readonly hostName: string;
  readonly canAsk: AskingAbilities;
  /** Notes a question that the host cannot show; it may be why the call fails. */
  lacks(kind: "form" | "url"): void;
  /** Sends a request to the host's person. Errors: any failure of the connection. */
  elicit(request: HostRequest, signal: AbortSignal): Promise<ElicitResult>;
}

export interface HostRequest {
  /** The subject in a word or two. */
  readonly topic: string;
  readonly params: ElicitRequestParams;
}

/** The kinds of questions that a host can show. */
export interface AskingAbilities {
  readonly form: boolean;
  readonly url: boolean;
  /** Whether choices can have titles; older hosts take names beside the values. */
  readonly titledChoices: boolean;
}

/** The revision that introduced titles for choices. */
const titledSince = "2025-11-25";

/** `capabilities`: as the host declared them, validated by the SDK at most. */
export function askingAbilities(capabilities: unknown, revision: string): AskingAbilities {
  const elicitation = fieldOf(capabilities, "elicitation");
  const form = fieldOf(elicitation, "form");
  const url = fieldOf(elicitation, "url");
  return {
    // Before the kinds were separate, an empty object meant forms.
    form: elicitation !== undefined && (form !== undefined || url === undefined),
    url: url !== undefined,
    titledChoices: revision >= titledSince,
  };
}

/** The host's name in the journal, from its client information. */
export function hostNameOf(client: unknown): string {
  const given = [fieldOf(client, "title"), fieldOf(client, "name")];
  const name = given.find((text) => typeof text === "string" && text !== "");
  return typeof name === "string" ? `MCP host ${revealedLine(name, 60)}` : "an MCP host";
}

/** A field of untrusted data; undefined if it is missing or null. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name] ?? undefined;
}
