import { describe, expect, it } from "vitest";
import { loadLines } from "./fixtures/load-lines.ts";
import { onlyLooksInside, whatHappens } from "./fixtures/what-happens.ts";

const looks = loadLines("git-looks.txt");
const asks = loadLines("git-asks.txt");

describe("git", () => {
  it("only reads inside the workspace with commands that read", () => {
    expect(looks.length).toBeGreaterThan(200);
    expect(looks.filter((command) => !onlyLooksInside(command))).toEqual([]);
  });

  it("never counts as only reading when it changes, runs, reaches or reads elsewhere", () => {
    expect(asks.length).toBeGreaterThan(150);
    expect(asks.filter(onlyLooksInside)).toEqual([]);
  });

  it.each([
    ["git status", ["list ."]],
    ["git log --oneline -5", ["list ."]],
    ["git diff main...HEAD -- src/a.ts", ["list .", "read src/a.ts"]],
    ["git diff src/*.ts", ["list .", "read src/*.ts"]],
    ["git show HEAD:src/a.ts", ["list .", "read src/a.ts"]],
    ["git show HEAD:.env", ["list .", "read .env"]],
    ["git diff --no-index a /etc/passwd", ["list .", "read-tree a", "read-tree /etc/passwd"]],
    ["git diff a.txt /etc/passwd", ["list .", "read a.txt", "read /etc/passwd"]],
    ["git grep --untracked foo", ["list .", "read-tree ."]],
    ["git grep foo -- src", ["list .", "read src"]],
    ["git blame --contents ../x a.ts", ["list .", "read /home/dev/x", "read a.ts"]],
    ["git log -L 1,5:src/a.ts", ["list .", "read src/a.ts"]],
    ["git ls-files -o ..", ["list .", "list /home/dev"]],
    ["git archive HEAD -o out.tar", ["list .", "write out.tar"]],
    ["git bundle verify ../x", ["read /home/dev/x"]],
  ])("%s: %j", (command, expected) => {
    expect(whatHappens(command)).toEqual(expected);
  });

  it.each([
    ["git commit -m x", ["run git commit -m x"]],
    ["git push", ["run git push", "network *"]],
    ["git push origin main", ["run git push origin main", "network *"]],
    [
      "git fetch https://a.example/r",
      ["run git fetch https://a.example/r", "network a.example:443"],
    ],
    [
      "git clone git@github.com:a/b dir",
      ["run git clone git@github.com:a/b dir", "network github.com", "write-tree dir"],
    ],
    ["git init", ["run git init", "write .git"]],
    ["git init sub", ["run git init sub", "write-tree sub"]],
    ["git stash pop", ["run git stash pop"]],
    ["git tag -a v1 -m x", ["run git tag -a v1 -m x"]],
    ["git branch -d x", ["run git branch -d x"]],
    ["git branch new", ["run git branch new"]],
    ["git tag v1 HEAD~1", ["run git tag v1 HEAD~1"]],
    ["git config user.name me", ["run git config user.name me"]],
    ["git symbolic-ref HEAD refs/heads/x", ["run git symbolic-ref HEAD refs/heads/x"]],
    ["git add .env", ["run git add .env", "read .env"]],
    ["git rm a.ts", ["run git rm a.ts", "delete a.ts"]],
    ["git rm --cached a.ts", ["run git rm --cached a.ts"]],
    ["git remote show origin", ["network *"]],
    ["git unheard-of", ["run git unheard-of"]],
  ])("%s, which a rule may name: %j", (command, expected) => {
    expect(whatHappens(command)).toEqual(expected);
  });
});
