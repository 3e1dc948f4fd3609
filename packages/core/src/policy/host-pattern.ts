import { type Fail, parseNameGlob } from "../glob/name-glob.ts";
import { anyName, rest, type Segment, segmentOf } from "../glob/segment.ts";

/**
 * A host and perhaps a port: `api.github.com`, `*.github.com:443`, `[::1]:8080`. A leading `*`
 * label, and the last one of an address (`10.*`), is one or more labels; elsewhere `*` stays
 * within its label. Labels come last one first, so that what hosts have in common is a prefix.
 */
export function parseHostPattern(
  text: string,
  fail: Fail,
): { readonly segments: readonly Segment[]; readonly port: number | null } {
  if (text === "") fail(0, "There is no host; write network(*) for any.");
  if (/[/\s@]/.test(text)) {
    fail(text.search(/[/\s@]/), "Write the host alone, as api.github.com or *.github.com:443.");
  }
  const { host, port } = splitPort(text, fail);
  if (host === "*") return { segments: [rest], port };
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

/** A host's labels, last one first, as hosts are compared: any case, with or without a final dot. */
export function labelsOf(host: string): readonly string[] {
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  const lower = bare.toLowerCase().replace(/(?<=[^.])\.$/, "");
  // An address is no hierarchy of names.
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
