import type { Disposable, FileChangeEvent, FileStat, FileSystemProvider, FileType } from "vscode";
import { EventEmitter, FileSystemError, Uri, workspace } from "vscode";
import type { SpillFile } from "../../core/spill/spill";

const SCHEME = "hermes-output";

/** Read-only and streamed by VS Code itself, so that an output of any size opens. */
export const outputUri = ({ id }: Pick<SpillFile, "id">): Uri => Uri.from({ scheme: SCHEME, path: `/${id}.txt` });

/** Persisted tool outputs as read-only files: the text the model read never changes. */
export class OutputFiles implements FileSystemProvider {
  private readonly folder: Uri;

  readonly onDidChangeFile = new EventEmitter<FileChangeEvent[]>().event;

  /** `folder` is the store's own folder. */
  constructor(folder: Uri) {
    this.folder = folder;
  }

  register(): Disposable {
    return workspace.registerFileSystemProvider(SCHEME, this, { isReadonly: true, isCaseSensitive: true });
  }

  watch(): Disposable {
    return { dispose: () => undefined };
  }

  stat(uri: Uri): Thenable<FileStat> {
    return workspace.fs.stat(this.fileOf(uri));
  }

  readDirectory(uri: Uri): Thenable<[string, FileType][]> {
    return workspace.fs.readDirectory(this.fileOf(uri));
  }

  readFile(uri: Uri): Thenable<Uint8Array> {
    return workspace.fs.readFile(this.fileOf(uri));
  }

  createDirectory(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  /** Anyone can write such a URI; it must not lead out of the folder. */
  private fileOf(uri: Uri): Uri {
    const file = Uri.joinPath(this.folder, uri.path);
    if (!file.path.startsWith(`${this.folder.path}/`)) throw FileSystemError.FileNotFound(uri);
    return file;
  }
}
