import type { HtmlElement, HtmlNode } from "./html-tree.ts";

/**
 * Puts the parts of a page that React streamed late, in hidden elements at its end, where its scripts would put them.
 *
 * Source: React's instructions `$RC`, `$RR` and `$RS` for boundaries and segments (react-dom/server).
 */
export function placeStreamedParts(root: HtmlElement, scripts: readonly string[]): void {
  const sources = new Map(scripts.flatMap(placementsIn));
  if (sources.size === 0) return;
  const parts = takeParts(root, new Set(sources.values()));
  const place = (element: HtmlElement): void => {
    element.children = element.children.flatMap((child): HtmlNode[] => {
      if (typeof child === "string") return [child];
      const id = sources.get(child.attributes.get("id") ?? "");
      const part = id === undefined ? undefined : parts.get(id);
      if (id === undefined || part === undefined) {
        place(child);
        return [child];
      }
      // A part that asks for itself is placed once.
      parts.delete(id);
      place(part);
      return part.children;
    });
  };
  place(root);
}

/** The ids of places, and of the parts that belong there. */
function placementsIn(script: string): (readonly [place: string, part: string])[] {
  return [
    ...script.matchAll(/\$R[CR]\("(B:\w{1,20})","(S:\w{1,20})"/g),
    ...script.matchAll(/\$RS\("(S:\w{1,20})","(P:\w{1,20})"/g),
  ].map(([, one = "", other = ""]) => (one.startsWith("S") ? [other, one] : [one, other]));
}

/** Removes the elements with these ids, and returns them by id. */
function takeParts(root: HtmlElement, ids: ReadonlySet<string>): Map<string, HtmlElement> {
  const parts = new Map<string, HtmlElement>();
  const take = (element: HtmlElement): void => {
    element.children = element.children.filter((child) => {
      if (typeof child === "string") return true;
      take(child);
      const id = child.attributes.get("id") ?? "";
      if (!ids.has(id) || parts.has(id)) return true;
      parts.set(id, child);
      return false;
    });
  };
  take(root);
  return parts;
}
