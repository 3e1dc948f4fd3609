/** The name by which sites address us in their robots.txt. */
const robotName = "toolwright";

interface Rule {
  readonly pattern: string;
  readonly allows: boolean;
}

/** Longer files are read up to here. Source: RFC 9309, section 2.5 */
const maxLength = 512 * 1_024;

/**
 * Whether a site's robots.txt allows a path with its query. The longest matching rule decides; of two of the same
 * length, the one that allows.
 *
 * Source: RFC 9309
 */
export function allowsRobots(robotsText: string, path: string): boolean {
  const text = normal(path);
  let deciding: Rule = { pattern: "", allows: true };
  for (const rule of rulesFor(robotsText.slice(0, maxLength))) {
    const more = rule.pattern.length - deciding.pattern.length;
    if (more < 0 || (more === 0 && !rule.allows)) continue;
    if (matches(rule.pattern, text)) deciding = rule;
  }
  return deciding.allows;
}

/** The rules of the groups that name us, otherwise of those for everybody. */
function rulesFor(text: string): readonly Rule[] {
  const ours: Rule[] = [];
  const general: Rule[] = [];
  let isNamed = false;
  let isGeneral = false;
  let hasRules = true;
  let areWeNamed = false;
  for (const { key, value } of linesOf(text)) {
    if (key === "user-agent") {
      // A line after rules begins another group.
      if (hasRules) [isNamed, isGeneral, hasRules] = [false, false, false];
      const agent = value.toLowerCase();
      isNamed ||= agent === robotName;
      isGeneral ||= agent === "*";
      areWeNamed ||= isNamed;
    } else if (key === "allow" || key === "disallow") {
      hasRules = true;
      const rule = { pattern: value, allows: key === "allow" };
      // An empty rule matches nothing.
      if (value !== "" && isNamed) ours.push(rule);
      if (value !== "" && isGeneral) general.push(rule);
    }
  }
  return areWeNamed ? ours : general;
}

function linesOf(text: string): readonly { readonly key: string; readonly value: string }[] {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const [content = ""] = line.split("#", 1);
      const colon = content.indexOf(":");
      const key = content.slice(0, Math.max(0, colon)).trim().toLowerCase();
      return { key, value: content.slice(colon + 1).trim() };
    });
}

/** Matches from the start of the path; `*` is any text and a final `$` the end. Takes no longer than a search. */
function matches(pattern: string, text: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [start = "", ...parts] = normal(isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!text.startsWith(start)) return false;
  let at = start.length;
  const last = isWhole ? parts.pop() : undefined;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  if (last === undefined) return at === text.length;
  return text.length - last.length >= at && text.endsWith(last);
}

/** One spelling for each path: encoded beyond ASCII, escapes in upper case. */
function normal(path: string): string {
  return encodeURI(path.toWellFormed())
    .replaceAll("%25", "%")
    .replace(/%[\da-f]{2}/gi, (escape) => escape.toUpperCase());
}
