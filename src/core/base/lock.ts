/** Runs one piece of work at a time, in the order of the calls. A failure does not block the next. */
export class Lock {
  private last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = this.last.then(work);
    this.last = running.catch(() => undefined);
    return running;
  }
}
