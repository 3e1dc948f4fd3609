import { findElements, type HtmlElement, type HtmlNode, textLength, words } from "./html-tree.ts";

/** Parts of a page that lead elsewhere or repeat on every page. */
const pageParts = words("nav aside footer header menu search");
/** Those that a part of a page may have as well: titles, notes, footnotes. */
const sectionParts = words("header footer aside");
const pageRoles = words(
  "navigation banner contentinfo complementary search menu menubar dialog alertdialog",
);
const sections = words("main article section blockquote td li");
/** Words in class names and ids of such parts, where a page doesn't use the elements. */
const clutterName =
  /(?:^|[\s_-])(?:nav|navbar|navheader|navfooter|navigation|menu|sidebar|sphinxsidebar|breadcrumbs?|footer|masthead|cookies?|consent|newsletter|social|share|related|skip-?link|pagination|advert|ads|toolbar|toc)(?=$|[\s_-])/i;

/** Less text than this is no page. */
const MIN_CHARACTERS = 200;
/** Less than this share of a page's text isn't its content. */
const MIN_SHARE = 0.2;

/**
 * The elements that hold a page's content: its `main` or only article, otherwise its body without
 * navigation and the like; the whole body where that would lose the page.
 */
export function mainContent(root: HtmlElement): readonly HtmlNode[] {
  const enough = Math.max(MIN_CHARACTERS, textLength(root) * MIN_SHARE);
  for (const candidates of [findElements(root, isMain), findElements(root, isArticle)]) {
    const [only] = candidates;
    if (only === undefined || candidates.length > 1) continue;
    const content = withoutClutter(only);
    if (textLength(content) >= enough) return [content];
  }
  const body = withoutClutter(root);
  return textLength(body) >= enough ? body.children : root.children;
}

function isMain({ name, attributes }: HtmlElement): boolean {
  return name === "main" || attributes.get("role") === "main";
}

function isArticle({ name, attributes }: HtmlElement): boolean {
  return name === "article" || attributes.get("role") === "article";
}

/** A copy of the element without navigation and the like. */
function withoutClutter(element: HtmlElement, isInSection = false): HtmlElement {
  const isSection = isInSection || sections.has(element.name);
  const children = element.children
    .filter((child) => typeof child === "string" || !isClutter(child, isSection))
    .map((child) => (typeof child === "string" ? child : withoutClutter(child, isSection)));
  return { ...element, children };
}

function isClutter({ name, attributes, children }: HtmlElement, isInSection: boolean): boolean {
  if (pageParts.has(name) && !(isInSection && sectionParts.has(name))) return true;
  if (pageRoles.has(attributes.get("role") ?? "")) return true;
  if (children.length === 0) return false;
  const names = `${attributes.get("class") ?? ""} ${attributes.get("id") ?? ""}`;
  return names !== " " && clutterName.test(names);
}
