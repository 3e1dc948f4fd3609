// Loaded with the first search: its words are a good part of what importing the core would cost.
export { documentOf, documentOfName } from "./tool-document.ts";
export { ToolIndex } from "./tool-index.ts";
