/** The offset at which a text stops being JSON; null for valid JSON. */
export function jsonFaultAt(text: string): number | null {
  let at = 0;
  let wanted: Wanted = "value";
  const open: ("{" | "[")[] = [];
  for (;;) {
    token.lastIndex = at;
    const [whole = "", sign, string, other] = token.exec(text) ?? [];
    const start = spaceAt(text, at);
    if (whole === "") return wanted === "end" && start === text.length ? null : start;
    const next = after(wanted, sign ?? (string === undefined ? other : '"'), open);
    if (next === null) return start;
    wanted = next;
    at += whole.length;
  }
}

type Wanted = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end" | "end";

const token =
  // oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?))/y;

function spaceAt(text: string, from: number): number {
  let at = from;
  while (" \t\r\n".includes(text[at] ?? "x")) at += 1;
  return at;
}

/** The kind of token that must follow; null if the token is not allowed here. */
function after(wanted: Wanted, sign: string | undefined, open: ("{" | "[")[]): Wanted | null {
  const isValuePlace = wanted === "value" || wanted === "value or ]";
  switch (sign) {
    case "{":
    case "[":
      if (!isValuePlace) return null;
      open.push(sign);
      return sign === "{" ? "key or }" : "value or ]";
    case "}":
    case "]": {
      const isEmpty = wanted === (sign === "}" ? "key or }" : "value or ]");
      if (!isEmpty && wanted !== ", or end") return null;
      return open.pop() === (sign === "}" ? "{" : "[") ? afterValue(open) : null;
    }
    case ":":
      return wanted === ":" ? "value" : null;
    case ",":
      if (wanted !== ", or end") return null;
      return open.at(-1) === "{" ? "key" : "value";
    case '"':
      if (wanted === "key" || wanted === "key or }") return ":";
      return isValuePlace ? afterValue(open) : null;
    default:
      return isValuePlace ? afterValue(open) : null;
  }
}

function afterValue(open: readonly string[]): Wanted {
  return open.length === 0 ? "end" : ", or end";
}
