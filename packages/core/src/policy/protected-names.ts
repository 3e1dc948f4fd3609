/**
 * Names of files and variables that hold secrets, and of files that make editors, shells, agents and
 * version control run something automatically. All in folded form (lower case).
 */

export interface NameTable {
  // Folders and paths must begin with a dot (or `git~`), because lookups skip all other names.
  /** Folders, with everything below them. */
  readonly folders: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  /** File name endings, from the last dot on. */
  readonly endings: ReadonlySet<string>;
  /** Whether any other name, of a file or a folder, belongs here. */
  readonly isAlso: (name: string) => boolean;
  /** Consecutive names, with everything below the last: `.docker/config.json`. */
  readonly paths: readonly (readonly string[])[];
}

const envTemplate = /\.(?:example|sample|template|dist)$/;
const serviceAccount = /^(?:service[-_]account|client_secret).*\.json$/;

function isSecretName(name: string): boolean {
  if (name.startsWith(".env")) return !envTemplate.test(name);
  return name.endsWith(".json") && serviceAccount.test(name);
}

export const secretNames: NameTable = {
  folders: new Set([".ssh", ".aws", ".azure", ".gnupg", ".kube", ".password-store"]),
  files: new Set([
    ".boto",
    ".dockercfg",
    ".git-credentials",
    ".htpasswd",
    ".my.cnf",
    ".netrc",
    "_netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    ".renviron",
    ".s3cfg",
    ".terraformrc",
    ".vault-token",
    "application_default_credentials.json",
    "credentials.json",
    "credentials.tfrc.json",
    "id_dsa",
    "id_ecdsa",
    "id_ecdsa_sk",
    "id_ed25519",
    "id_ed25519_sk",
    "id_rsa",
    "id_xmss",
    "secrets.json",
    "secrets.toml",
    "secrets.yaml",
    "secrets.yml",
    "terraform.tfstate",
    "terraform.tfstate.backup",
  ]),
  endings: new Set([
    ".env",
    ".jks",
    ".kdb",
    ".kdbx",
    ".key",
    ".keystore",
    ".keytab",
    ".p12",
    ".p8",
    ".pem",
    ".pfx",
    ".pkcs12",
    ".ppk",
  ]),
  isAlso: isSecretName,
  paths: [
    [".cargo", "credentials"],
    [".cargo", "credentials.toml"],
    [".config", "gcloud"],
    [".config", "gh"],
    [".config", "rclone"],
    [".config", "git", "credentials"],
    [".docker", "config.json"],
    [".gem", "credentials"],
    [".gradle", "gradle.properties"],
    [".local", "share", "keyrings"],
    [".m2", "settings.xml"],
  ],
};

/**
 * Configuration that runs automatically: when somebody opens the folder, enters it with a shell, starts
 * an agent in it or commits. Also configuration that chooses the program of an unrelated command
 * (`node --version` under a version manager). Not listed: files that run when somebody runs the project
 * (package scripts, makefiles, tests and their settings, CI workflows), because changing them is ordinary
 * work, and prose for agents (`CLAUDE.md`), which runs nothing.
 */
export const configurationNames: NameTable = {
  folders: new Set([
    ".git",
    // Windows short names of `.git`.
    "git~1",
    "git~2",
    "git~3",
    "git~4",
    ".githooks",
    ".hg",
    ".jj",
    ".svn",
    ".husky",
    // Editors.
    ".cursor",
    ".devcontainer",
    ".emacs.d",
    ".fleet",
    ".helix",
    ".idea",
    ".nvim",
    ".vim",
    ".vs",
    ".vscode",
    ".windsurf",
    ".zed",
    // Agents.
    ".amazonq",
    ".claude",
    ".codex",
    ".continue",
    ".gemini",
    ".junie",
    ".kilocode",
    ".kiro",
    ".opencode",
    ".qwen",
    ".roo",
    ".toolwright",
    ".trae",
    // Shells and version managers.
    ".direnv",
    ".mise",
  ]),
  files: new Set([
    // Version control and its hooks.
    ".gitconfig",
    ".hgrc",
    ".lefthook.yaml",
    ".lefthook.yml",
    ".pre-commit-config.yaml",
    "lefthook.yaml",
    "lefthook.yml",
    // Editors.
    ".devcontainer.json",
    ".dir-locals.el",
    ".emacs",
    ".exrc",
    ".lvimrc",
    ".nvim.lua",
    ".nvimrc",
    ".vimrc",
    // Agents.
    ".aider.conf.yml",
    ".claude.json",
    ".mcp.json",
    "opencode.json",
    "opencode.jsonc",
    // Shells and what they load.
    ".autoenv",
    ".autoenv.zsh",
    ".bash_aliases",
    ".bash_login",
    ".bash_logout",
    ".bash_profile",
    ".bashrc",
    ".cshrc",
    ".envrc",
    ".inputrc",
    ".kshrc",
    ".login",
    ".pam_environment",
    ".profile",
    ".screenrc",
    ".tcshrc",
    ".tmux.conf",
    ".xinitrc",
    ".xprofile",
    ".xsession",
    ".xsessionrc",
    ".zlogin",
    ".zlogout",
    ".zprofile",
    ".zshenv",
    ".zshrc",
    "microsoft.powershell_profile.ps1",
    "profile.ps1",
    // Programs that run what their settings name, whatever the command.
    ".curlrc",
    ".gdbinit",
    ".lldbinit",
    ".mise.local.toml",
    ".mise.toml",
    ".npmrc",
    ".pnpmfile.cjs",
    ".pnpmfile.mjs",
    ".rtx.toml",
    ".tool-versions",
    ".wgetrc",
    ".yarnrc",
    ".yarnrc.yml",
    "bunfig.toml",
    "mise.local.toml",
    "mise.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
    "sitecustomize.py",
    "usercustomize.py",
  ]),
  endings: new Set([".code-workspace"]),
  isAlso: () => false,
  paths: [
    [".agents", "skills"],
    [".bundle", "config"],
    [".cargo", "config"],
    [".cargo", "config.toml"],
    [".config", "autostart"],
    [".config", "fish"],
    [".config", "git"],
    [".config", "mise"],
    [".config", "nvim"],
    [".config", "systemd"],
    [".local", "share", "toolwright-memory"],
    [".yarn", "plugins"],
    [".yarn", "releases"],
  ],
};

const secretWords =
  /token(?!i[sz])|secret|(?<!mon|tur|don|hoc|joc|whis)key(?!board|map|stroke|word|frame|space)|passw|passphrase|passcode|credential|private|cookie|(?:^|_)(?:auth|dsn|pat|pass|pwd|otp)(?:_|$)/;
const secretAddress =
  /(?:^|_)(?:database|db|postgres|postgresql|pg|mysql|mongo|mongodb|redis|amqp|rabbitmq|connection)_?(?:url|uri|string)(?:_|$)/;
/** Directories and a socket: no secrets. */
const plainNames = new Set(["pwd", "oldpwd", "ssh_auth_sock"]);

/**
 * Whether a variable of this name (folded) usually holds a secret. The same list decides what needs
 * approval, what commands don't get, and what is redacted.
 */
export function isSecretVariable(name: string): boolean {
  return !plainNames.has(name) && (secretWords.test(name) || secretAddress.test(name));
}
