import { describe, expect, it } from "vitest";
import { loadLines } from "./fixtures/load-lines.ts";
import { onlyLooksInside, whatHappens } from "./fixtures/what-happens.ts";

const looks = loadLines("programs-look.txt");
const asks = loadLines("programs-ask.txt");

// Packages, builds, languages, containers, network, processes, the system and wrappers.
describe("programs", () => {
  it("only read inside the workspace when they show facts", () => {
    expect(looks.length).toBeGreaterThan(70);
    expect(looks.filter((command) => !onlyLooksInside(command))).toEqual([]);
  });

  it("never count as only reading when they run, install, reach, change or stop something", () => {
    expect(asks.length).toBeGreaterThan(200);
    expect(asks.filter(onlyLooksInside)).toEqual([]);
  });

  it("are named in the run effect, for the rules that deny them", () => {
    for (const name of ["sudo", "mount", "mkfs.ext4", "reboot", "useradd", "insmod", "visudo"]) {
      expect(whatHappens(`${name} x`)).toContain(`run ${name} x`);
      expect(whatHappens(`timeout 5 ${name} x`)).toContain(`run ${name} x`);
    }
  });
});

describe("package managers", () => {
  it.each([
    ["npm ls", ["read package.json", "list node_modules"]],
    ["npm run", ["read package.json"]],
    ["npm run build", ["run npm run build"]],
    ["npm test", ["run npm test"]],
    ["npm install x", ["run npm install x", "network *"]],
    ["npm view x", ["read package.json", "network *"]],
    ["npx tsc", ["run npx tsc", "network *"]],
    ["yarn --version", ["run yarn --version"]],
    ["pnpm add x", ["run pnpm add x", "network *"]],
    ["pip install -r r.txt", ["run pip install -r r.txt", "network *"]],
    ["pip freeze -r ../r.txt", ["unknown", "read /home/dev/r.txt"]],
    ["apt-get install x", ["run apt-get install x", "network *"]],
    ["dpkg -I a.deb", ["read a.deb"]],
    ["cargo add x", ["run cargo add x", "network *"]],
    ["go get x", ["run go get x", "network *"]],
    ["go env GOPROXY", ["show GOPROXY"]],
    ["gofmt -w src", ["write-tree src"]],
    ["docker pull x", ["run docker pull x", "network *"]],
  ])("%s: %j", (command, expected) => {
    expect(whatHappens(command)).toEqual(expected);
  });
});
