/** Nodes written ahead of need, one build at a time, until a compression puts them in place. */
export class BackgroundBuild {
  /** "unused" until the host asks to build ahead for the first time. */
  private state: "unused" | "idle" | "building" | "ready" = "unused";
  private running: Promise<unknown> = Promise.resolve();

  get isUsed(): boolean {
    return this.state !== "unused";
  }

  /** Nodes are finished and wait to be put in place. */
  get isReady(): boolean {
    return this.state === "ready";
  }

  /** Resolves when the newest build has ended, however it ended. */
  get ended(): Promise<unknown> {
    return this.running;
  }

  /**
   * False while a build runs or waits to be put in place: building after every step would write a tiny leaf each time.
   */
  requestStart(): boolean {
    if (this.state === "unused") this.state = "idle";
    return this.state === "idle";
  }

  /** Rejects as the work does; `ended` does not, because a compression that waits for it writes what is missing. */
  async run(work: () => Promise<"complete" | "incomplete">): Promise<void> {
    this.state = "building";
    const build = this.settle(work());
    this.running = build.catch(() => undefined);
    await build;
  }

  /** The finished nodes are in place or void, so another build may start. */
  reset(): void {
    if (this.state === "ready") this.state = "idle";
  }

  private async settle(work: Promise<"complete" | "incomplete">): Promise<void> {
    try {
      this.state = (await work) === "complete" ? "ready" : "idle";
    } catch (error) {
      this.state = "idle";
      throw error;
    }
  }
}
