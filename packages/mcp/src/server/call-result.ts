import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { ContentPart, Outcome } from "@toolwright/core";
import { structuredResult } from "./structured-result.ts";

/** The revision that introduced resource links; older hosts fail on unknown kinds of content. */
const linksSince = "2025-06-18";
const audioSince = "2025-03-26";

export interface CallResultOptions {
  /** Whether the tool was listed with the schema of structured results. */
  readonly hasOutputSchema: boolean;
  /** The protocol's revision as negotiated with this host. */
  readonly revision: string;
}

/**
 * An outcome as the host's result. Failures, refusals and cancellations are results with `isError`; their
 * text tells the model what to do.
 */
export function callResult(
  outcome: Outcome,
  { hasOutputSchema, revision }: CallResultOptions,
): CallToolResult {
  const { content, structured, artifacts = [], status, callId } = outcome;
  const links = artifacts.map(
    ({ name, uri, mimeType }): ContentPart => ({
      type: "resource",
      uri,
      name,
      ...(mimeType !== undefined && { mimeType }),
    }),
  );
  const blocks = [...content, ...links].map((part) => contentBlock(part, revision));
  return {
    content: blocks,
    ...(hasOutputSchema && {
      structuredContent: structuredResult(blocks, status === "ok" ? structured : null),
    }),
    ...(status !== "ok" && { isError: true }),
    // The id for `toolwright undo --call` and in the journal.
    _meta: { "toolwright/callId": callId },
  };
}

function contentBlock(part: ContentPart, revision: string): ContentBlock {
  switch (part.type) {
    case "text":
    case "image":
      return part;
    case "audio":
      return revision >= audioSince
        ? part
        : { type: "text", text: `[An audio recording, ${part.mimeType}]` };
    case "resource":
      return resourceBlock(part, revision);
  }
}

function resourceBlock(
  { uri, name = uri, mimeType, text, data }: Extract<ContentPart, { type: "resource" }>,
  revision: string,
): ContentBlock {
  const facts = { uri, ...(mimeType !== undefined && { mimeType }) };
  if (text !== undefined) return { type: "resource", resource: { ...facts, text } };
  if (data !== undefined) return { type: "resource", resource: { ...facts, blob: data } };
  if (revision >= linksSince) return { type: "resource_link", name, ...facts };
  return { type: "text", text: name === uri ? uri : `${name}: ${uri}` };
}
