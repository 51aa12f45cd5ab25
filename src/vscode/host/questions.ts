import { sentence } from "../../core/base/sentence";
import { SentenceError } from "../../core/base/sentence-error";
import type { ApprovalAnswer, ApprovalRequest } from "../../core/tools/tool";

const SAME_ID = sentence("Another call with the same id is being asked about.");

/** Follows the questions, for editors that show what is asked about. */
interface QuestionWatch {
  onAsked(request: ApprovalRequest): void;
  /** Answered or withdrawn. */
  onSettled(callId: string): void;
}

/** Approvals that wait for the user. A stopped turn withdraws its questions. */
export class Questions {
  private readonly open = new Map<string, Question>();
  private readonly watch: QuestionWatch | undefined;

  constructor(watch?: QuestionWatch) {
    this.watch = watch;
  }

  readonly ask = (request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> =>
    new Promise((resolve, reject) => {
      const onAbort = () => {
        this.settle(request.callId);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      // One click would answer both, although the user has read one.
      if (this.open.has(request.callId)) return reject(new SentenceError(SAME_ID));
      signal.addEventListener("abort", onAbort, { once: true });
      this.open.set(request.callId, {
        request,
        settle: (answer) => {
          signal.removeEventListener("abort", onAbort);
          this.settle(request.callId);
          resolve(answer);
        },
      });
      this.watch?.onAsked(request);
    });

  find(callId: string): ApprovalRequest | undefined {
    return this.open.get(callId)?.request;
  }

  answer(callId: string, answer: ApprovalAnswer): void {
    this.open.get(callId)?.settle(answer);
  }

  private settle(callId: string): void {
    this.open.delete(callId);
    this.watch?.onSettled(callId);
  }
}

interface Question {
  readonly request: ApprovalRequest;
  settle(answer: ApprovalAnswer): void;
}
