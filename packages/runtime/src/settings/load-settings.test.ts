import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSettings, type SettingsSources } from "./load-settings.ts";

let folder: string;
let sources: SettingsSources;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "settings-"));
  mkdirSync(join(folder, "config"));
  mkdirSync(join(folder, "work", ".toolwright"), { recursive: true });
  sources = { configDirectory: join(folder, "config"), workspace: join(folder, "work") };
});

afterEach(() => rmSync(folder, { recursive: true }));

const project = (): string => join(folder, "work", ".toolwright", "settings.json");
const user = (): string => join(folder, "config", "settings.json");

describe("loadSettings", () => {
  it("finds nothing where there are no files", async () => {
    expect(await loadSettings(sources)).toEqual([]);
  });

  it("reads the project's file, the user's and the one that was given, in this order", async () => {
    const settingsFile = join(folder, "more.json");
    for (const [path, mode] of [
      [project(), "auto"],
      [user(), "plan"],
      [settingsFile, "default"],
    ] as const) {
      writeFileSync(path, `{ "mode": "${mode}" }`);
    }
    const files = await loadSettings({ ...sources, settingsFile });
    expect(files.map(({ path, layer, settings }) => [path, layer, settings.mode])).toEqual([
      [project(), "project", "auto"],
      [user(), "user", "plan"],
      [settingsFile, "user", "default"],
    ]);
  });

  it("reads the administrator's last, and tells a project's by the hash of its bytes", async () => {
    const administratorFile = join(folder, "etc.json");
    expect(await loadSettings({ ...sources, administratorFile })).toEqual([]);
    writeFileSync(administratorFile, "{}");
    writeFileSync(project(), "{}");
    const files = await loadSettings({ ...sources, administratorFile });
    expect(files.map(({ layer, isTrusted, digest }) => [layer, isTrusted, digest])).toEqual([
      ["project", undefined, "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"],
      ["administrator", undefined, undefined],
    ]);
  });

  it("refuses a named settings file that doesn't exist", async () => {
    await expect(
      loadSettings({ ...sources, settingsFile: join(folder, "none.json") }),
    ).rejects.toThrow(/^There is no settings file '.*none\.json'\.$/);
  });

  it("drops a byte order mark, and refuses what isn't UTF-8", async () => {
    writeFileSync(user(), '\uFEFF{ "mode": "plan" }');
    expect((await loadSettings(sources))[0]?.settings.mode).toBe("plan");
    writeFileSync(user(), Buffer.from([0x7b, 0xff, 0x7d]));
    await expect(loadSettings(sources)).rejects.toThrow(`${user()}:1:2: it isn't UTF-8 text`);
    writeFileSync(user(), Buffer.from('// é\n "\xe9"', "latin1"));
    await expect(loadSettings(sources)).rejects.toThrow(`${user()}:1:4: it isn't`);
    writeFileSync(user(), Buffer.concat([Buffer.from("// é\n ab"), Buffer.from([0xe9, 0x22])]));
    await expect(loadSettings(sources)).rejects.toThrow(`${user()}:2:4: it isn't`);
  });

  it("refuses folders, FIFOs and devices without waiting for them", async () => {
    mkdirSync(project());
    await expect(loadSettings(sources)).rejects.toThrow(`${project()}: it isn't a regular file`);
    rmSync(project(), { recursive: true });
    execFileSync("mkfifo", [project()]);
    await expect(loadSettings(sources)).rejects.toThrow(`${project()}: it isn't a regular file`);
    rmSync(user(), { force: true });
    rmSync(project());
    symlinkSync("/dev/zero", user());
    await expect(loadSettings(sources)).rejects.toThrow(`${user()}: it isn't a regular file`);
  });

  it("refuses a file too large to be settings", async () => {
    writeFileSync(user(), " ".repeat(4 * 1024 * 1024 + 1));
    await expect(loadSettings(sources)).rejects.toThrow("the limit is 4194304");
  });

  it("refuses a project's file that a link leads out of the workspace, itself or its folder", async () => {
    writeFileSync(join(folder, "elsewhere.json"), "{}");
    symlinkSync(join(folder, "elsewhere.json"), project());
    await expect(loadSettings(sources)).rejects.toThrow("it is a link to a file outside");
    rmSync(join(folder, "work", ".toolwright"), { recursive: true });
    writeFileSync(join(folder, "config", "settings.json"), "{}");
    symlinkSync(join(folder, "config"), join(folder, "work", ".toolwright"));
    await expect(loadSettings(sources)).rejects.toThrow("it is a link to a file outside");
  });

  it("refuses a dangling link, which would drop its rules", async () => {
    symlinkSync(join(folder, "unplugged.json"), user());
    await expect(loadSettings(sources)).rejects.toThrow(`${user()}: it is a dangling link`);
  });

  it("follows a link of the user's own", async () => {
    writeFileSync(join(folder, "dotfiles.json"), '{ "mode": "plan" }');
    symlinkSync(join(folder, "dotfiles.json"), user());
    expect((await loadSettings(sources))[0]?.settings.mode).toBe("plan");
  });
});
