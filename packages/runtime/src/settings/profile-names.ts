import type { ProfileName } from "@toolwright/profiles";

/** Spelled out, as importing them would load every tool for `--help`; a test holds them together. */
export const profiles: readonly ProfileName[] = [
  "canonical",
  "mutsumi",
  "gemini-cli",
  "opencode",
  "claude-code",
  "kode",
  "codex",
];
