import {
  type CommandFamily,
  type CommandShape,
  readsTree,
} from "../specification/specification.ts";

/**
 * Services, hardware and the system's own state. Commands that only show it are specified. Effects can't
 * express changes; the policy denies the worst of them by the program's name.
 */
const shown: CommandShape = {
  flags: `-a --all -l --full --no-pager --no-legend --plain -q --quiet --failed -r --recursive
    --reverse --user --system`,
  options: {
    "-t --type --state -p --property -n --lines -o --output": "text",
  },
  operands: { rest: "text" },
};

export const system: CommandFamily = [
  {
    names: "systemctl",
    flags: "--user --system --no-pager --no-legend --plain -a --all -l --full -q --quiet --failed",
    options: { "-t --type --state -p --property -n --lines -o --output": "text" },
    // Without a subcommand it lists the units.
    noSubcommand: {},
    subcommands: {
      [`status show list-units list-unit-files list-timers list-sockets list-dependencies list-jobs
        is-active is-enabled is-failed is-system-running get-default`]: shown,
    },
    informs: "--version -h --help",
  },
  {
    // The journal may contain anything that programs wrote, including other users' programs.
    names: "journalctl",
    flags: `-e --pager-end -f --follow -k --dmesg -r --reverse -x --catalog --no-pager --no-hostname
      --no-full --utc -q --quiet --user --system -a --all --list-boots --disk-usage`,
    options: {
      [`-u --unit --user-unit -n --lines -p --priority -S --since -U --until -g --grep -t
        --identifier -o --output --output-fields`]: "text",
      "-b --boot": { value: "text", optional: true },
    },
    operands: { rest: "text" },
    effects: [readsTree("/var/log/journal")],
    informs: "--version -h --help",
  },
  {
    names: "service rc-service launchctl initctl crontab at atq atrm batch anacron systemd-run",
    specified: false,
    informs: "--version --help",
  },
  {
    names: "loginctl timedatectl hostnamectl localectl resolvectl networkctl machinectl busctl",
    specified: false,
    informs: "--version --help",
  },
  {
    names: "lscpu",
    flags: `-a --all -b --online -c --offline -B --bytes -x --hex -y --physical -J --json
      --output-all -C --caches`,
    options: { "-e --extended -p --parse": { value: "text", optional: true } },
    informs: "-h --help -V --version",
  },
  {
    names: "lsblk",
    flags: `-a --all -b --bytes -d --nodeps -D --discard -f --fs -i --ascii -J --json -l --list -m
      --perms -n --noheadings -p --paths -P --pairs -r --raw -s --inverse -S --scsi -t --topology -z
      --zoned -A --noempty -O --output-all`,
    options: { "-o --output -x --sort -e --exclude -I --include -w --width -E --dedup": "text" },
    operands: { rest: "text" },
    informs: "-h --help -V --version",
  },
  {
    names: "lsusb lspci",
    // Left out: -q, which contacts a name server.
    flags: "-v -vv -vvv -t -n -nn -k -m -mm",
    options: { "-s -d": "text" },
    informs: "-V --version -h --help",
  },
  { names: "lsmod lsipc lsns lslocks lsmem", informs: "-h --help -V --version" },
  {
    names: "findmnt",
    flags: `-A --all -a --ascii -b --bytes -D --df -J --json -l --list -n --noheadings -P --pairs -R
      --submounts -r --raw -u --notruncate`,
    options: { "-o --output -t --types -S --source -T --target -M --mountpoint": "text" },
    operands: { rest: "text" },
    informs: "-h --help -V --version",
  },
  {
    names: "ifconfig",
    // With more words it sets the named interface.
    flags: "-a -s -v",
    operands: { first: ["text"] },
    informs: "--version -V --help",
  },
  {
    names: "sysctl dmesg iptables ip6tables nft ufw firewall-cmd tc ethtool iw nmcli rfkill",
    specified: false,
    informs: "--version -V --help",
  },
  {
    names: "sw_vers",
    flags: "-productName -productVersion -buildVersion --productVersion --productName",
    oneDash: true,
  },
  {
    // Clipboards, windows, and programs registered for a kind of file.
    names: "xclip xsel wl-copy wl-paste pbcopy pbpaste clip open xdg-open gio start",
    specified: false,
    informs: "--version --help",
  },
];
