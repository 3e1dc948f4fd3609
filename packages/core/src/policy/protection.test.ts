import { describe, expect, test } from "vitest";
import type { Grant } from "../approval/grant.ts";
import type { Effect } from "../effects/effect.ts";
import { createPolicy, type PolicyOptions } from "./create-policy.ts";
import { modes, type PolicyLayer, type ProofStep } from "./policy.ts";
import type { Rule } from "./rule.ts";

type PathType = "read" | "write" | "delete";

const base: PolicyOptions = { layers: [], mode: "auto", roots: ["/ws"], home: "/home/u" };

function at(type: PathType, path: string, more: object = {}): Effect {
  return { type, path, realPath: path, ...more };
}

function stepOf(
  effect: Effect,
  options: Partial<PolicyOptions> = {},
  grants: readonly Grant[] = [],
): ProofStep | undefined {
  return createPolicy({ ...base, ...options }).decide({
    effects: [effect],
    tool: "t",
    agent: "main",
    grants,
  }).proof[0];
}

function isProtected(effect: Effect): boolean {
  const step = stepOf(effect);
  if (step?.layer === "protected") expect(step.decision).toBe("ask");
  return step?.layer === "protected";
}

function layer(rule: Rule, name: PolicyLayer["name"] = "user"): PolicyLayer {
  return { name, source: `${name}.json`, rules: [rule], isTrusted: true };
}

function grant(pattern: string, more: Partial<Grant> = {}): Grant {
  const base = { id: "g", pattern, scope: "session", origin: "me", grantedAtMs: 0 } as const;
  return { ...base, protected: true, ...more };
}

describe("secrets", () => {
  test.each([
    ".env",
    ".env.local",
    ".envs/.production/.django",
    ".env.production",
    ".envrc",
    "app/config/.env.test",
    "prod.env",
    ".ENV",
    ".Env.Local",
    ".e\u200bnv",
    ".env.",
    ".env ",
    ".env::$DATA",
    "server.pem",
    "tls/server.KEY",
    "a.p12",
    "a.pfx",
    "a.jks",
    "vault.kdbx",
    "id_rsa",
    "keys/id_ed25519",
    ".npmrc",
    ".pypirc",
    ".netrc",
    "_netrc",
    ".git-credentials",
    ".ssh/config",
    "home/.aws/credentials",
    ".gnupg/x",
    ".kube/config",
    ".docker/config.json",
    ".cargo/credentials.toml",
    ".config/gcloud/x.db",
    "credentials.json",
    "service-account.json",
    "service_account-prod.json",
    "client_secret_1.apps.json",
    "secrets.yml",
  ])("%s is asked for reads, writes and deletes", (path) => {
    for (const type of ["read", "write", "delete"] as const) {
      expect(isProtected(at(type, `/ws/${path}`))).toBe(true);
    }
  });

  test.each([
    ".env.example",
    ".env.local.sample",
    ".env.template",
    ".env.dist",
    ".ENV.EXAMPLE",
    "env",
    "src/env.ts",
    "environment.env.ts",
    "id_rsa.pub",
    "keyboard.ts",
    "src/key.ts",
    ".ssh.md",
    "docker/config.json",
    "config.json",
    "credentials.ts",
    "my-service-account.ts",
    "a.pem.md",
  ])("%s is not", (path) => {
    expect(isProtected(at("read", `/ws/${path}`))).toBe(false);
    expect(isProtected(at("write", `/ws/${path}`))).toBe(false);
  });

  test("a link's name and its target count alike", () => {
    expect(isProtected({ type: "read", path: "/ws/a", realPath: "/ws/.env" })).toBe(true);
    expect(isProtected({ type: "read", path: "/ws/.env", realPath: "/ws/a" })).toBe(true);
  });

  test("a recursive read may read secrets below, unless the tool leaves them out", () => {
    expect(isProtected(at("read", "/ws/src", { recursive: true }))).toBe(true);
    const leavesOut = { recursive: true, leavesOutProtected: true };
    expect(isProtected(at("read", "/ws/src", leavesOut))).toBe(false);
    expect(isProtected(at("read", "/ws/.ssh", leavesOut))).toBe(true);
  });

  test("a recursive write may write secrets and configuration below", () => {
    expect(isProtected(at("write", "/ws/src"))).toBe(false);
    expect(isProtected(at("write", "/ws/src", { recursive: true }))).toBe(true);
  });

  test("what a root is called protects nothing in it", () => {
    const options = { roots: ["/home/u/.claude/worktrees/x"], mode: "accept-edits" } as const;
    const inside = at("write", "/home/u/.claude/worktrees/x/src/a.ts");
    expect(stepOf(inside, options)?.decision).toBe("allow");
    expect(stepOf(at("write", "/home/u/.claude/worktrees/x/.claude/a"), options)?.decision).toBe(
      "ask",
    );
  });
});

describe("what runs unasked", () => {
  test.each([
    ".git/config",
    ".git/hooks/pre-commit",
    ".git",
    "vendor/lib/.git/config",
    ".GIT/config",
    ".g\u200cit/config",
    ".git./config",
    ".git /config",
    ".git::$INDEX_ALLOCATION/config",
    "GIT~1/config",
    ".vscode/settings.json",
    ".idea/workspace.xml",
    ".cursor/mcp.json",
    ".claude/settings.json",
    ".mcp.json",
    ".husky/pre-commit",
    ".devcontainer/devcontainer.json",
    "x.code-workspace",
    ".bashrc",
    ".zshrc",
    ".profile",
    ".envrc",
    ".gitconfig",
    ".yarn/releases/yarn.cjs",
    ".cargo/config.toml",
    ".pre-commit-config.yaml",
    "packages/a/.toolwright/settings.json",
    ".config/systemd/user/x.service",
  ])("a write or delete of %s is asked, a read isn't", (path) => {
    expect(isProtected(at("write", `/ws/${path}`))).toBe(true);
    expect(isProtected(at("delete", `/ws/${path}`))).toBe(true);
    if (path !== ".envrc") expect(isProtected(at("read", `/ws/${path}`))).toBe(false);
  });

  test.each([
    ".gitignore",
    ".gitattributes",
    ".github/workflows/ci.yml",
    "CLAUDE.md",
    "AGENTS.md",
    "package.json",
    "Makefile",
    "git/config",
    "src/.eslintrc.json",
    "vscode/settings.json",
  ])("%s is ordinary work", (path) => {
    expect(isProtected(at("write", `/ws/${path}`))).toBe(false);
  });

  test("deleting a folder isn't asked for what may lie below by its name alone", () => {
    expect(stepOf(at("delete", "/ws/dist"))?.decision).toBe("allow");
  });
});

describe("the other protections", () => {
  test.each([
    at("read", "/etc/hosts"),
    at("read", "/ws-evil/a"),
    at("read", "/"),
    at("write", "/tmp/x"),
    at("delete", "/tmp/x"),
    // A link inside that leads out.
    { type: "read", path: "/ws/link", realPath: "/etc/hosts" },
    // The workspace says so, whatever the path looks like.
    at("read", "/ws/a", { isOutside: true }),
    // Nobody resolved it.
    { type: "read", path: "/ws/a" },
    { type: "read", path: "a", realPath: "a" },
    { type: "read", path: "/ws/a", realPath: "/ws/../etc/hosts" },
    { type: "read", path: "/ws/a", realPath: "/ws/./a" },
    // A hard link.
    at("write", "/ws/a", { isHardLinked: true }),
    { type: "environment", variable: "GITHUB_TOKEN", value: true },
    { type: "environment", variable: "aws_secret_access_key", value: true },
    { type: "environment", variable: "DB_PASSWORD", value: true },
    { type: "environment", variable: "DATABASE_URL", value: true },
    { type: "environment", variable: "GOOGLE_APPLICATION_CREDENTIALS", value: true },
  ] as readonly Effect[])("%j is asked in every mode", (effect) => {
    for (const mode of modes) {
      const isPlanned = mode !== "plan" || effect.type === "read" || effect.type === "environment";
      expect(stepOf(effect, { mode })?.decision).toBe(isPlanned ? "ask" : "deny");
    }
  });

  test.each(["PATH", "PWD", "OLDPWD", "HOME", "LANG", "GIT_AUTHOR_NAME", "XDG_SESSION_TYPE"])(
    "the value of %s isn't",
    (variable) => {
      expect(isProtected({ type: "environment", variable, value: true })).toBe(false);
    },
  );

  test("a host adds its own paths", () => {
    const options = { protectedPaths: ["vault/**", "~/notes/**"], mode: "auto" } as const;
    expect(stepOf(at("read", "/ws/Vault/k"), options)).toMatchObject({
      decision: "ask",
      layer: "protected",
      rule: "protected: vault/**",
    });
    expect(stepOf(at("delete", "/ws/vault"), options)?.layer).toBe("protected");
    expect(stepOf(at("read", "/ws/other"), options)?.decision).toBe("allow");
    const lift = layer({ allow: "read(vault/open/*)", protected: true });
    expect(stepOf(at("read", "/ws/vault/open/a"), { ...options, layers: [lift] })?.decision).toBe(
      "allow",
    );
  });
});

describe("lifting a protection", () => {
  const env = at("read", "/ws/.env.test");

  test("takes a user's or administrator's rule that says so", () => {
    for (const name of ["user", "administrator"] as const) {
      const layers = [layer({ allow: "read(.env.test)", protected: true }, name)];
      expect(stepOf(env, { layers })).toMatchObject({
        decision: "allow",
        layer: name,
        rule: "allow read(.env.test)",
      });
    }
    expect(stepOf(env, { layers: [layer({ allow: "read(.env.test)" })] })?.decision).toBe("ask");
  });

  test("is nothing a project's rule can do, trusted or not", () => {
    const layers = [layer({ allow: "read(.env.test)", protected: true }, "project")];
    expect(stepOf(env, { layers })).toMatchObject({ decision: "ask", layer: "protected" });
  });

  test.each([
    ["read(.env.test)", true],
    ["read(.env.*)", true],
    ["read(**/.env*)", true],
    ["read({.env.test,src/**})", true],
    ["read(.env.TEST)", false],
    ["read(**)", false],
    ["read(*)", false],
    ["read(.*)", false],
    ["read(.env)", false],
    ["write(.env.test)", false],
  ])("%s names a secret's class: %s", (allow, lifts) => {
    const layers = [layer({ allow, protected: true })];
    expect(stepOf(env, { layers })?.decision).toBe(lifts ? "allow" : "ask");
    const given = stepOf(env, {}, [grant(allow)]);
    expect(given).toMatchObject(
      lifts ? { decision: "allow", layer: "grant" } : { decision: "ask", layer: "protected" },
    );
  });

  test("takes every protection of the effect", () => {
    const notes = at("read", "/home/u/notes/a.md");
    const secret = at("read", "/home/u/notes/.env");
    const layers = [layer({ allow: "read(~/notes/**)", protected: true })];
    expect(stepOf(notes, { layers })?.decision).toBe("allow");
    expect(stepOf(secret, { layers })).toMatchObject({
      decision: "ask",
      rule: "protected: files that hold secrets",
    });
    const both = [...layers, layer({ allow: "read(~/notes/.env)", protected: true })];
    expect(stepOf(secret, { layers: both })?.decision).toBe("allow");
  });

  test("takes the exact name of a hard-linked file", () => {
    const linked = at("write", "/ws/src/a.ts", { isHardLinked: true });
    expect(stepOf(linked, {}, [grant("write(src/**)")])?.decision).toBe("ask");
    expect(stepOf(linked, {}, [grant("write(src/a.ts)")])?.decision).toBe("allow");
  });

  test("takes a grant that says so, and never lifts what nobody resolved", () => {
    expect(stepOf(env, {}, [grant("read(.env.test)", { protected: false })])?.decision).toBe("ask");
    const outside = at("read", "/etc/hosts");
    expect(stepOf(outside, {}, [grant("read(/etc/hosts)")])?.decision).toBe("allow");
    expect(stepOf(outside, {}, [grant("read(/etc/hosts)", { protected: false })])?.decision).toBe(
      "ask",
    );
    const unresolved: Effect = { type: "read", path: "/ws/a" };
    expect(stepOf(unresolved, {}, [grant("read(**)")])?.decision).toBe("ask");
  });

  test("doesn't answer an ask rule, deny, or plan mode", () => {
    const lift = layer({ allow: "write(.vscode/**)", protected: true });
    const write = at("write", "/ws/.vscode/settings.json");
    expect(stepOf(write, { layers: [lift] })?.decision).toBe("allow");
    expect(stepOf(write, { layers: [lift], mode: "plan" })?.decision).toBe("deny");
    const ask = layer({ ask: "write(**)" });
    expect(stepOf(write, { layers: [lift, ask] })?.decision).toBe("ask");
    const deny = layer({ deny: "write(**)" });
    expect(stepOf(write, { layers: [lift, deny] })?.decision).toBe("deny");
  });

  test("a tool rule stands for the tool's effects, but for the protected ones", () => {
    const layers = [layer({ allow: "tool(t)" })];
    expect(stepOf(env, { layers })?.decision).toBe("ask");
    expect(stepOf({ type: "unknown", reason: "x" }, { layers })?.decision).toBe("allow");
  });

  test("of a value takes a pattern that names a secret", () => {
    const value: Effect = { type: "environment", variable: "NPM_TOKEN", value: true };
    const lifted = (allow: string): string | undefined =>
      stepOf(value, { layers: [layer({ allow, protected: true })] })?.decision;
    expect(lifted("environment(NPM_TOKEN)")).toBe("allow");
    expect(lifted("environment(*_TOKEN)")).toBe("allow");
    expect(lifted("environment(*)")).toBe("ask");
  });

  test("the proof tells how", () => {
    expect(stepOf(at("read", "/ws/.env"))?.wouldChange).toBe(
      `--yes, or a rule { "allow": "read(.env)", "protected": true } in the user's settings`,
    );
    expect(stepOf(at("read", "/home/u/x"))?.wouldChange).toContain('"read(~/x)"');
    // Where a link leads is the host's business.
    const link: Effect = { type: "read", path: "/home/u/x", realPath: "/private/elsewhere/x" };
    expect(stepOf(link)?.wouldChange).toBe("--yes");
    expect(stepOf({ type: "read", path: "/ws/a" })?.wouldChange).toBe("--yes");
  });
});

describe("an output that the workspace keeps", () => {
  const place = "/home/u/.local/state/toolwright/outputs/0/7f3a9c21";
  const storedOutput = "output:7f3a9c21";

  test("is read unasked in every mode, though it lies outside, recursively too", () => {
    for (const mode of modes) {
      for (const more of [{}, { recursive: true }]) {
        const effect = at("read", place, { storedOutput, isOutside: true, ...more });
        expect(stepOf(effect, { mode })?.decision).toBe("allow");
      }
    }
  });

  test("is asked for by its place, and denied where a rule denies that", () => {
    expect(isProtected(at("read", place, { isOutside: true }))).toBe(true);
    const effect = at("read", place, { storedOutput, isOutside: true });
    const layers = [layer({ deny: "read(~/.local/state/**)" })];
    expect(stepOf(effect, { layers })?.decision).toBe("deny");
  });

  test("lifts nothing for anything but a read", () => {
    expect(isProtected(at("write", place, { storedOutput, isOutside: true }))).toBe(true);
    expect(isProtected(at("delete", place, { storedOutput, isOutside: true }))).toBe(true);
  });
});

describe("a tool of a server whose definition has changed", () => {
  const changed: Effect = { type: "external", server: "s", tool: "t", isChanged: true };
  const lifted = { allow: "mcp(s/t)", protected: true };

  test("is asked in every mode, whatever allows the tool", () => {
    const layers = [layer({ allow: "mcp(s/*)" }), layer({ allow: "tool(t)" }, "administrator")];
    for (const mode of ["default", "accept-edits", "auto"] as const) {
      const step = stepOf(changed, { layers, mode }, [grant("mcp(s/t)", { protected: false })]);
      expect(step).toMatchObject({ decision: "ask", layer: "protected" });
    }
  });

  test("is denied in plan mode, and by a rule", () => {
    expect(stepOf(changed, { layers: [layer(lifted)], mode: "plan" })?.decision).toBe("deny");
    const layers = [layer(lifted), layer({ deny: "mcp(s/*)" })];
    expect(stepOf(changed, { layers })?.decision).toBe("deny");
  });

  test("is lifted by a user's rule that says protected, never by a project's", () => {
    expect(stepOf(changed, { layers: [layer(lifted)] })?.decision).toBe("allow");
    expect(stepOf(changed, { layers: [layer(lifted, "project")] })?.decision).toBe("ask");
  });

  test("is asked as any other once its definition was accepted", () => {
    const { isChanged: _accepted, ...effect } = changed;
    expect(stepOf(effect)?.layer).toBe("mode");
    expect(stepOf(effect, { layers: [layer({ allow: "mcp(s/*)" })] })?.decision).toBe("allow");
  });
});
