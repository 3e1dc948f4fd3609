import { isIP } from "node:net";

/** Names that never belong to a host on the internet. */
const localSuffixes = [".localhost", ".local", ".internal", ".home.arpa"];

/** The host of a URL as DNS and TLS expect it: without brackets and without a final dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** Why a URL is never fetched, as a sentence; null when its host must be looked up to know. */
export function reasonAgainst(url: URL, isPublic: (address: string) => boolean): string | null {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return `${url.protocol} addresses are not fetched, only http: and https: ones.`;
  }
  if (url.username !== "" || url.password !== "") {
    return "The URL contains a user name or password. Leave them out: pages that need a login can't be fetched.";
  }
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublic(host) ? null : notPublic(host);
  return isPublicName(host) ? null : notPublic(host);
}

/** The reason against a host that is not on the internet. */
export function notPublic(host: string): string {
  return `${host} is not on the public internet. Only public hosts are fetched; for a server of your own, use a command such as curl.`;
}

function isPublicName(host: string): boolean {
  return host.includes(".") && !localSuffixes.some((suffix) => host.endsWith(suffix));
}
