/** The absolute address of a web page or a mail address; null for anything else, such as scripts and data. */
export function absoluteUrl(reference: string, base: string): string | null {
  const url = URL.parse(reference.trim(), base);
  return url !== null && /^(?:https?|mailto):$/.test(url.protocol) ? url.href : null;
}
