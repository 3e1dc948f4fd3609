import type { GitSetting } from "./parse-git-config.ts";

/**
 * Settings of a repository under which a hardened git that only looks starts no program and reads nothing from
 * elsewhere: they only change how something is shown or kept, or count for commands that need approval anyway, or
 * the hardening has values of its own for them (`core.fsmonitor`, `core.hooksPath`, `core.pager` …).
 *
 * Sources: git-config(1) of git 2.39 and 2.51, and what hosts and tools write.
 */
const names: Readonly<Record<string, string>> = {
  core: `abbrev autocrlf bare bigfilethreshold checkstat commentchar commentstring commitgraph compression
    createobject deltabasecachelimit editor eol filemode filesreflocktimeout fscache fsmonitor fsync
    fsyncmethod fsyncobjectfiles hidedotfiles hookspath ignorecase logallrefupdates longpaths
    loosecompression maxtreedepth multipackindex notesref packedgitlimit packedgitwindowsize
    packedrefstimeout pager precomposeunicode preferreadsfiles preferSymlinkRefs preloadindex protecthfs
    protectntfs quotepath repositoryformatversion restrictinheritedhandles safecrlf sharedrepository
    sparsecheckout sparsecheckoutcone splitindex sshcommand askpass streamingthreshold symlinks trustctime
    untrackedcache usereplacerefs warnambiguousrefs whitespace`,
  blame: "blankboundary coloring date markignoredlines markunblamablelines showemail showroot",
  diff: `algorithm autorefreshindex colormoved colormovedws context dirstat ignoresubmodules indentheuristic
    interhunkcontext mnemonicprefix noprefix relative renamelimit renames statgraphwidth statnamewidth
    submodule suppressblankempty tool guitool wordregex wserrorhighlight dstprefix srcprefix`,
  extensions: `compatobjectformat noop objectformat partialclone preciousobjects refstorage
    relativeworktrees worktreeconfig`,
  gpg: "format mintrustlevel program",
  grep: "column extendregexp extendedregexp fallbacktonoindex fullname linenumber patterntype threads",
  lfs: "allowincompletepush fetchexclude fetchinclude locksverify repositoryformatversion",
  log: `abbrevcommit date decorate diffmerges excludedecoration follow graphcolors initialdecorationset
    mailmap showroot showsignature`,
  merge: `autostash branchdesc conflictstyle defaulttoupstream directoryrenames ff guitool log renamelimit
    renames renormalize stat suppressdest tool verbosity verifysignatures`,
  status: `aheadbehind branch displaycommentprefix relativepaths renamelimit renames short showstash
    showuntrackedfiles submodulesummary`,
  submodule: "active alternateerrorstrategy fetchjobs propagatebranches recurse",
};

/** The same where something stands between section and name: `remote.origin.url`. */
const namesBelow: Readonly<Record<string, string>> = {
  diff: "algorithm binary cachetextconv funcname wordregex xfuncname",
  filter: "",
  gpg: "program",
  lfs: "access locksverify",
  merge: "name recursive",
  remote: `fetch followremotehead gh-resolved mirror partialclonefilter promisor prune prunetags push pushurl
    skipdefaultupdate skipfetchall tagopt url`,
  submodule: "active branch fetchrecursesubmodules ignore shallow url",
};

/** All of them, whatever stands behind. */
const sections = new Set(
  `add advice alias am apply author branch checkout clean clone color column commit committer credential
  difftool fetch format gc gitbutler gitflow github gitlab gui guitool http https hub i18n index init
  interactive maintenance mergetool notes pack pager pretty pull push rebase receive repack rerere reset
  revert safe sendemail sequence stash svn svn-remote switch tag transfer url user versionsort worktree`.split(
    /\s+/,
  ),
);

/** Programs for files of a kind. By name each of them is set to nothing while git looks. */
const emptied =
  /^(?:filter\..*\.\w+|diff\..*\.(?:command|textconv)|diff\.external|merge\..*\.driver)$/s;

const known = setsOf(names);
const knownBelow = setsOf(namesBelow);

export type SettingKind = "harmless" | "emptied" | "unknown";

/** What is to be done about a setting of a repository, for git that only looks. */
export function kindOfSetting({ key, value }: GitSetting): SettingKind {
  if (emptied.test(key)) return "emptied";
  const first = key.indexOf(".");
  const last = key.lastIndexOf(".");
  const section = key.slice(0, first);
  const name = key.slice(last + 1);
  if (sections.has(section)) return "harmless";
  if (key === "blame.ignorerevsfile") return isRevisionList(value) ? "harmless" : "unknown";
  const table = first === last ? known : knownBelow;
  return table.get(section)?.has(name) === true ? "harmless" : "unknown";
}

/** A file of the repository itself. Git shows its first line that is no commit, so it must not be one with secrets. */
function isRevisionList(value: string | null): boolean {
  return value === null || (/^\.?\w[\w.-]*$/.test(value) && /blame|rev/i.test(value));
}

function setsOf(table: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(table).map(([section, text]) => [
      section,
      new Set(text.toLowerCase().split(/\s+/)),
    ]),
  );
}
