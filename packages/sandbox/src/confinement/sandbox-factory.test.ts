import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Effect, read, unknown, write } from "@toolwright/core";
import type { SandboxProfile } from "@toolwright/core/ports";
import { onTestFinished, describe, expect, it } from "vitest";
import { homeDirectories } from "./home-directories.ts";
import { createSandboxFactory } from "./sandbox-factory.ts";
import { createNoSandbox } from "./no-sandbox.ts";

interface Scene {
  readonly at: (path: string) => string;
  readonly profileFor: (effects: readonly Effect[]) => Promise<SandboxProfile | null>;
}

function open(wish: "required" | "preferred", works = true): Scene {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "call-confinement-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const at = (path: string): string => join(base, path);
  for (const name of ["home/work", "home/state", "other", "account"])
    mkdirSync(at(name), { recursive: true });
  writeFileSync(at("other/there.txt"), "");
  const none = createNoSandbox("Install bubblewrap.");
  const sandboxFactory = createSandboxFactory({
    backend: works ? { ...none, available: () => Promise.resolve({ ok: true }) } : none,
    wish,
    workspace: {
      roots: [at("home/work")],
      findBelow: (_directory, { isWanted }) => ({
        paths: [
          { path: at("home/work/.env"), realPath: at("home/work/.env"), leadsToDirectory: false },
        ]
          .filter(isWanted)
          .map(({ path }) => path),
        isWhole: true,
      }),
    },
    home: at("home"),
    accountHome: at("account"),
    environment: { PATH: `/usr/bin:${at("account/.nvm/bin")}` },
    ownPaths: [at("home/state")],
    stateDirectory: at("home/state"),
  });
  const network = { decide: () => Promise.reject(new Error("nobody asks in this test")) };
  return {
    at,
    async profileFor(effects) {
      return sandboxFactory.profileFor({ effects, mayRead: () => false, network });
    },
  };
}

const anything = unknown("a program that nobody knows");

describe("the sandbox of a call", () => {
  it("has no writable paths for a call that only reads", async () => {
    const { at, profileFor } = open("required");
    expect(await profileFor([read(at("home/work/a.txt"))])).toMatchObject({
      writablePaths: [],
      maskedPaths: [at("home/work/.env"), at("home/state")],
      hiddenPaths: [at("home"), at("account")],
      network: "off",
    });
  });

  it("also hides the account's own home if HOME names another, except programs on the PATH", async () => {
    const { at, profileFor } = open("required");
    const profile = await profileFor([anything, write(at("account/new.txt"))]);
    expect(profile?.hiddenPaths).toContain(at("account"));
    expect(profile?.readablePaths).toContain(at("account/.nvm"));
    expect(profile?.writablePaths).toEqual([at("home/work")]);
  });

  it.each(["/", "/usr/sbin", "/bin"])(
    "doesn't hide the system where that is a home: %s",
    (home) => {
      expect(homeDirectories("/home/me", home)).toEqual(["/home/me"]);
    },
  );

  it("shows granted paths", async () => {
    const { at, profileFor } = open("required");
    const profile = await profileFor([read(at("home/work/.env")), read(at("home/notes"))]);
    expect(profile?.maskedPaths).toEqual([at("home/state")]);
    expect(profile?.readablePaths).toContain(at("home/notes"));
  });

  it("is the workspace for an unknown program, and the network by host", async () => {
    const { at, profileFor } = open("required");
    const profile = await profileFor([anything]);
    expect(profile?.writablePaths).toEqual([at("home/work")]);
    expect(profile?.network).not.toBe("off");
  });

  it("includes an existing outside file alone, and the directory of a new one", async () => {
    const { at, profileFor } = open("required");
    const writable = async (path: string): Promise<unknown> =>
      (await profileFor([write(at(path))]))?.writablePaths;
    expect(await writable("other/there.txt")).toEqual([at("other/there.txt")]);
    expect(await writable("other/new/new.txt")).toEqual([at("other")]);
    expect(await writable("home/new.txt")).toEqual([at("home")]);
  });

  it("never includes the home directory for an unknown program's new file there", async () => {
    const { at, profileFor } = open("required");
    const profile = await profileFor([anything, write(at("home/new.txt")), write(at("new.txt"))]);
    expect(profile?.writablePaths).toEqual([at("home/work")]);
  });

  it("is absent when no sandbox works, unless one is required", async () => {
    expect(await open("preferred", false).profileFor([anything])).toBeNull();
    await expect(open("required", false).profileFor([anything])).rejects.toThrow(
      /Nothing was run: .* Install bubblewrap\./,
    );
  });
});
