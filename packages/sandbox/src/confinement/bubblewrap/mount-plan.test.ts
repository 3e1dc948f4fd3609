import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../fixtures/host-for-test.ts";
import { isWithin } from "../path-containment.ts";
import { planMounts } from "./mount-plan.ts";

type Profile = Partial<Omit<Parameters<typeof planMounts>[0], "network">>;

function tree(...paths: readonly string[]): string {
  const base = temporaryDirectory();
  for (const path of paths) {
    const isFile = path.endsWith("!");
    mkdirSync(join(base, isFile ? join(path, "..") : path), { recursive: true });
    if (isFile) writeFileSync(join(base, path.slice(0, -1)), "");
  }
  return base;
}

/** The planned mounts below a directory, as `path kind`. */
function planBelow(base: string, profile: Profile, sockets: readonly string[] = []): string[] {
  const at = (paths: readonly string[] = []): string[] => paths.map((path) => join(base, path));
  const mounts = planMounts(
    {
      writablePaths: at(profile.writablePaths),
      readOnlyPaths: at(profile.readOnlyPaths),
      maskedPaths: at(profile.maskedPaths),
      hiddenPaths: at(profile.hiddenPaths),
      readablePaths: at(profile.readablePaths),
      network: "off",
    },
    at(sockets),
  );
  return mounts
    .filter(({ path }) => isWithin(path, base))
    .map(({ path, kind }) => `${path.slice(base.length + 1) || "."} ${kind}`);
}

describe.runIf(process.platform === "linux")("the mounts of a profile", () => {
  it("include every directory above a protected path, so that none can be moved", () => {
    const base = tree("a/b/c/file!");
    const profile = { writablePaths: ["."], readOnlyPaths: ["a/b/c/file"] };
    expect(planBelow(base, profile)).toEqual([
      ". writable",
      "a writable",
      "a/b writable",
      "a/b/c writable",
      "a/b/c/file read-only",
    ]);
  });

  it("block a missing path at its first missing part", () => {
    const base = tree("a");
    const readOnlyPaths = ["a/.git/hooks", "a/.git/config", ".mcp.json"];
    expect(planBelow(base, { writablePaths: ["."], readOnlyPaths })).toEqual([
      ". writable",
      ".mcp.json missing",
      "a writable",
      "a/.git missing",
    ]);
  });

  it("treat a directory as missing if it is only another command's mount point", () => {
    const base = tree(".git/.toolwright-sandbox-1-1-00");
    const profile = { writablePaths: ["."], readOnlyPaths: [".git/hooks"] };
    expect(planBelow(base, profile)).toEqual([". writable", ".git missing"]);
  });

  it("skip protected paths that are not writable or lie below another", () => {
    const base = tree("root/kept/deep", "elsewhere/.git");
    const readOnlyPaths = ["elsewhere/.git", "root/kept", "root/kept/deep"];
    expect(planBelow(base, { writablePaths: ["root"], readOnlyPaths })).toEqual([
      "root writable",
      "root/kept read-only",
    ]);
  });

  it("follow roots under any path that leads to them", () => {
    const base = tree("real/.git/hooks/x!");
    symlinkSync("real", join(base, "link"));
    const profile = { writablePaths: ["link"], readOnlyPaths: ["link/.git/hooks"] };
    expect(planBelow(base, profile)).toEqual([
      "real writable",
      "real/.git writable",
      "real/.git/hooks read-only",
    ]);
  });

  it("let the deepest path decide, except for masked ones", () => {
    const base = tree("home/work/secret/deep", "home/tool");
    const profile = {
      hiddenPaths: ["home"],
      writablePaths: ["home/work", "home/work/secret/deep"],
      readablePaths: ["home/tool"],
      maskedPaths: ["home/work/secret", "home/nothing"],
    };
    expect(planBelow(base, profile)).toEqual([
      "home hidden",
      "home/tool readable",
      "home/work writable",
      "home/work/secret masked",
    ]);
  });

  it("omit masks below hidden directories", () => {
    const base = tree("home/.ssh/id!", "work");
    const profile = { hiddenPaths: ["home"], writablePaths: ["work"], maskedPaths: ["home/.ssh"] };
    expect(planBelow(base, profile)).toEqual(["home hidden", "work writable"]);
  });

  it("hide nothing below a root: a workspace is shown whole", () => {
    const base = tree("home/user");
    expect(planBelow(base, { writablePaths: ["home"], hiddenPaths: ["home/user"] })).toEqual([
      "home writable",
    ]);
  });

  it("mask bound sockets, in the workspace as well", () => {
    const base = tree("shown/s!", "work/s!");
    const profile = { readablePaths: ["shown"], writablePaths: ["work"] };
    expect(planBelow(base, profile, ["shown/s", "work/s", "gone/s"])).toEqual([
      "shown readable",
      "work writable",
      "shown/s masked",
      "work/s masked",
    ]);
  });

  it("come after their parents, whatever the profile", () => {
    const names = ["a", "a/b", "a/b/c", "d", "d/e"];
    const base = tree(...names);
    const some = fc.subarray(names);
    fc.assert(
      fc.property(some, some, some, some, some, (writable, readOnly, masked, hidden, readable) => {
        const paths = planBelow(base, {
          writablePaths: writable,
          readOnlyPaths: readOnly,
          maskedPaths: masked,
          hiddenPaths: hidden,
          readablePaths: readable,
        }).map((line) => line.split(" ")[0] ?? "");
        expect(new Set(paths).size).toBe(paths.length);
        paths.forEach((path, index) => {
          expect(paths.slice(index + 1).some((later) => isWithin(path, later))).toBe(false);
        });
      }),
    );
  });

  it("mask all masked paths, whatever else the profile says about them", () => {
    const names = ["a", "a/b", "a/b/c", "d", "d/e"];
    const base = tree(...names);
    const some = fc.subarray(names);
    fc.assert(
      fc.property(
        some,
        some,
        some,
        fc.constantFrom(...names),
        (writable, readOnly, readable, masked) => {
          const plan = planBelow(base, {
            writablePaths: writable,
            readOnlyPaths: readOnly,
            readablePaths: [".", ...readable],
            maskedPaths: [masked],
          });
          const inside = plan.filter((line) => isWithin(`/${line.split(" ")[0]}`, `/${masked}`));
          expect(inside).toEqual([`${masked} masked`]);
        },
      ),
    );
  });
});
