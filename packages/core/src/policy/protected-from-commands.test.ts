import { describe, expect, it } from "vitest";
import { isProtectedFromCommands } from "./protection.ts";

const isProtected = (path: string, isDirectory = false): boolean => {
  const names = path.split("/");
  return isProtectedFromCommands(names.slice(0, -1), names.at(-1) ?? "", isDirectory);
};

describe("what a command may not leave behind", () => {
  it.each([
    ".envrc",
    "a/b/.npmrc",
    "a/.CLAUDE",
    "a/.cl\u200baude",
    "a/.vscode./x",
    "lefthook.yaml",
    "x.code-workspace",
    ".cargo/config.toml",
    "a/.Cargo/config.toml",
    ".config/mise",
    ".bundle/config",
    ".mise.toml",
    "mise.toml",
    ".tool-versions",
    ".direnv",
    "bunfig.toml",
    "rust-toolchain.toml",
    "lib/sitecustomize.py",
    ".env",
    ".env.local",
    ".netrc",
  ])("is %s", (path) => {
    expect(isProtected(path)).toBe(true);
  });

  it.each([
    "package.json",
    "Makefile",
    ".mocharc.js",
    "conftest.py",
    ".github/workflows",
    ".github/workflows/ci.yml",
    ".config/other",
    "config.toml",
    ".env.example",
    ".gitignore",
    // Secret, and nothing runs by them.
    "server.key",
    "ca.pem",
    "terraform.tfstate",
  ])("is not %s", (path) => {
    expect(isProtected(path)).toBe(false);
  });

  it("is no directory called .env, as a virtual environment of Python may be", () => {
    expect(isProtected(".env", true)).toBe(false);
    expect(isProtected(".vscode", true)).toBe(true);
  });
});
