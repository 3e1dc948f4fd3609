import { rmSync } from "node:fs";
import { join } from "node:path";
import { openSubject } from "./subject.ts";
import { plantWorld } from "./world.ts";

/**
 * Commands that only read, as people and models type them every day. Each must be allowed without approval.
 *
 * Left out, because they need approval on purpose:
 * - `less` and `man` start programs that the environment and the system's settings name, and `less` takes commands.
 * - `sed -n "$(grep -n … | head -1 | cut -d: -f1)p"`: for a binary file grep prints a message in place of a number.
 */
const dailyCommands: readonly string[] = `
ls -la
ls -R src
pwd
cat a.txt
cat src/*.ts | head -50
head -n 20 README.md && tail -n 5 README.md
wc -l src/*.ts
grep -rn x src
grep -rn x . --include='*.ts' --include='*.tsx'
grep -n "two x" a.txt
rg x src
rg -n -c x src
rg --files
rg --files -g '*.ts'
find . -name '*.ts'
find . -name '*.ts' | xargs wc -l
find src -name '*.ts' | xargs wc -l
find src -type f -name '*.ts' -exec grep -l x {} +
find . -type f '(' -name '*.ts' -o -name '*.tsx' ')' -not -path './node_modules/*' -exec grep -l x {} +
find . -path ./node_modules -prune -o -name '*.ts' -print | xargs wc -l
find . -name '*.ts' | while read -r f; do wc -l "$f"; done
wc -l $(find . -name '*.ts')
git ls-files '*.ts' | xargs wc -l
git ls-files | grep '\\.ts$' | xargs wc -l
sed -n '1,2p' a.txt
awk -F, '{ print $1 }' data.csv
sort a.txt | uniq -c | sort -rn
cut -d, -f1 data.csv
tr a-z A-Z < a.txt
diff a.txt b.txt
diff -u a.txt b.txt | head
stat a.txt
file a.txt
du -sh src
df -h .
tree src
jq .a x.json
python3 -m json.tool x.json
node --check src/c.js
node --version
npm --version
which node
command -v git
git status
git status --short
git diff
git diff HEAD~1 --stat
git log --oneline -5
git log -p -1
git show HEAD
git show --stat HEAD
git branch -a
git blame a.txt
git ls-files
git grep x
git help log
cd src && git log --oneline
cd src && git status
cd src && ls
tar -tf a.tar
unzip -l a.zip
zcat a.txt.gz | head
echo "done"
date
uname -a
whoami
test -f a.txt && echo yes
for f in src/*.ts; do echo "$f"; wc -l "$f"; done
if [ -d src ]; then ls src; fi
basename src/a.ts .ts
realpath a.txt
md5sum a.txt
sha256sum src/a.ts
ps aux | head
xxd a.txt | head -3
`
  .trim()
  .split("\n");

/** The daily commands that need approval in an ordinary project or beside files with secrets. */
export async function askingCommands(folder: string): Promise<readonly string[]> {
  const asking: string[] = [];
  for (const kind of ["plain", "secrets"] as const) {
    const world = plantWorld(folder, kind);
    // An ordinary project has no link to a directory outside.
    rmSync(join(world.project, "way-out"));
    const subject = await openSubject(world);
    for (const command of dailyCommands) {
      if (!(await subject.isAllowed(command))) asking.push(`${command}   (${kind})`);
    }
    await subject.close();
  }
  return asking;
}
