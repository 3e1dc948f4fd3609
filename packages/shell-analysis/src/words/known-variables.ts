/** Variables of the shell that are whole numbers whatever happens. */
export const numericVariables: ReadonlySet<string> = new Set(
  "? # $ ! BASHPID EPOCHSECONDS EUID LINENO PPID RANDOM SECONDS SHLVL SRANDOM UID COLUMNS LINES".split(
    " ",
  ),
);

const harmless =
  /^(?:CI|CLICOLOR|CLICOLOR_FORCE|COLORTERM|DEBIAN_FRONTEND|DEBUG|FORCE_COLOR|LANG|LANGUAGE|LC_[A-Z]+|NODE_ENV|NO_COLOR|RUST_BACKTRACE|RUST_LOG|TERM|TZ|VERBOSE)$/;

/**
 * Whether a program may be started with this variable set without anything else happening than
 * what its words say. A list of those known to be harmless: there are too many others.
 */
export function isHarmlessForPrograms(name: string, value: string | null): boolean {
  // No pager at all.
  if (/^(?:GIT_|MAN)?PAGER$/.test(name)) return value === "cat";
  if (!harmless.test(name)) return false;
  // A time zone, a locale or a terminal may be a file's name.
  return value !== null && /^[A-Za-z0-9_.,:=+@*-]*$/.test(value) && !value.startsWith(":");
}

const special =
  /^(?:PATH|IFS|ENV|CDPATH|GLOBIGNORE|HOME|PWD|OLDPWD|SHELL|SHELLOPTS|FIGNORE|FCEDIT|FUNCNEST|INPUTRC|MAIL|MAILCHECK|MAILPATH|OPTIND|OPTERR|OPTARG|POSIXLY_CORRECT|PROMPT_DIRTRIM|PROMPT_COMMAND|PS[0-9]|TIMEFORMAT|TMOUT|TMPDIR|TMP|TEMP|UID|EUID|PPID|SECONDS|RANDOM|SRANDOM|LINENO|SHLVL|GROUPS|DIRSTACK|FUNCNAME|PIPESTATUS|HOSTFILE|IGNOREEOF|PAGER|EDITOR|VISUAL|BROWSER|SUDO_.*|TERMCAP|TERMINFO.*|TZDIR|USER|LOGNAME|BASH.*|COMP_.*|COMP[A-Z]+|COPROC|EPOCH.*|EXECIGNORE|HIST.*|READLINE_.*|MAPFILE|REPLY|CHILD_MAX|EMACS|INSIDE_EMACS|AUTO_RESUME|NLSPATH|LOCPATH|LESS.*|MAN.*|MORE|MOST.*|LD_.*|DYLD_.*|GCONV_PATH|GETCONF_DIR|HOSTALIASES|LOCALDOMAIN|MALLOC_.*|RES_OPTIONS|RESOLV_.*|GIT_.*|SSH_.*|GPG_.*|GNUPGHOME|NODE_.*|NPM_.*|YARN_.*|PNPM_.*|BUN_.*|DENO_.*|PYTHON.*|PIP_.*|UV_.*|CONDA_.*|VIRTUAL_ENV.*|PERL.*|RUBY.*|GEM_.*|BUNDLE_.*|JAVA_.*|JDK_.*|_JAVA_.*|CLASSPATH|MAVEN_.*|GRADLE_.*|GO[A-Z]+|CGO_.*|CARGO.*|RUST.*|CC|CXX|CPP|LD|AR|AS|MAKE|MAKEFLAGS|MAKEFILES|MFLAGS|[A-Z]*FLAGS|AWK.*|GAWK.*|GREP_.*|RIPGREP_.*|FD_.*|FZF_.*|BAT_.*|TAR.*|GZIP|XZ_.*|BZIP.*|ZIPOPT|UNZIP.*|RSYNC_.*|CURL_.*|WGET.*|DOCKER_.*|KUBE.*|AWS_.*|AZURE_.*|GOOGLE_.*|CLOUDSDK_.*|ANSIBLE_.*|TF_.*|XDG_.*|DBUS_.*|DISPLAY|WAYLAND_.*|LUA_.*|PHP.*|COMPOSER_.*|JQ_.*|PROMPT|DIFF.*|QUOTING_STYLE|BLOCK_SIZE|BLOCKSIZE|LS_.*|TIME_STYLE|TABSIZE|.*_(?:OPTS|OPTIONS|ARGS|PATH|HOME|DIR|PROXY|CONFIG|CONFIG_FILE|PAGER|EDITOR|COMMAND|PRELOAD|WRAPPER|SHELL|ASKPASS))$/;
const specialLowerCase = /^(?:.*_proxy|histchars|auto_resume|npm_.*|cpp|ld|cc|make)$/;

/**
 * Whether setting this variable, without a program behind it, may change what the shell or a later
 * program does: because it is a special one, or is likely to be exported already.
 */
export function isSpecialVariable(name: string): boolean {
  return special.test(name) || specialLowerCase.test(name);
}

/** The name alone, without a subscript (which bash would evaluate). */
export function isVariableName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}
