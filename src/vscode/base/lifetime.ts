import type { Disposable } from "vscode";

/** Disposes everything it owns, newest first; a late arrival is disposed at once. */
export class Lifetime implements Disposable {
  private readonly owned: Disposable[] = [];
  private ended = false;

  own<Thing extends Disposable>(thing: Thing): Thing {
    if (this.ended) thing.dispose();
    else this.owned.push(thing);
    return thing;
  }

  dispose(): void {
    this.ended = true;
    for (let thing = this.owned.pop(); thing !== undefined; thing = this.owned.pop()) thing.dispose();
  }
}
