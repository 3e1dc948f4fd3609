import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { watchFiles } from "./watch-files.ts";

interface Scene {
  readonly folder: string;
  readonly put: (path: string, content: string) => void;
  /** Resolves with the next change that wasn't awaited yet. */
  readonly changed: () => Promise<void>;
  readonly count: () => number;
  readonly stop: () => void;
}

function open(paths: readonly string[], before: (folder: string) => void = () => {}): Scene {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "watch-files-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  before(folder);
  let told = 0;
  let awaited = 0;
  let wake = (): void => {};
  const stop = watchFiles(
    paths.map((path) => join(folder, path)),
    {
      onChange: () => {
        told += 1;
        wake();
      },
      onError: (error) => {
        throw error;
      },
    },
  );
  onTestFinished(stop);
  return {
    folder,
    stop,
    count: () => told,
    put(path, content) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
    async changed() {
      awaited += 1;
      while (told < awaited) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}

const settings = "ws/.toolwright/settings.json";
const withFile = (folder: string): void => {
  mkdirSync(join(folder, "ws/.toolwright"), { recursive: true });
  writeFileSync(join(folder, settings), "{}");
};

test("reports a file that is written in place, replaced by rename, deleted and created again", async () => {
  const { folder, put, changed } = open([settings], withFile);
  put(settings, "{ }");
  await changed();
  put("ws/.toolwright/settings.json.tmp", "{  }");
  renameSync(join(folder, "ws/.toolwright/settings.json.tmp"), join(folder, settings));
  await changed();
  put(settings, "{   }");
  await changed();
  rmSync(join(folder, settings));
  await changed();
  put(settings, "{}");
  await changed();
});

test("reports a file whose directories are created, deleted and created again", async () => {
  const { folder, put, changed } = open([settings], (place) => mkdirSync(join(place, "ws")));
  put(settings, "{}");
  await changed();
  rmSync(join(folder, "ws/.toolwright"), { recursive: true });
  await changed();
  put(settings, "{ }");
  await changed();
  put(settings, "{  }");
  await changed();
});

test("reports a file two directories below a missing one", async () => {
  const { put, changed } = open(["home/.config/toolwright/settings.json"]);
  put("home/.config/toolwright/settings.json", "{}");
  await changed();
  put("home/.config/toolwright/settings.json", "{ }");
  await changed();
});

test("notices a directory that was replaced by another one", async () => {
  const { folder, put, changed } = open([settings], withFile);
  put("ws/new/settings.json", "{ }");
  renameSync(join(folder, "ws/.toolwright"), join(folder, "ws/old"));
  renameSync(join(folder, "ws/new"), join(folder, "ws/.toolwright"));
  await changed();
  put(settings, "{  }");
  await changed();
});

test("follows links, of the file and of its directory", async () => {
  const { put, changed } = open(["home/a.json", "home/linked/b.json"], (folder) => {
    for (const path of ["home", "dotfiles/deep"])
      mkdirSync(join(folder, path), { recursive: true });
    for (const path of ["a.json", "deep/b.json"])
      writeFileSync(join(folder, "dotfiles", path), "{}");
    symlinkSync("../dotfiles/a.json", join(folder, "home/a.json"));
    symlinkSync("../dotfiles/deep", join(folder, "home/linked"));
  });
  put("dotfiles/a.json", "{ }");
  await changed();
  put("dotfiles/deep/b.json", "{ }");
  await changed();
});

test("reports no other files, no unchanged content, and nothing once stopped", async () => {
  const { folder, put, changed, count, stop } = open([settings], withFile);
  put("ws/other.txt", "x");
  put("ws/.toolwright/other.json", "{}");
  put(settings, "{ }");
  await changed();
  expect(count()).toBe(1);
  stop();
  put(settings, "{  }");
  // Another that is told of it has had its time: events come in order.
  const other = new Promise<void>((resolve) => {
    const stopOther = watchFiles([join(folder, settings)], {
      onChange: resolve,
      onError: () => {},
    });
    onTestFinished(stopOther);
  });
  put(settings, "{   }");
  await other;
  expect(count()).toBe(1);
});
