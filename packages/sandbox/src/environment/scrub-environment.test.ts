import { describe, expect, it } from "vitest";
import { overrideEnvironment, scrubEnvironment } from "./scrub-environment.ts";

describe("scrubEnvironment", () => {
  it.each([
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "DYLD_INSERT_LIBRARIES",
    "BASH_ENV",
    "ENV",
    "PROMPT_COMMAND",
    "PS4",
    "IFS",
    "CDPATH",
    "SHELLOPTS",
    "BASHOPTS",
    "BASH_COMPAT",
    "BASH_LOADABLES_PATH",
    "EXECIGNORE",
    "TEXTDOMAIN",
    "TEXTDOMAINDIR",
    "BASH_FUNC_ls%%",
    "GIT_SSH_COMMAND",
    "GIT_EXTERNAL_DIFF",
    "GIT_DIR",
    "GIT_CONFIG_COUNT",
    "GIT_AUTHOR_NAME_X",
    "MANPAGER",
    "LESSOPEN",
    "RIPGREP_CONFIG_PATH",
    "NODE_OPTIONS",
    "PERL5OPT",
    "RUBYOPT",
    "PYTHONSTARTUP",
    "TAR_OPTIONS",
    "MAKEFLAGS",
    "TAPE",
    "GZIP",
    "BZIP2",
    "XZ_OPT",
    "XZ_DEFAULTS",
    "ZSTD_CLEVEL",
    "UNZIP",
    "UNZIPOPT",
    "ZIPOPT",
    "BC_ENV_ARGS",
    "AWKPATH",
    "AWKLIBPATH",
    "MORE",
    "MAGIC",
    "BAT_PAGER",
    "ACKRC",
    "SYSTEMD_PAGER",
    "_POSIX2_VERSION",
    "EDITOR",
    "SSH_ASKPASS",
    "FORCE_COLOR",
    "npm_lifecycle_event",
    "npm_package_name",
    "npm_config_script_shell",
    "NPM_CONFIG_NODE_OPTIONS",
    "npm_execpath",
    "GITHUB_TOKEN",
    "SMTP_PASS",
    "MYSQL_PWD",
    "SENTRY_DSN",
    "DATABASE_URL",
    "APP_REDIS_URL",
    "MONGODB_URI",
    "TOKEN",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_ACCESS_KEY_ID",
    "openai_api_key",
    "OPENAI_APIKEY",
    "DB_PASSWORD",
    "PGPASSWORD",
    "CLIENT_SECRET_FILE",
    "SSH_PASSPHRASE",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "GITLAB_PAT",
  ])("drops %s", (name) => {
    expect(scrubEnvironment({ [name]: "value" })).not.toHaveProperty([name]);
  });

  it.each([
    "HOME",
    "LANG",
    "USER",
    "SSH_AUTH_SOCK",
    "GIT_AUTHOR_NAME",
    "GIT_COMMITTER_EMAIL",
    "HTTPS_PROXY",
    "npm_config_registry",
    "JAVA_HOME",
    "KEYBOARD_LAYOUT",
    "MONKEY",
    "TOKENIZERS_PARALLELISM",
    "PATTERN",
    "ENVIRONMENT",
    "LDFLAGS",
  ])("keeps %s", (name) => {
    expect(scrubEnvironment({ [name]: "value" })).toHaveProperty([name], "value");
  });

  it.each(["zh_TW", "zh_TW.Big5", "ja_JP.SJIS", "zh_CN.GB18030", "ko_KR.JOHAB"])(
    "drops the locale %s, in which bash would read UTF-8 otherwise",
    (value) => {
      expect(scrubEnvironment({ LC_ALL: value, LANG: value })).not.toHaveProperty("LC_ALL");
      expect(scrubEnvironment({ LC_ALL: value, LANG: value })).not.toHaveProperty("LANG");
      expect(scrubEnvironment({ LC_ALL: "zh_TW.UTF-8" })).toHaveProperty("LC_ALL");
    },
  );

  it("stops programs from prompting, paging, drawing and locking", () => {
    expect(scrubEnvironment({ TERM: "xterm-256color", PAGER: "less", GIT_PAGER: "delta" })).toEqual(
      {
        TERM: "dumb",
        NO_COLOR: "1",
        PAGER: "cat",
        GIT_PAGER: "cat",
        GIT_TERMINAL_PROMPT: "0",
        GIT_OPTIONAL_LOCKS: "0",
        PATH: "/usr/local/bin:/usr/bin:/bin",
      },
    );
  });

  it.each([
    [".:/usr/bin::bin:/bin:", "/usr/bin:/bin"],
    ["", "/usr/local/bin:/usr/bin:/bin"],
    [".", "/usr/local/bin:/usr/bin:/bin"],
  ])("makes PATH %j absolute", (path, expected) => {
    expect(scrubEnvironment({ PATH: path }).PATH).toBe(expected);
  });

  it("treats names of object prototypes as ordinary names", () => {
    expect(scrubEnvironment({ constructor: "x", toString: undefined }).constructor).toBe("x");
  });
});

describe("overrideEnvironment", () => {
  it("sets and removes variables without changing its input", () => {
    const base = { A: "1", B: "2", PATH: "/bin" };
    expect(overrideEnvironment(base, { A: undefined, C: "3" })).toEqual({
      B: "2",
      C: "3",
      PATH: "/bin",
    });
    expect(base).toEqual({ A: "1", B: "2", PATH: "/bin" });
  });

  it("also drops relative directories from PATH", () => {
    expect(overrideEnvironment({}, { PATH: "node_modules/.bin:/bin" }).PATH).toBe("/bin");
  });
});
