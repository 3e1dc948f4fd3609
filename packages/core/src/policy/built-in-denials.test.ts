import { describe, expect, test } from "vitest";
import type { Effect } from "../effects/effect.ts";
import { createPolicy } from "./create-policy.ts";
import type { Mode, ProofStep } from "./policy.ts";

// Everything that could loosen: it must not matter.
const policy = createPolicy({
  mode: "auto",
  sandboxWorks: true,
  unsandboxed: true,
  roots: ["/home/u/ws", "/srv/other"],
  home: "/home/u",
  ownPaths: ["/home/u/.config/toolwright", "/home/u/.local/state/toolwright"],
  keyPaths: ["/home/u/.local/state/toolwright/approvals"],
  layers: [
    {
      name: "administrator",
      source: "admin",
      rules: ["read", "write", "delete"].map((kind) => ({
        allow: `${kind}(/**)`,
        protected: true,
      })),
    },
    { name: "user", source: "user", rules: [{ allow: "run(*)" }, { allow: "tool(*)" }] },
  ],
});

function stepOf(effect: Effect, mode: Mode = "auto"): ProofStep | undefined {
  const kind = effect.type;
  const pattern = kind === "run" ? "run(*)" : `${kind}(/**)`;
  const grant = {
    id: "1",
    pattern,
    protected: true,
    scope: "project",
    origin: "me",
    grantedAtMs: 0,
  } as const;
  return policy
    .withMode(mode)
    .decide({ effects: [effect], tool: "t", agent: "main", grants: [grant] }).proof[0];
}

function change(type: "write" | "delete", path: string, realPath = path): Effect {
  return { type, path, realPath };
}

function run(command: string, cwd = "/home/u/ws"): Effect {
  const words = command.split(" ");
  return { type: "run", program: words[0] ?? "", words, cwd, specified: false };
}

describe("what nothing allows", () => {
  test.each([
    ["sudo ls", "privilege escalation"],
    ["SUDO ls", "privilege escalation"],
    ["/usr/bin/sudo ls", "privilege escalation"],
    ["../../../usr/bin/sudo ls", "privilege escalation"],
    ["sudo.exe ls", "privilege escalation"],
    ["s\u200cudo ls", "privilege escalation"],
    ["su -c id", "privilege escalation"],
    ["toolwright policy trust --yes", "own settings and state"],
    ["npx -y toolwright@1.0.0 --workspace /w policy grant run(*)", "own settings and state"],
    ["node ./node_modules/toolwright/bin/toolwright.js policy revoke --all", "own settings"],
    ["./node_modules/.bin/toolwright policy import x --write", "own settings and state"],
    ["toolwright mcp add evil -- sh -c x", "own settings and state"],
    ["npx toolwright mcp remove safe", "own settings and state"],
    ["toolwright mcp import --force", "own settings and state"],
    ["toolwright mcp login far", "own settings and state"],
    ["toolwright mcp test far --accept", "own settings and state"],
    ["npx toolwright init zed --yes", "own settings and state"],
    ["toolwright --workspace /w init --undo", "own settings and state"],
    ["toolwright approve q-0123456789ab --once", "own settings and state"],
    ["TOOLWRIGHT approve x --session", "own settings and state"],
    ["toolwright --workspace /w --mode auto approve x --once", "own settings and state"],
    ["toolwright.cmd approve x --once", "own settings and state"],
    ["npx -y toolwright@latest approve approvals/q.json --once", "own settings and state"],
    ["npx --package=toolwright toolwright approve x --once", "own settings and state"],
    ["pnpm exec toolwright approve x --deny no", "own settings and state"],
    ["node packages/cli/bin/toolwright.cjs approve x --once", "own settings and state"],
    ["/usr/bin/env toolwright approve x --once", "own settings and state"],
    ["doas id", "privilege escalation"],
    ["pkexec id", "privilege escalation"],
    ["run0 id", "privilege escalation"],
    ["mkfs /dev/sda1", "devices and file systems"],
    ["mkfs.ext4 /dev/sda1", "devices and file systems"],
    ["fdisk /dev/sda", "devices and file systems"],
    ["parted /dev/sda", "devices and file systems"],
    ["mount /dev/sda1 /mnt", "devices and file systems"],
    ["umount /mnt", "devices and file systems"],
    ["dd if=/dev/zero of=/dev/sda bs=1M", "devices and file systems"],
    ["dd if=x OF=//DEV/sda", "devices and file systems"],
    ["diskutil eraseDisk JHFS+ x disk2", "devices and file systems"],
    ["shutdown -h now", "power-off"],
    ["reboot", "power-off"],
    ["poweroff", "power-off"],
    ["halt", "power-off"],
    ["init 0", "power-off"],
    ["telinit 6", "power-off"],
    ["systemctl --no-wall poweroff", "power-off"],
    ["systemctl isolate reboot.target", "power-off"],
    ["useradd eve", "accounts and privileges"],
    ["userdel eve", "accounts and privileges"],
    ["usermod -aG sudo eve", "accounts and privileges"],
    ["passwd root", "accounts and privileges"],
    ["chpasswd", "accounts and privileges"],
    ["visudo", "accounts and privileges"],
    ["rm -rf /", "removal of the workspace"],
    ["rm -rf --no-preserve-root /", "removal of the workspace"],
    ["rm --recursive --force /", "removal of the workspace"],
    ["rm -fr /*", "removal of the workspace"],
    ["rm -R //", "removal of the workspace"],
    ["rm -rf ~", "removal of the workspace"],
    ["rm -rf ~/", "removal of the workspace"],
    ["rm -rf ~/*", "removal of the workspace"],
    ["rm -rf $HOME", "removal of the workspace"],
    ["rm -rf ${HOME}/.", "removal of the workspace"],
    ["rm -rf /home/u", "removal of the workspace"],
    ["rm -rf /home/u/ws", "removal of the workspace"],
    ["rm -rf .", "removal of the workspace"],
    ["rm -rf ..", "removal of the workspace"],
    ["rm -rf src/../../ws", "removal of the workspace"],
    ["rm -r -f x /home/*", "removal of the workspace"],
    ["rm -rf /usr", "removal of the workspace"],
    ["cryptsetup luksFormat /dev/sda", "devices and file systems"],
    ["sg root -c id", "privilege escalation"],
    ["/bin/rm -rf /srv", "removal of the workspace"],
  ])("%s: %s", (command, reason) => {
    const step = stepOf(run(command));
    expect(step).toMatchObject({ decision: "deny", layer: "built-in", source: null });
    expect(step?.rule).toContain(reason);
    expect(step?.wouldChange).toBeNull();
    expect(stepOf({ ...run(command), specified: true } as Effect)?.decision).toBe("deny");
  });

  test.each([
    "./init db",
    "scripts/reboot now",
    "/home/u/ws/bin/mount x",
    "dd if=a of=b",
    "dd if=a of=/dev/null",
    "systemctl status reboot.target",
    "rm -rf build",
    "rm -rf *",
    "rm -rf ./*",
    "rm -rf /home/u/ws/dist",
    "rm /",
    "echo sudo reboot",
    "mkfsify x",
  ])("%s isn't denied for ever", (command) => {
    expect(stepOf(run(command))?.layer).not.toBe("built-in");
  });

  test.each([
    ["write", "/dev/sda", "devices"],
    ["write", "/DEV/sda", "devices"],
    ["delete", "/dev/sda", "devices"],
    ["write", "/dev", "devices"],
    ["write", "/proc/sys/kernel/x", "devices"],
    ["write", "/sys/power/state", "devices"],
    ["write", "/etc/passwd", "accounts"],
    ["write", "/etc/Passwd", "accounts"],
    ["write", "/etc/shadow", "accounts"],
    ["delete", "/etc/sudoers", "accounts"],
    ["write", "/etc/sudoers.d/me", "accounts"],
    ["write", "/private/etc/sudoers", "accounts"],
    ["delete", "/etc", "accounts"],
    ["write", "/etc/pam.d/su", "accounts"],
    ["delete", "/", "removal"],
    ["delete", "/home", "removal"],
    ["delete", "/home/u", "removal"],
    ["delete", "/home/u/ws", "removal"],
    ["delete", "/HOME/U/ws", "removal"],
    ["delete", "/srv/other", "removal"],
    ["delete", "/srv", "removal"],
    ["delete", "/usr", "removal"],
    ["delete", "/var", "removal"],
    ["delete", "/System", "removal"],
    ["write", "/home/u/.config/toolwright/settings.json", "own settings"],
    ["write", "/home/u/.Config/Toolwright/settings.json", "own settings"],
    ["delete", "/home/u/.config/toolwright", "own settings"],
    ["delete", "/home/u/.config", "own settings"],
    ["delete", "/home/u/.local/state/toolwright/journal.db", "own settings"],
    ["write", "/home/u/ws/.toolwright/settings.json", "own settings"],
    ["write", "/home/u/ws/.toolwright", "own settings"],
    ["write", "/home/u/ws/.TOOLWRIGHT/settings.json", "own settings"],
    ["write", "/home/u/ws/.tool\u200bwright/settings.json", "own settings"],
    ["write", "/home/u/ws/.toolwright./settings.json", "own settings"],
    ["write", "/srv/other/.toolwright/hooks", "own settings"],
  ] as const)("a %s of %s: %s", (type, path, reason) => {
    const step = stepOf(change(type, path));
    expect(step).toMatchObject({ decision: "deny", layer: "built-in", wouldChange: null });
    expect(step?.rule).toContain(reason);
  });

  test.each([
    "/home/u/.local/state/toolwright/approvals/key.pem",
    "/home/u/.local/state/toolwright/approvals",
    "/home/u/.local/state/Toolwright/APPROVALS/Key.pem",
  ])("a read of %s: own keys", (path) => {
    const step = stepOf({ type: "read", path, realPath: path });
    expect(step).toMatchObject({ decision: "deny", layer: "built-in", wouldChange: null });
    expect(step?.rule).toContain("own keys");
    const linked = stepOf({ type: "read", path: "/home/u/ws/a", realPath: path });
    expect(linked?.decision).toBe("deny");
  });

  test("a directory written with all below holds our settings as one that is deleted does", () => {
    const config = change("write", "/home/u/.config");
    expect(stepOf(config)?.layer).not.toBe("built-in");
    expect(stepOf({ ...config, recursive: true } as Effect)?.rule).toContain("own settings");
  });

  test("a link to it is denied, and so is a link that it is", () => {
    const own = "/home/u/ws/.toolwright/settings.json";
    expect(stepOf(change("write", "/home/u/ws/a", own))?.layer).toBe("built-in");
    expect(stepOf(change("write", own, "/home/u/ws/a"))?.layer).toBe("built-in");
  });

  test.each([
    ["write", "/dev/null"],
    ["write", "/dev/stderr"],
    ["write", "/dev/shm/x"],
    ["write", "/etc/hosts"],
    ["write", "/etc/passwd.bak"],
    ["write", "/home/u/ws/etc/passwd"],
    ["write", "/home/u/ws/packages/a/.toolwright/settings.json"],
    ["delete", "/home/u/ws/src"],
    ["delete", "/home/u/other"],
    ["delete", "/usr/share/x"],
    ["delete", "/home/u/ws/usr"],
    ["write", "/home/u/.config/toolwright-other/x"],
  ] as const)("a %s of %s isn't", (type, path) => {
    expect(stepOf(change(type, path))?.layer).not.toBe("built-in");
  });

  test("a fork bomb is denied, however little else is known of it", () => {
    const reason = "it starts itself over and over";
    const bomb = stepOf({ type: "unknown", reason, hazard: "fork-bomb" });
    expect(bomb).toMatchObject({ decision: "deny", rule: "built-in: a fork bomb" });
    expect(stepOf({ type: "unknown", reason })?.decision).not.toBe("deny");
  });

  test("reading our own settings is no change of them", () => {
    const path = "/home/u/ws/.toolwright/settings.json";
    expect(stepOf({ type: "read", path, realPath: path })?.decision).toBe("allow");
  });
});
