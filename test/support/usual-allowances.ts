/**
 * What a person lists who wants to be asked about changes and not about looking: programs that read, git's reading
 * commands, and the checks of a project. `hermes.approval.run` stays at its default, "ask".
 */
export const USUAL_ALLOWANCES = [
  ..."ls cat head tail wc nl tac rev cut tr paste comm cmp diff sort uniq column".split(" "),
  ..."grep egrep fgrep rg find fd tree xargs jq awk file stat du df".split(" "),
  ..."pwd cd echo printf true false test [ sleep date uname whoami id hostname".split(" "),
  ..."which type basename dirname realpath readlink printenv od xxd hexdump md5sum sha256sum".split(" "),
  "sed -n",
  ..."status log diff show blame branch rev-parse ls-files grep describe shortlog"
    .split(" ")
    .map((name) => `git ${name}`),
  ...[
    "git remote -v",
    "git stash list",
    "git tag",
    "git cat-file",
    "git reflog",
    "git worktree list",
    "git merge-base",
  ],
  ...["git config --get", "git ls-tree", "git rev-list"],
  ...["npm test", "npm run test", "npm run lint", "npm run build", "npm run typecheck", "npm run check", "npm ls"],
  ...["npx tsc", "npx vitest", "pytest", "python -m pytest", "cargo test", "cargo check", "cargo build"],
  ...["go test", "go vet", "go build", "make test", "bun test", "bun run test", "bun run lint", "bun run typecheck"],
  ...["node --version", "npm --version", "python3 --version", "gh pr view", "gh pr list", "gh issue view"],
];
