import type { ApprovalAnswer, ApprovalRequest } from "../core/tools/tool";

/** Approvals that wait for a person. A stopped turn takes its questions back. */
export class Questions {
  private readonly open = new Map<string, Question>();

  readonly ask = (request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> =>
    new Promise((resolve, reject) => {
      const onAbort = () => {
        this.open.delete(request.callId);
        reject(signal.reason);
      };
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      this.open.set(request.callId, {
        request,
        settle: (answer) => {
          signal.removeEventListener("abort", onAbort);
          this.open.delete(request.callId);
          resolve(answer);
        },
      });
    });

  find(callId: string): ApprovalRequest | undefined {
    return this.open.get(callId)?.request;
  }

  answer(callId: string, answer: ApprovalAnswer): void {
    this.open.get(callId)?.settle(answer);
  }
}

interface Question {
  readonly request: ApprovalRequest;
  settle(answer: ApprovalAnswer): void;
}
