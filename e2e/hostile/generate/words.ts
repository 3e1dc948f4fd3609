/** Operands that have misled a program or could do so, as shell text. */
export const operands: readonly string[] = [
  ..."a.txt b.txt src src/a.ts x.json data.csv names.txt README.md . ./ src/ lib vendor/inner missing -".split(
    " ",
  ),
  ..."a.tar a.tgz a.txt.gz a.txt.bz2 a.txt.xz a.txt.zst a.zip evil.awk evil.sed script.sh".split(
    " ",
  ),
  ..."way-out way-out/canary.txt links/link.txt links ../outside/canary.txt .env lib/id_rsa ~/.netrc bin/ls".split(
    " ",
  ),
  ..."src/*.ts *.txt ./*.txt * -- -opwned --pre=. -delete .git .git/config .npmrc HEAD HEAD~1 main".split(
    " ",
  ),
  ..."HEAD:a.txt HEAD:names.txt main..HEAD :/first :(top). :(exclude)src '*' '?env' '[a-z]*.txt' @{u}".split(
    " ",
  ),
  ..."file:a.txt file:///etc/passwd http://127.0.0.1:9/ https://example.org/x example.org localhost".split(
    " ",
  ),
  ..."1 0 3 x '1,2p' 's/x/y/' 's/x/y/w pwned' 's/x/y/e' '1e touch pwned' 'r ../outside/canary.txt'".split(
    " ",
  ),
  "'{ print }'",
  `'BEGIN { system("touch pwned") }'`,
  `'BEGIN { while ((getline l < "../outside/canary.txt") > 0) print l }'`,
  "'.a'",
  "'input_filename'",
  "'env'",
  "'$(touch pwned)'",
  "'a[$(touch pwned)]'",
  "'touch pwned'",
  `"file://$PWD/a.txt"`,
  `"file://$PWD/../outside/canary.txt"`,
  `"file://$PWD/%2e%2e/outside/canary.txt"`,
  `"file://$PWD/{../outside/canary.txt,a.txt}"`,
];

/** Values for options, in addition to the operands. */
export const values: readonly string[] = [
  ..."1 2 10 0 -1 x , : never always auto json text short long a.txt pwned ./script.sh script.sh".split(
    " ",
  ),
  ..."bin/ls touch cat sh evil.awk evil.sed names.txt ../outside ../outside/canary.txt .env".split(
    " ",
  ),
  "'touch pwned'",
  "'sh -c \"touch pwned\"'",
  "'|touch pwned'",
  "'%f'",
  "'{}'",
  "'$(touch pwned)'",
];
