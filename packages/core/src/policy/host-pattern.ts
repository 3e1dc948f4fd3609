import { type Fail, parseNameGlob } from "../glob/name-glob.ts";
import { anyName, rest, type Segment, segmentOf } from "../glob/segment.ts";

/**
 * Parses a host and an optional port: `api.github.com`, `*.github.com:443`, `[::1]:8080`. A leading
 * `*` label, or the last label of an address (`10.*`), matches one or more labels; elsewhere `*`
 * stays within its label. Labels are reversed, so that related hosts share a prefix.
 */
export function parseHostPattern(
  text: string,
  fail: Fail,
): { readonly segments: readonly Segment[]; readonly port: number | null } {
  if (text === "") fail(0, "The host is missing; write network(*) for any host.");
  if (/[/\s@]/.test(text)) {
    fail(text.search(/[/\s@]/), "Write only the host, such as api.github.com or *.github.com:443.");
  }
  const { host, port } = splitPort(text, fail);
  // `**` as well, which means everything in paths.
  if (host === "*" || host === "**") return { segments: [rest], port };
  const labels = labelsOf(host);
  const isAddressRange = /^(?:\d+\.)+\*$/.test(host);
  const segments = labels.flatMap((label, index): readonly Segment[] => {
    if (label === "") fail(0, "A label of the host is empty.");
    const isOutermost = index === (isAddressRange ? 0 : labels.length - 1);
    if (label === "*" && isOutermost) return [anyName, rest];
    return [segmentOf(parseNameGlob(label, { hasClasses: false, fail, offset: 0 }))];
  });
  return { segments, port };
}

/** A host's labels in reverse order, in lower case and without a final dot. */
export function labelsOf(host: string): readonly string[] {
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  const lower = bare.toLowerCase().replace(/(?<=[^.])\.$/, "");
  // An IPv6 address is not a hierarchy of names.
  return lower.includes(":") ? [lower] : lower.split(".").reverse();
}

function splitPort(
  text: string,
  fail: Fail,
): { readonly host: string; readonly port: number | null } {
  const bracket = /^(\[[^\]]*\])(?::(.*))?$/.exec(text);
  if (bracket !== null) return { host: bracket[1] ?? "", port: parsePort(text, bracket[2], fail) };
  const colon = text.indexOf(":");
  const isAddress = colon !== -1 && text.includes(":", colon + 1);
  if (colon === -1 || isAddress) return { host: text, port: null };
  return { host: text.slice(0, colon), port: parsePort(text, text.slice(colon + 1), fail) };
}

function parsePort(text: string, port: string | undefined, fail: Fail): number | null {
  if (port === undefined || port === "*") return null;
  const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
  if (number < 1 || number > 65_535) {
    fail(text.length - port.length, "A port is a number from 1 to 65535.");
  }
  return number;
}
