/** An agent that takes part: how it is set up for a contest, and how it gets a prompt. */
export interface Contestant {
  /** As the command line names it. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** The settings that matter, for the report. */
  readonly settings: string;
  /** Whether a contest takes it minutes instead of seconds; it then comes last. */
  readonly takesMinutes: boolean;
  /** How to bring it onto this machine; undefined for what is here already. */
  readonly install?: {
    readonly megabytes: number;
    readonly folder: string;
    readonly run: () => Promise<void>;
  };
  /** What has to be done once before its first contest. */
  readonly prepare?: () => void;
  /** Sends one prompt; the first begins a session, the others continue it. */
  sendPrompt(place: ContestPlace, prompt: { readonly index: number; readonly text: string }): Promise<PromptEnd>;
}

export interface ContestPlace {
  /** The agent's own home folder. */
  readonly home: string;
  readonly workspace: string;
  /** Address of the model server on loopback. */
  readonly modelUrl: string;
  readonly windowTokens: number;
  /** Told the process of a prompt when it has started, and undefined when it has ended. */
  watch(pid: number | undefined): void;
}

export interface PromptEnd {
  /** Why the agent gave up, as a clause; undefined if it ended well. */
  readonly failure?: string;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}
