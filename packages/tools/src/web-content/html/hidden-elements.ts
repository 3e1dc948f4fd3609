import { findElements, type HtmlElement, textLength, words } from "./html-tree.ts";

/** Elements whose content is no text of the page. */
const withoutText = words(
  "applet audio canvas datalist embed head iframe link map meta noembed noframes noscript object option script select style svg template textarea title video",
);

const mainParts = words("main article h1");

/** Declarations, in lower case and without white space, by which an element is not seen. */
const hidingDeclaration = new RegExp(
  `(?:^|[;"])(?:${[
    "display:none",
    "visibility:(?:hidden|collapse)",
    String.raw`opacity:0(?:\.0+)?(?:[a-z]+|%)?(?=[;!]|$)`,
    String.raw`(?:left|right|top|bottom|text-indent|margin-(?:left|top)):-(?:999|\d{4})`,
    String.raw`clip:rect\((?:0|1px)`,
    String.raw`clip-path:inset\((?:50|100)%`,
    String.raw`color:(?:transparent|rgba\([\d.,]{1,30},0(?:\.0+)?\))`,
  ].join("|")})`,
);

/** The classes and ids that a page's own style sheets hide. */
export interface HidingRules {
  readonly classes: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

/**
 * Removes everything that is no text or that a person would not see: scripts, controls, and elements
 * hidden by an attribute, their style, or a rule for one class or id in the page's own style sheets.
 * Returns the number of characters in hidden elements.
 */
export function removeHidden(root: HtmlElement, rules: HidingRules): number {
  let characters = 0;
  root.children = root.children.filter((child) => {
    if (typeof child === "string") return true;
    if (withoutText.has(child.name)) return false;
    if (isHidden(child, rules) || isSilent(child)) {
      characters += textLength(child);
      return false;
    }
    characters += removeHidden(child, rules);
    return true;
  });
  return characters;
}

/**
 * Whether screen readers are told to skip an element: icons, doubles, decoration. Pages with an open dialog say so
 * of their main part, too, which people still see.
 */
function isSilent(element: HtmlElement): boolean {
  if (element.attributes.get("aria-hidden") !== "true" || element.name === "img") return false;
  return (
    findElements({ ...element, children: [element] }, ({ name }) => mainParts.has(name)).length ===
    0
  );
}

function isHidden(element: HtmlElement, rules: HidingRules): boolean {
  const { name, attributes } = element;
  if (attributes.size === 0) return name === "dialog";
  const hidden = attributes.get("hidden");
  if (hidden !== undefined && hidden !== "until-found") return true;
  if (name === "dialog" && !attributes.has("open")) return true;
  const style = attributes.get("style");
  if (style !== undefined && (isHidingStyle(style) || hidesByFont(style, element))) return true;
  if (rules.ids.has(attributes.get("id") ?? "")) return true;
  const classes = attributes.get("class");
  return (
    rules.classes.size > 0 &&
    classes !== undefined &&
    classes.split(/\s+/).some((one) => rules.classes.has(one))
  );
}

/** A font without a size hides text, unless an element inside has another. Layouts remove gaps that way. */
function hidesByFont(style: string, element: HtmlElement): boolean {
  return /font-size\s*:\s*0(?![.\d]*[1-9])/i.test(style) && !setsFont(element);
}

function setsFont({ children }: HtmlElement): boolean {
  return children.some(
    (child) =>
      typeof child !== "string" &&
      (child.attributes.get("style")?.includes("font-size") === true || setsFont(child)),
  );
}

function isHidingStyle(style: string): boolean {
  const plain = style.replaceAll(/\s+/g, "").toLowerCase();
  return hidingDeclaration.test(plain);
}

/** The rules of style sheets that hide everything of one class or id, whatever the window or medium. */
export function hidingRules(styles: readonly string[]): HidingRules {
  const classes = new Set<string>();
  const ids = new Set<string>();
  for (const { selectors, declarations } of styles.flatMap(plainRules)) {
    if (!isHidingStyle(declarations)) continue;
    for (const selector of selectors.split(",")) {
      const [, sign, name = ""] = /^\s*([.#])([\w-]+)\s*$/.exec(selector) ?? [];
      if (sign !== undefined) (sign === "." ? classes : ids).add(name);
    }
  }
  return { classes, ids };
}

interface StyleRule {
  readonly selectors: string;
  readonly declarations: string;
}

/** The outermost rules without rules inside, so nothing below `@media print`. */
function plainRules(style: string): StyleRule[] {
  const css = withoutComments(style);
  const rules: StyleRule[] = [];
  let depth = 0;
  let start = 0;
  let body = 0;
  for (const { 0: sign, index } of css.matchAll(/[{}]/g)) {
    if (sign === "{" && depth++ === 0) body = index + 1;
    if (sign === "}" && depth > 0 && --depth === 0) {
      const declarations = css.slice(body, index);
      const selectors = css.slice(start, body - 1);
      if (!declarations.includes("{")) rules.push({ selectors, declarations });
      start = index + 1;
    }
  }
  return rules;
}

function withoutComments(css: string): string {
  let kept = "";
  let at = 0;
  for (;;) {
    const start = css.indexOf("/*", at);
    if (start === -1) return kept + css.slice(at);
    kept += css.slice(at, start);
    const end = css.indexOf("*/", start + 2);
    if (end === -1) return kept;
    at = end + 2;
  }
}
