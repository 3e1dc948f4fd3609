import {
  type CommandFamily,
  type Consequence,
  type OptionUse,
  reaches,
  reads,
  unknown,
  type ValueUse,
  writes,
} from "../specification/specification.ts";
import { repository } from "./git.ts";
import { rsyncCommand } from "./sub-languages/rsync-command.ts";

/**
 * Programs that talk to other machines. Looking up a name also sends it away: `dig secret.example.com`
 * tells the server of that domain. So only printing the version is harmless here.
 */

/** `@file` is read; any other text is sent unchanged. */
function dataOrFile(text: string): readonly Consequence[] {
  return text.startsWith("@") ? fileOrInput(text.slice(1)) : [];
}

/** `name@file` or `@file`; a text with an `=` before the `@` names no file. */
function encodedDataOrFile(text: string): readonly Consequence[] {
  const file = /^[^=@]*@(.*)$/s.exec(text)?.[1];
  return file === undefined ? [] : fileOrInput(file);
}

/** `name=@file;type=…` and `name=<file`. */
function formField(text: string): readonly Consequence[] {
  const value = text.slice(text.indexOf("=") + 1);
  if (/^"?[@<]/.test(value)) {
    const file = /^"?[@<]([^";,]+)(?:;(?:type|filename)=[\w./-]+)*$/.exec(value)?.[1];
    return file === undefined ? [unknown(`sends the files that ${text} names`)] : fileOrInput(file);
  }
  return /^[(]|;headers=/.test(value) ? [unknown(`sends the files that ${text} names`)] : [];
}

function fileOrInput(file: string): readonly Consequence[] {
  return file === "-" || file === "" || file === "." ? [] : [reads(file)];
}

function cookies(text: string): readonly Consequence[] {
  return text.includes("=") ? [] : fileOrInput(text);
}

/** `#1` stands for the text that a pattern in the URL matched. */
function outputFile(text: string): readonly Consequence[] {
  if (/#\d/.test(text)) return [unknown(`writes a file named by ${text} and the URL`)];
  return text === "-" ? [] : [writes(text)];
}

/** `{a,b}` and `[1-3]` stand for several files. */
function upload(text: string): readonly Consequence[] {
  return /[{[]/.test(text) ? [unknown(`sends the files that ${text} matches`)] : fileOrInput(text);
}

/** `%output{…}` writes, `%header{…}` and `%{…}` don't; `@file` is read. */
function outputFormat(text: string): readonly Consequence[] {
  if (/%output/i.test(text)) return [unknown("writes files that its format names")];
  return dataOrFile(text);
}

function url(text: string): Consequence {
  return { type: "word", use: "url", word: { kind: "static", text } };
}

/** A download that is stored under the last name of the URL's path. */
function urlKept(text: string): readonly Consequence[] {
  const path = text.replace(/^[A-Za-z][\w+.-]*:\/\//, "").replace(/[?#].*$/s, "");
  const name = /\/([^/]+)$/.exec(path)?.[1];
  if (name === undefined || name === "." || name === "..") {
    return [url(text), unknown(`stores ${text} under an unknown name`)];
  }
  return [url(text), writes(name)];
}

/** An upload, which writes when the URL is a `file:`. */
function uploadUrl(text: string): readonly Consequence[] {
  return /^file:/i.test(text) ? [unknown(`writes to ${text}`)] : [url(text)];
}

/** A certificate. A colon may follow a module's name or precede a password. */
function certificate(text: string): readonly Consequence[] {
  return text.includes(":") ? [unknown(`reads the file that ${text} names`)] : [reads(text)];
}

/** An option that follows redirects. */
const follows: OptionUse = { effects: [reaches("*")] };
const keeps: OptionUse = { operands: { rest: urlKept } };

/** `host:path` is on another machine; any other path is on this one. */
function remoteOr(use: "read-tree" | "write-tree"): ValueUse {
  return (text) => {
    if (/^[a-z]+:\/\//i.test(text)) return [url(text)];
    const isRemote = /^[^/]*[^/\\]:/.test(text);
    return [{ type: "word", use: isRemote ? "host" : use, word: { kind: "static", text } }];
  };
}

const socketState =
  /^(?:state|exclude|connected|synchronized|bucket|big|all|established|syn-(?:sent|recv)|fin-wait-[12]|time-wait|close(?:d|-wait)?|last-ack|listen(?:ing)?|closing)$/;
/** Conditions in one word, in which only numbers stand in the places where a host's name would be looked up. */
const socketConditions =
  /^(?:(?:\s*(?:not|!|and|or|&+|\|+|\(|\)))*\s*(?:(?:dst|src)\s+(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-fA-F:.]+\])(?:\/\d+)?(?::\d+)?|[sd]port\s+(?:[=!<>]=?|eq|neq?|[gl][et])?\s*:\d+)(?=[\s)]|$))*[\s)]*$/;

/** The filter of ss: states, and conditions in quotes. */
function socketFilter(text: string): readonly Consequence[] {
  if (socketState.test(text) || socketConditions.test(text)) return [];
  return [reaches("*"), unknown(`may look up ${text}; with only numbers in one word it doesn't`)];
}

export const network: CommandFamily = [
  {
    // Source: curl 7.88, `curl --help all`. Left out: -K (any option), --next, --resolve and
    // --connect-to (another host), -J (a name from the response), -n (the user's passwords).
    names: "curl",
    flags: `-s --silent -S --show-error -f --fail --fail-with-body --fail-early -k --insecure -i
      --include -I --head -v --verbose -g --globoff -4 --ipv4 -6 --ipv6 -0 --http1.0 --http1.1
      --http2 --http2-prior-knowledge --http3 --compressed -# --progress-bar --no-progress-meter -N
      --no-buffer -G --get -a --append --basic --digest --anyauth --raw -q --disable -Z --parallel
      --retry-all-errors --retry-connrefused --tlsv1.2 --tlsv1.3 --tcp-nodelay --trace-time
      --create-dirs -R --remote-time --no-keepalive --path-as-is --styled-output
      --no-styled-output --ssl-reqd`,
    options: {
      "-L --location --location-trusted": follows,
      "-o --output": outputFile,
      "-O --remote-name --remote-name-all": keeps,
      "--output-dir": "write-tree",
      "-c --cookie-jar -D --dump-header --trace --trace-ascii --stderr": outputFile,
      "--etag-save --libcurl": outputFile,
      "-d --data --data-ascii --data-binary --json -H --header --proxy-header": dataOrFile,
      "--data-urlencode --url-query": encodedDataOrFile,
      "-F --form": formField,
      "-T --upload-file": { value: upload, operands: { rest: uploadUrl }, prevails: true },
      "-b --cookie": cookies,
      "-w --write-out": outputFormat,
      "-E --cert --key": certificate,
      "--cacert --etag-compare --crlfile --proxy-cacert": "read",
      "--capath": "read-tree",
      "--url": uploadUrl,
      "-x --proxy --socks4 --socks4a --socks5 --socks5-hostname --preproxy --doh-url": "url",
      [`--data-raw --form-string -X --request -A --user-agent -e --referer -u --user -r --range
        --oauth2-bearer --aws-sigv4 --noproxy -C --continue-at --request-target`]: "text",
      [`-m --max-time --connect-timeout --retry --retry-delay --retry-max-time --max-redirs
        --limit-rate --max-filesize --keepalive-time --parallel-max -y --speed-time -Y
        --speed-limit`]: "text",
    },
    operands: { rest: "url" },
    informs: "--version -V --help -h",
  },
  {
    // wget reads settings, remembers hosts in a file, and follows redirects.
    names: "wget wget2",
    specified: false,
    options: {
      "-O --output-document -o --output-file -a --append-output --save-cookies": outputFile,
      "-P --directory-prefix": "write-tree",
      "--post-file --body-file --load-cookies --ca-certificate --certificate --private-key": "read",
      "-i --input-file": { value: "read", effects: [reaches("*")] },
      [`-t --tries -T --timeout -w --wait -l --level -U --user-agent --header --post-data --user
        --password --method --body-data -A --accept -R --reject -D --domains -X
        --exclude-directories -I --include-directories -e --execute -Q --quota --limit-rate
        --referer --waitretry --connect-timeout --read-timeout --dns-timeout --max-redirect`]:
        "text",
    },
    operands: { rest: "url" },
    effects: [reaches("*")],
    informs: "--version -V --help -h",
  },
  {
    names: "ping ping6",
    flags: "-4 -6 -a -A -D -h -n -O -q -r -U -v -V",
    options: { "-c -i -s -t -w -W -m -l -S -Q -p -I": "text" },
    operands: { first: ["host"] },
    informs: "-V -h",
  },
  {
    // Name servers pass the queries on to the owner of the name.
    names:
      "dig nslookup host drill kdig delv whois traceroute traceroute6 tracepath mtr nmap arping",
    specified: false,
    effects: [reaches("*")],
    informs: "-v -V -h --version --help",
  },
  {
    names: "nc ncat netcat socat telnet ftp lftp tftp s3cmd rclone aria2c http https xh httpie",
    specified: false,
    effects: [reaches("*")],
    informs: "--version --help",
  },
  {
    names: "ssh",
    specified: false,
    options: {
      "-b -B -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w": "text",
    },
    operands: { first: ["host"], rest: "text" },
    stopsAtOperand: true,
    informs: "-V",
  },
  {
    names: "mosh sshfs ssh-copy-id ssh-keyscan autossh",
    specified: false,
    effects: [reaches("*")],
  },
  { names: "rsync", interpret: rsyncCommand, informs: "--help --version -V" },
  {
    names: "scp",
    specified: false,
    options: { "-c -D -F -i -J -l -o -P -S -X": "text" },
    operands: { rest: remoteOr("read-tree"), last: remoteOr("write-tree") },
  },
  {
    names: "sftp",
    specified: false,
    options: { "-B -b -c -D -F -i -J -l -o -P -R -S -s -X": "text" },
    operands: { first: ["host"] },
  },
  {
    names: "openssl",
    subcommands: {
      version: { flags: "-a -v -b -o -f -p -d -e -r -c" },
      // Left out: keys, signatures, engines, and -out.
      "dgst sha1 sha256 sha384 sha512 md5": {
        flags: "-sha1 -sha256 -sha384 -sha512 -md5 -r -hex -c",
        operands: { rest: "read" },
        oneDash: true,
      },
      "s_client s_time ocsp ts cmp": { specified: false, effects: [reaches("*")] },
    },
    informs: "--version -v",
  },
  {
    names: "ss",
    flags: `-n --numeric -a --all -l --listening -o --options -e --extended -m --memory -p
      --processes -T --threads -i --info --tos --cgroup -s --summary -4 --ipv4 -6 --ipv6 -t --tcp -u
      --udp -w --raw -x --unix -d --dccp -S --sctp -H --no-header -O --oneline`,
    options: {
      "-f --family -A --query --socket": "text",
      "-F --filter": { value: "read", effects: [unknown("looks up the names in a filter")] },
    },
    operands: { rest: socketFilter },
    informs: "-h --help -V --version",
  },
  {
    names: "netstat",
    flags: `-a --all -l --listening -n --numeric --numeric-hosts --numeric-ports -p --programs -t
      --tcp -u --udp -w --raw -x --unix -r --route -i --interfaces -s --statistics -e --extend -o
      --timers -v --verbose -W --wide -4 -6`,
    informs: "-h --help -V --version",
  },
  {
    names: "ip",
    flags: "-4 -6 -s -stats -statistics -d -details -br -brief -j -json -p -pretty -o -oneline -h",
    options: { "-c -color": { value: "text", optional: true } },
    oneDash: true,
    subcommands: {
      "addr address a link l route r neigh n neighbour rule maddr": {
        noSubcommand: {},
        subcommands: { "show list ls get": { operands: { rest: "text" }, oneDash: true } },
      },
    },
    informs: "-V -Version --version",
  },
  {
    names: "gh glab hub",
    specified: false,
    effects: [reaches("*")],
    informs: "--version --help",
  },
  {
    names: "git-lfs git-remote-https git-upload-pack git-receive-pack",
    specified: false,
    operands: { first: [repository] },
  },
];
