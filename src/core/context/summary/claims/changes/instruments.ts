import { joinPattern } from "../../../../base/text";
import { isUnreal } from "../language/modality";
import type { WorkRecord } from "../record/record";
import { textOfResult } from "../record/record";

/** Programs of the trade whose names are no words of English: whoever says "with tcpdump" ran it. */
export const PROGRAMS = [
  "actionlint|alembic|ansible-playbook|ansible-lint|argocd|awscli|bandit|benchstat|brakeman|buildah|bundler-audit|",
  "cargo-\\w+|checkov|checkstyle|clang-format|clang-tidy|cloc|codeql|cppcheck|ctest|curl|depcheck|detekt|dig|dlv|",
  "docker-compose|dotnet-trace|drill|esbuild|eslint|fastlane|ffmpeg|ffprobe|flake8|flyway|gcloud|gcov|gcovr|gdb|gh|",
  "gitleaks|glab|gofmt|goimports|golangci-lint|gosec|gosu|govulncheck|grpcurl|grype|hadolint|helm|hey|htop|httpie|",
  "hyperfine|iostat|iperf3?|isort|istioctl|jest|jmeter|journalctl|jq|k6|k9s|knip|ktlint|kubeconform|kubectl|kubeval|",
  "kustomize|lcov|liquibase|lldb|lsof|ltrace|madge|memray|minikube|mitmproxy|mongosh|mypy|mysqldump|",
  "ncu|netcat|netstat|",
  "newman|ngrok|nmap|nox|nslookup|openssl|oxlint|pgbench|pgcli|pg_dump|pg_restore|pg_stat_\\w+|phpcs|",
  "phpstan|phpunit|",
  "pip-audit|playwright|pm2|pmd|podman|pprof|psql|pulumi|py-spy|pylint|pyright|pytest|redis-cli|rspec|rsync|rubocop|",
  "ruff|rustfmt|scalafmt|scp|semgrep|sftp|shellcheck|shfmt|skaffold|snyk|sonar-scanner|sops|spotbugs|",
  "spotless|sqlfluff|",
  "sqlite3|ssh|sshfs|stern|strace|staticcheck|stylelint|supervisorctl|swiftformat|swiftlint|systemctl|",
  "tcpdump|tflint|",
  "tfsec|tmux|tox|trivy|tshark|tsc|valgrind|vitest|vmstat|webpack|wget|wrk|xcodebuild|xcrun|yamllint|yq|zgrep",
].join("");

const MEANS = [
  joinPattern(["\\b(?:with|via|using|over|through|by running)\\s[`\"'*]*(", PROGRAMS, ")(?![\\w/-]|\\.\\w)"], "gi"),
  joinPattern(['[(（][`"]?(', PROGRAMS, ")(?= [a-z./-])"], "gi"),
  joinPattern(
    ["\\b(?:ran|executed|invoked|launched|started)\\s(?:the |a )?[`\"'*]*(", PROGRAMS, ")(?![\\w/-]|\\.\\w)"],
    "gi",
  ),
  // A name in a Chinese sentence is one of code; a verb must follow it, so that it is what something was done with.
  joinPattern(
    [
      '(?:(?<![改采换沿启引调作应利费占可])用|以|通过|借助|经由?|靠|使用)\\s?[`"“「]?',
      '([a-z][a-z\\d_-]{2,}(?: [a-z][\\w-]+)?)(?: [\\w./-]+)*[`"”」]?\\s?(?=[一-鿿]{2})',
    ],
    "g",
  ),
];

/** What something is said to have been done with: programs by their names, with a word behind them that they take. */
export const instrumentsIn = (text: string): readonly string[] =>
  MEANS.flatMap((form) => [...text.matchAll(form)])
    .filter(({ index }) => !isUnreal(text, index))
    .map(([, name = ""]) => name);

/** A call was given the name, or its result has it; one that was refused did nothing. */
export const isInstrumentUsed = (record: WorkRecord, told: string): boolean => {
  const [name = "", ...rest] = told.toLowerCase().split(" ");
  // `pm2.log` is a file of `pm2`, and no run of it.
  const form = new RegExp(`(?<![\\w-])${name}(?![\\w-]|\\.\\w)`);
  return record.deeds.some(({ given, refused, messageId }) => {
    if (refused !== undefined) return false;
    const call = given.toLowerCase();
    if (form.test(call)) return rest.every((word) => call.includes(word));
    return form.test(textOfResult(record, messageId).toLowerCase());
  });
};
