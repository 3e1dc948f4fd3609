// Shared by Toolwright's own packages without any promise of stability. Programs use the root entry.
export { classifyAddress } from "./network/address-class.ts";
export { openOverlay, type Overlay, type OverlayLayer } from "./overlay/open-overlay.ts";
export { plainText } from "./output/plain-text.ts";
export { findProgram } from "./process/find-program.ts";
export { loadTerminals } from "./terminal/start-in-terminal.ts";
