import {
  closeSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshDirectory, writeFiles } from "../fixtures/temporary-workspace.ts";
import { checkedContainment } from "./checked-containment.ts";
import type { ContainedDirectory, Containment } from "./contained-directory.ts";
import { descriptorContainment } from "./descriptor-containment.ts";
import { PathMoved } from "./failures.ts";

const isLinux = process.platform === "linux";

/** A root with a file, and a directory outside with one of the same name. */
function place(): { root: string; outside: string } {
  const outside = freshDirectory();
  writeFiles(outside, { "ws/dir/sub/a.txt": "inside", "other/sub/a.txt": "outside" });
  return { root: join(outside, "ws"), outside };
}

function contents(containment: Containment, root: string, path: string): string {
  const descriptor = containment.openFile(root, path);
  try {
    return readFileSync(descriptor, "utf8");
  } finally {
    closeSync(descriptor);
  }
}

function using<T>(directory: ContainedDirectory, use: (directory: ContainedDirectory) => T): T {
  try {
    return use(directory);
  } finally {
    directory.close();
  }
}

/** Replaces a directory by a link to the other one. */
function swap({ root, outside }: { root: string; outside: string }): void {
  renameSync(join(root, "dir"), join(root, "parked"));
  symlinkSync(join(outside, "other"), join(root, "dir"));
}

const containments: readonly (readonly [string, Containment])[] = [
  ["by checks", checkedContainment],
  // Only Linux has the required system calls.
  ...(isLinux ? [["by descriptors", descriptorContainment] as const] : []),
];

describe.each(containments)("containment %s", (_name, containment) => {
  it("opens the file at a real path", () => {
    const { root } = place();
    expect(contents(containment, root, join(root, "dir/sub/a.txt"))).toBe("inside");
    for (const how of ["openDirectory", "lookInto"] as const) {
      const path = join(root, "dir/sub");
      using(containment[how](root, path), (directory) => {
        expect(directory.realPath).toBe(path);
        expect(directory.isInPlace()).toBe(true);
        expect(readFileSync(directory.at("a.txt"), "utf8")).toBe("inside");
      });
    }
  });

  it("refuses a path that has become a link, midway or at the end", () => {
    const where = place();
    const { root } = where;
    swap(where);
    symlinkSync("parked/sub/a.txt", join(root, "link.txt"));
    const file = join(root, "dir/sub/a.txt");
    expect(() => containment.openFile(root, file)).toThrow(PathMoved);
    expect(() => containment.openFile(root, join(root, "link.txt"))).toThrow(/changed|ELOOP/);
    for (const path of ["dir", "dir/sub"]) {
      expect(() => containment.openDirectory(root, join(root, path))).toThrow(PathMoved);
      expect(() => containment.lookInto(root, join(root, path))).toThrow(PathMoved);
    }
  });

  it("refuses a root that has become a link", () => {
    const { root, outside } = place();
    renameSync(root, `${root}2`);
    symlinkSync(join(outside, "other"), root);
    expect(() => containment.openDirectory(root, root)).toThrow(PathMoved);
    expect(() => containment.openFile(root, join(root, "sub/a.txt"))).toThrow(PathMoved);
  });

  it("refuses missing paths, files as directories, and upward paths", () => {
    const { root } = place();
    for (const path of ["gone", "dir/gone", "dir/sub/a.txt", "dir/../../other"]) {
      expect(() => containment.openDirectory(root, `${root}/${path}`)).toThrow(PathMoved);
    }
    expect(() => containment.openFile(root, join(root, "gone"))).toThrow(PathMoved);
  });

  it("reports that a directory is no longer at its path", () => {
    const where = place();
    using(containment.openDirectory(where.root, join(where.root, "dir")), (directory) => {
      swap(where);
      expect(directory.isInPlace()).toBe(false);
    });
  });

  it("opens directories that were created since", () => {
    const { root } = place();
    using(containment.openDirectory(root, root), (directory) => {
      mkdirSync(directory.at("new"));
      using(directory.descend("new"), (inner) => {
        expect(inner.realPath).toBe(join(root, "new"));
        writeFileSync(inner.at("x"), "x");
      });
    });
    expect(readFileSync(join(root, "new/x"), "utf8")).toBe("x");
  });
});

describe.runIf(isLinux)("containment by descriptors alone", () => {
  it("stays in the opened directory when its path leads elsewhere", () => {
    const where = place();
    const { root, outside } = where;
    using(descriptorContainment.openDirectory(root, join(root, "dir/sub")), (directory) => {
      swap(where);
      writeFileSync(directory.at("b.txt"), "b");
      expect(readFileSync(directory.at("a.txt"), "utf8")).toBe("inside");
    });
    expect(readFileSync(join(root, "parked/sub/b.txt"), "utf8")).toBe("b");
    expect(() => readFileSync(join(outside, "other/sub/b.txt"))).toThrow(/ENOENT/);
  });

  it("opens a path at once only when no part of it is a link", () => {
    const { root } = place();
    symlinkSync("dir", join(root, "link"));
    const opened = descriptorContainment.openUnlinked(join(root, "dir/sub/a.txt"));
    expect(opened?.stats.size).toBe("inside".length);
    closeSync(opened?.descriptor ?? -1);
    for (const path of ["link/sub/a.txt", "dir", "gone", "dir/sub/a.txt/x"]) {
      expect(descriptorContainment.openUnlinked(join(root, path))).toBeNull();
    }
  });
});
