/** More of them, and trying out what each stands for could take for ever. */
const MAX_STARS = 2;

/**
 * A glob of an ignore file as a regular expression over a path: `*` within a name, `**` as a whole
 * name for any number of directories, `[a-z]`. Null for one whose meaning isn't certain, or that
 * could take too long.
 */
export function translateGlob(glob: string): RegExp | null {
  const names = glob.split("/").filter((name, at, all) => name !== "**" || all[at + 1] !== "**");
  if (names.filter((name) => name === "**").length > MAX_STARS) return null;
  let source = "";
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    if (name === "**" && !isLast) {
      source += "(?:[^/]+/)*";
      continue;
    }
    const translated = translateName(name);
    if (translated === null) return null;
    source += isLast ? translated : `${translated}/`;
  }
  return new RegExp(`^${source}$`, "s");
}

function translateName(name: string): string | null {
  let source = "";
  let stars = 0;
  for (let at = 0; at < name.length; at += 1) {
    const character = name.charAt(at);
    if (character === "*") {
      if (name.charAt(at - 1) === "*") continue;
      stars += 1;
      source += "[^/]*";
    } else if (character === "[") {
      const end = name.indexOf("]", at + 1);
      const inside = name.slice(at + 1, end);
      if (end === -1 || !isPlainClass(inside)) return null;
      source += `[${inside}]`;
      at = end;
    } else source += character.replace(/[\\^$.|?*+()[\]{}]/, String.raw`\$&`);
  }
  return stars > MAX_STARS ? null : source;
}

/** Negated, empty, backward and odd ones are left to who knows them. */
function isPlainClass(inside: string): boolean {
  if (!/^(?:[A-Za-z0-9](?:-[A-Za-z0-9])?|_)+$/.test(inside)) return false;
  return Array.from(inside.matchAll(/(.)-(.)/g)).every(([, from = "", to = ""]) => from < to);
}
