// Loaded when a person looks at a program.
export { AttachPage } from "./attach-page.ts";
export { openEmulator } from "./emulator.ts";
