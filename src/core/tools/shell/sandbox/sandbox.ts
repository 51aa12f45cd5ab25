import type { Sentence } from "../../../base/sentence";
import { sentence } from "../../../base/sentence";

/** Where a command runs that the kernel keeps from changing anything outside the workspace. */
export interface Sandbox {
  /** Path of bubblewrap. */
  readonly program: string;
  readonly network: "allow" | "deny";
  /** Folders that stay writable. */
  readonly writable: readonly string[];
  /** Paths inside them that do not: what they contain runs later, outside the sandbox. */
  readonly readOnly: readonly string[];
  /** Folders whose sockets lead to programs outside, such as a container engine; they are empty inside. */
  readonly hidden: readonly string[];
  /** What commands see as `/tmp`, so that they find their own files there and nobody else's. */
  readonly temporaryFolder: string;
  /** Root keeps the rights over files that it has anyway, and loses those that would undo the sandbox. */
  readonly user: "root" | "other";
}

/** Of a folder of the workspace: git and the editor obey these when the user works with them. */
export const PROTECTED_PATHS = [".git/hooks", ".git/config", ".vscode", ".hermes"];
/** A mount of its own, which cannot be moved aside together with the protected paths in it. */
export const HELD_PATHS = [".git"];

/** Parts of `/run` that programs need to start, or to find hosts, by their usual names. */
const NEEDED_IN_RUN = ["/run/systemd/resolve", "/run/current-system", "/run/wrappers", "/run/resolvconf"];

/** Variables that name sockets of programs outside. */
export const OUTSIDE_SOCKETS = [
  ...["DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "SSH_AUTH_SOCK", "VSCODE_IPC_HOOK_CLI", "VSCODE_IPC_HOOK"],
  ...["DOCKER_HOST", "DISPLAY", "WAYLAND_DISPLAY", "TMUX", "STY", "XDG_RUNTIME_DIR"],
];

/** Arguments for bubblewrap; later mounts cover earlier ones. */
export const sandboxArguments = (sandbox: Sandbox, cwd: string, command: readonly string[]): readonly string[] => [
  ...["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts"],
  ...(sandbox.network === "deny" ? ["--unshare-net"] : []),
  ...(sandbox.user === "root"
    ? ["--cap-drop", "ALL", ...ROOT_RIGHTS.flatMap((capability) => ["--cap-add", capability])]
    : []),
  ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
  ...["--tmpfs", "/run", ...NEEDED_IN_RUN.flatMap((path) => ["--ro-bind-try", path, path])],
  ...sandbox.hidden.flatMap((path) => ["--tmpfs", path]),
  ...["--bind", sandbox.temporaryFolder, "/tmp"],
  ...sandbox.writable.flatMap((path) => ["--bind", path, path]),
  ...sandbox.readOnly.flatMap((path) => ["--ro-bind", path, path]),
  ...["--chdir", cwd, "--", ...command],
];

/** Over files of any owner, as the workspace of a container often has them. */
const ROOT_RIGHTS = ["CAP_DAC_OVERRIDE", "CAP_FOWNER", "CAP_CHOWN"];

/** For the card: where the command is going to run. */
export const describeSandbox = ({ network }: Pick<Sandbox, "network">): Sentence =>
  network === "deny"
    ? sentence("Runs in a sandbox: only the workspace is writable, and there is no network.")
    : sentence("Runs in a sandbox: only the workspace is writable; the network is open.");

export const describeMissingSandbox = (reason: Sentence): Sentence =>
  sentence("Runs without a sandbox although it is turned on: {reason}.", { reason });
