import { ToolError } from "@toolwright/core";
import { cutText, messageOf, revealedLine } from "@toolwright/core/internal";
import type { WebResponse } from "@toolwright/core/ports";
import type { SearchService } from "./search-services.ts";

/** The error for an answer that isn't a success. */
export function failureOf(
  { service, keyVariable, help }: SearchService,
  { status, headers, bytes }: WebResponse,
): ToolError {
  const says = reasonIn(bytes);
  const answered = `${service} answered ${status}${says === "" ? "" : ` (${says})`}.`;
  return failure(`${answered} ${adviceFor(status, headers, { keyVariable, help })}`);
}

function adviceFor(
  status: number,
  headers: WebResponse["headers"],
  { keyVariable, help }: Pick<SearchService, "keyVariable" | "help">,
): string {
  if (status === 401 || status === 403) {
    return keyVariable === null
      ? `Ask the person to check the service. ${help}`
      : `Ask the person to check the key and the plan; toolwright doctor names the key's variable.`;
  }
  if (status === 402 || status === 432 || status === 433) {
    return "The plan's searches are used up. Ask the person to extend it, or go on without searching.";
  }
  if (status === 429) {
    return `It takes no more searches for now. ${waitText(headers["retry-after"])}`;
  }
  if (status >= 500) return "Try again later, or go on without searching.";
  if (status >= 300 && status <= 399) {
    const to = revealedLine(headers["location"] ?? "", 200, "name");
    return `It sends searches elsewhere${to === "" ? "" : `, to ${to}`}. Ask the person to check the url of webSearch in the settings.`;
  }
  return "Change the query.";
}

/** Advice for a `Retry-After` header: seconds, or a date. */
function waitText(after: string | undefined): string {
  const seconds = after === undefined ? Number.NaN : Number(after);
  if (Number.isInteger(seconds) && seconds >= 0) {
    return `Wait ${seconds} s before the next one.`;
  }
  const date = Date.parse(after ?? "");
  if (!Number.isNaN(date)) return `Wait until ${new Date(date).toISOString()}.`;
  return "Wait a minute before the next one.";
}

/** The error for an answer that isn't the service's JSON. */
export function unreadable(
  { service, help }: SearchService,
  { headers }: WebResponse,
  cause: unknown,
): ToolError {
  const type = headers["content-type"] ?? "";
  const what = type.includes("html") ? "a web page instead of JSON" : "something unexpected";
  return failure(
    `${service} answered with ${what}. Ask the person to check that webSearch in the settings names this service's address. ${help}`,
    cause,
  );
}

function failure(message: string, cause?: unknown): ToolError {
  return new ToolError("network-failed", message, cause === undefined ? {} : { cause });
}

/** The reason in an error's JSON, on one short line; empty if it names none. */
function reasonIn(bytes: Uint8Array): string {
  try {
    const said = firstText(JSON.parse(new TextDecoder().decode(bytes.subarray(0, 10_000))));
    return cutText(revealedLine(said, 200, "text"), 200);
  } catch (thrown) {
    // Most pages of errors are no JSON, and say nothing that helps.
    if (thrown instanceof SyntaxError) return "";
    throw new Error(messageOf(thrown), { cause: thrown });
  }
}

/** Where services put the reason, from the outside in. */
function firstText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key of ["error", "detail", "message", "msg"]) {
    const text = firstText(fields[key]);
    if (text !== "") return text;
  }
  return "";
}
