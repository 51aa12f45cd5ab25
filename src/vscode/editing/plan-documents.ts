import { Uri, window } from "vscode";

/** Plans open in an editor as soon as they are handed in, without taking the focus from the chat. */
export class PlanDocuments {
  private path: string | undefined;

  /** The plan that was handed in last, in this window. */
  get newest(): Uri | undefined {
    return this.path === undefined ? undefined : Uri.file(this.path);
  }

  async show(path: string): Promise<void> {
    this.path = path;
    await window.showTextDocument(Uri.file(path), { preview: false, preserveFocus: true });
  }
}
