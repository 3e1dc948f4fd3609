import {
  type Argument,
  type CommandFamily,
  type Consequence,
  reaches,
  reads,
  unknown,
  unknownOption,
} from "../specification/specification.ts";

/** An address for lsof: a protocol, a numeric host, ports. */
const address = /^[46]?(?:tcp|udp)?(?:@(?:[\d.]+|\[[\da-f:.]+\]))?(?::[\w,-]+)?$/i;

/** A file or an address whose users lsof shows. It looks up the name of a host. */
function openFile(text: string): readonly Consequence[] {
  if (address.test(text)) return [];
  if (text.includes("@")) return [reaches("*"), unknown(`looks up ${text}`)];
  return /^[+-]/.test(text) ? [unknownOption(text)] : [reads(text)];
}

/** `80`, `80/tcp` or a file. fuser looks up a host after a comma. */
function portOrFile(text: string): readonly Consequence[] {
  if (text.includes(",")) return [reaches("*"), unknown(`looks up ${text}`)];
  return /^\d+(?:\/(?:tcp|udp))?$/.test(text) ? [] : [reads(text)];
}

/** Programs that show processes and the machine's load: harmless facts, except the environments of processes. */
export const processes: CommandFamily = [
  { names: "ps", interpret: readPs, informs: "--version -V --help" },
  {
    names: "pgrep",
    flags: `-a --list-full -c --count -f --full -i --ignore-case -l --list-name -n --newest -o
      --oldest -v --inverse -w --lightweight -x --exact -A --ignore-ancestors`,
    options: {
      [`-d --delimiter -g --pgroup -G --group -O --older -P --parent -s --session -t --terminal -u
        --euid -U --uid -r --runstates --cgroup --ns --nslist`]: "text",
      "-F --pidfile": "read",
    },
    operands: { first: ["text"] },
    informs: "-V --version -h --help",
  },
  {
    names: "pidof",
    flags: "-s --single-shot -c --check-root -q -w --with-workers -x",
    options: { "-o --omit-pid -S --separator": "text" },
    operands: { rest: "text" },
    informs: "-V --version -h --help",
  },
  {
    names: "pstree",
    flags: `-a --arguments -A --ascii -c --compact-not -g --show-pgids -G --vt100 -h --highlight-all
      -l --long -n --numeric-sort -p --show-pids -s --show-parents -S --ns-changes -t --thread-names
      -T --hide-threads -u --uid-changes -U --unicode`,
    options: { "-H --highlight-pid -N --ns-sort": "text" },
    operands: { rest: "text" },
    informs: "-V --version",
  },
  // Keys in top stop processes, and it always makes a folder for its settings.
  { names: "top", specified: false },
  {
    names: "free",
    flags: `-b --bytes --kilo --mega --giga --tera --peta -k --kibi -m --mebi -g --gibi --tebi
      --pebi -h --human --si -l --lohi -t --total -w --wide -L --line -v --committed`,
    options: { "-s --seconds -c --count": "number" },
    informs: "--help -V --version",
  },
  {
    names: "vmstat",
    flags: `-a --active -f --forks -m --slabs -n --one-header -s --stats -d --disk -D --disk-sum -t
      --timestamp -w --wide`,
    options: { "-S --unit": "text" },
    operands: { first: ["text", "text"] },
    informs: "-h --help -V --version",
  },
  {
    names: "iostat mpstat pidstat sar",
    flags: "-c -d -h -k -m -t -x -y -z -u -r -A -P",
    operands: { rest: "text" },
    informs: "-V --version",
  },
  {
    names: "lsof",
    flags: "-a -b -C -h -l -n -N -O -P -Q -R -t -U -v -V -w -X -H",
    options: {
      // The next word may also be its address or size, which counts as an operand here.
      "-i": { value: openFile, optional: true },
      "-s -T -f -F -S -o -L": { value: "text", optional: true },
      "-p -u -c -d -g": "text",
    },
    operands: { rest: openFile },
    informs: "-v -h",
  },
  {
    names: "fuser",
    flags: "-a --all -m --mount -u --user -v --verbose -4 --ipv4 -6 --ipv6 -M --ismountpoint",
    options: { "-n --namespace": "text" },
    operands: { rest: portOrFile },
    informs: "-V --version -h",
  },
  {
    names: "pmap",
    flags: "-x --extended -X -XX -d --device -q --quiet -p --show-path",
    operands: { rest: "text" },
    informs: "-h --help -V --version",
  },
  {
    // They change processes, priorities or limits, which effects can't express.
    names: "kill pkill killall killall5 skill snice renice chpst disown",
    specified: false,
    informs: "-l -L --list --table --version",
  },
  { names: "tmux screen byobu zellij", specified: false, informs: "-V" },
  { names: "htop btop atop glances nvtop iotop bmon", specified: false, informs: "--version -V" },
];

/** Left out: `e` and `E`, which show the environment of processes, where secrets are. */
const bsdCluster = /^[aAcfhjlmnrsSTuvwxXL]+$/;
const bsdColumns = /^[aAcfhjlmnrsSTuvwxXL]*[oO]$/;
/** ps reads it like `aux`, because there is no user `x`. */
const mixedCluster = /^-auxw*f?$/;
const cluster = /^-[AadeFfLMjlTyZcwHV]+$/;
const clusterAndColumns = /^-[AadeFfLMjlTyZcwH]*[oO]$/;
const clusterWithColumns = /^-[AadeFfLMjlTyZcwH]*o([\w%,=:.]+)$/;
const selections = /^-[AadFfLMjlTyZcwH]*[pqCuUgGts]$/;
const attachedProcess = /^-[pq]\d[\d,]*$/;
const longFlags: ReadonlySet<string> = new Set(
  "--forest --no-headers --no-heading --headers --cumulative".split(" "),
);
const longValues =
  /^--(?:sort|cols|columns|width|lines|rows|pid|ppid|quick-pid|user|User|group|Group|tty|sid)(?:=[\w%,+.-]+)?$/;
const plainValue = /^[\w%,+.:@=/][\w%,+.:@=/-]*$/;

/**
 * The words of `ps`, which reads three styles of options and guesses: `-auxe` is `auxe` when there is
 * no user `xe`. Only unambiguous words are known. Source: procps 4, and experiments.
 */
export function readPs(words: readonly Argument[]): readonly Consequence[] {
  const texts = words.map((word) => (word.kind === "static" ? word.text : null));
  if (texts.some((text) => text !== null && /^-[^o-]*e/.test(text))) {
    const odd = texts.find((text) => text !== null && /^-[^o-]*[LTyZMNVcHCuUgGtsqp]/.test(text));
    if (odd !== undefined)
      return [unknown(`has -e and ${odd}, which together may show environments`)];
  }
  // After words without a dash, ps may read `-e` like `e`.
  const isBsd = /^(?:[^-]|-aux)/.test(texts[0] ?? "");
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at];
    if (text == null) return [unknown("has unknown words")];
    const isLong = text.startsWith("--");
    const takes = at === 0 || !isBsd || isLong ? valueOfPs(text, at === 0) : null;
    if (takes === "no") continue;
    const value = texts[at + 1];
    if (takes === null || value == null || !plainValue.test(value)) {
      return [unknown(`has ${text}, which is unknown or may show environments`)];
    }
    if (takes === "columns" && !isHarmlessColumns(value)) {
      return [unknown(`shows unknown columns of processes: ${value}`)];
    }
    at += 1;
  }
  return [];
}

function valueOfPs(text: string, isFirst: boolean): "no" | "columns" | "text" | null {
  if (cluster.test(text) || longFlags.has(text) || attachedProcess.test(text)) return "no";
  const columns = clusterWithColumns.exec(text)?.[1] ?? /^--format=(.*)$/s.exec(text)?.[1];
  if (columns !== undefined) return isHarmlessColumns(columns) ? "no" : null;
  if (longValues.test(text)) return text.includes("=") ? "no" : "text";
  if (clusterAndColumns.test(text) || text === "--format") return "columns";
  if (selections.test(text)) return "text";
  if (!isFirst) return null;
  if (bsdColumns.test(text)) return "columns";
  return mixedCluster.test(text) || bsdCluster.test(text) ? "no" : null;
}

function isHarmlessColumns(text: string): boolean {
  return /^[\w%,=:.]+$/.test(text) && !/env/i.test(text);
}
