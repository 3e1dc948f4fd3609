import type { RunEffect } from "../effects/kinds/run.ts";
import { fold } from "./fold.ts";
import { depthInRoots, namesOf, programName } from "./path-names.ts";
import type { Place } from "./place.ts";

const escalation = "built-in: privilege escalation";
const disks = "built-in: devices and file systems";
const power = "built-in: power-off";
const accounts = "built-in: system accounts and privileges";
const ownSettings = "built-in: Toolwright's own settings and state";

const programs: ReadonlyMap<string, string> = new Map([
  ...named(escalation, "chroot doas gksu gksudo gosu kdesu kdesudo nsenter pkexec run0 runas"),
  ...named(escalation, "capsh newgrp runuser setcap setpriv sg su su-exec sudo sudoedit"),
  ...named(disks, "blkdiscard cfdisk cgdisk diskpart fdisk gdisk insmod kexec mke2fs mkfs mkswap"),
  ...named(disks, "modprobe mount newfs parted rmmod sfdisk sgdisk swapoff swapon umount wipefs"),
  ...named(disks, "cryptsetup hdparm losetup lvremove mdadm pvremove vgremove zpool"),
  ...named(power, "halt init poweroff reboot shutdown telinit"),
  ...named(accounts, "adduser addgroup chage chfn chpasswd chsh deluser delgroup gpasswd groupadd"),
  ...named(accounts, "groupdel groupmod newusers passwd useradd userdel usermod vigr vipw visudo"),
]);

const powerWords: ReadonlySet<string> = new Set([
  "emergency",
  "exit",
  "halt",
  "hibernate",
  "hybrid-sleep",
  "kexec",
  "poweroff",
  "reboot",
  "rescue",
  "soft-reboot",
  "suspend",
  "suspend-then-hibernate",
]);

/** The built-in rule against running a program; null for none. */
export function deniedProgram(effect: RunEffect, place: Place): string | null {
  if (changesPolicy(effect.words)) return ownSettings;
  const name = fold(programName(effect.program));
  const reason = programs.get(name) ?? deniedUse(name, effect.words.slice(1));
  return reason !== null && !isOwnScript(effect, place) ? reason : null;
}

/** Commands of our own, by group, that change which calls are allowed or which servers are trusted. */
const changes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["policy", new Set(["grant", "import", "revoke", "trust", "untrust"])],
  ["mcp", new Set(["--accept", "add", "import", "login", "logout", "remove"])],
]);

/**
 * Whether a command makes our own command line change what is allowed, however it is started (`npx`,
 * `node`, a path). No call may make a decision that belongs to a person.
 */
function changesPolicy(words: readonly string[]): boolean {
  const at = words.findIndex((word) =>
    /^toolwright(?:\.[cm]?js|@.*)?$/.test(fold(programName(word))),
  );
  if (at === -1) return false;
  const operands = words.slice(at + 1);
  if (operands.includes("approve")) return true;
  if (operands.includes("init") && !operands.includes("--dry-run")) return true;
  return Array.from(changes).some(([group, commands]) => {
    const start = words.indexOf(group, at + 1);
    return start !== -1 && words.slice(start + 1).some((word) => commands.has(word));
  });
}

function deniedUse(name: string, operands: readonly string[]): string | null {
  switch (name) {
    case "dd":
      return operands.some(isDeviceOutput) ? disks : null;
    case "diskutil":
      return operands.some((word) => /^(?:erase|partition|zero|secure)/i.test(word)) ? disks : null;
    case "systemctl":
    case "loginctl":
      return changesPower(operands) ? power : null;
    default:
      return name.startsWith("mkfs.") || name.startsWith("newfs_") ? disks : null;
  }
}

function named(reason: string, names: string): readonly (readonly [string, string])[] {
  return names.split(" ").map((name) => [name, reason] as const);
}

/** A script in the workspace may be called `init`: it can do no more than any other script. */
function isOwnScript({ program, cwd }: RunEffect, place: Place): boolean {
  if (!/[/\\]/.test(program)) return false;
  const names = namesOf(program) ?? [...(namesOf(cwd) ?? []), ...program.split(/[/\\]/)];
  const resolved: string[] = [];
  for (const name of names) {
    if (name === "..") resolved.pop();
    else if (name !== "" && name !== ".") resolved.push(name);
  }
  return depthInRoots(resolved, place.rootNames) !== -1;
}

const harmlessOutput = /^\/dev\/(?:null|zero|full|stdout|stderr|tty|fd\/\d+|shm\/.*)$/;

function isDeviceOutput(word: string): boolean {
  const output = /^of=\/+(dev\/.*)$/is.exec(word)?.[1];
  return output !== undefined && !harmlessOutput.test(`/${output}`);
}

function changesPower(operands: readonly string[]): boolean {
  const [verb = "", ...units] = operands.filter((word) => !word.startsWith("-")).map(fold);
  if (powerWords.has(verb)) return true;
  const isStart = verb === "isolate" || verb === "start";
  return isStart && units.some((unit) => powerWords.has(unit.replace(/\.target$/, "")));
}
