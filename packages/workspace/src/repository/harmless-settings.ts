import type { GitSetting } from "./parse-git-config.ts";

/**
 * Settings of a repository with which a hardened, read-only git starts no program and reads nothing
 * from elsewhere. They only change how something is shown or stored, or apply to commands that need
 * approval anyway, or the hardening overrides them (`core.fsmonitor`, `core.hooksPath`,
 * `core.pager` …).
 *
 * Sources: git-config(1) of git 2.39 and 2.51, and the settings that hosts and tools write.
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

/** Harmless settings with a subsection: `remote.origin.url`. */
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

/** Sections whose settings are all harmless. */
const sections = new Set(
  `add advice alias am apply author branch checkout clean clone color column commit committer credential
  difftool fetch format gc gitbutler gitflow github gitlab gui guitool http https hub i18n index init
  interactive maintenance mergetool notes pack pager pretty pull push rebase receive repack rerere reset
  revert safe sendemail sequence stash svn svn-remote switch tag transfer url user versionsort worktree`.split(
    /\s+/,
  ),
);

/** Programs that git runs for certain files. Each is set to nothing by name while git reads. */
const emptied =
  /^(?:filter\..*\.\w+|diff\..*\.(?:command|textconv)|diff\.external|merge\..*\.driver)$/s;

const known = setsOf(names);
const knownBelow = setsOf(namesBelow);

export type SettingKind = "harmless" | "emptied" | "unknown";

/** How a read-only git must treat a repository's setting. */
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

/**
 * Whether the value names a file of the repository that looks like a revision list. Git prints the
 * file's first invalid line, so it must not be a file with secrets.
 */
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
