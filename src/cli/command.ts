import type { Target } from "./call.ts";
import type { Terminal } from "./output.ts";

/** What a command works with. */
export type Session = Terminal & {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A line that a person types; null at the end of the input. `hidden`: not shown as it is typed. */
  readonly ask: (
    question: string,
    options?: { readonly hidden?: boolean },
  ) => Promise<string | null>;
  /** The installation, signed in. Throws `CliFailure` where nobody is. */
  readonly target: () => Target;
  /** The path of the workspace that the command is about. */
  readonly workspace: () => Promise<string>;
  readonly signal: AbortSignal;
};

export type Command = {
  /** Its words: `campaigns start`. */
  readonly name: string;
  /** What follows them, as people read it. */
  readonly takes: string;
  readonly summary: string;
  /** How many words must and may follow. */
  readonly words: readonly [least: number, most: number];
  readonly options?: Readonly<
    Record<string, { readonly type: "string" | "boolean"; readonly says: string }>
  >;
  readonly run: (
    session: Session,
    words: readonly string[],
    options: Readonly<Record<string, string | boolean | undefined>>,
  ) => Promise<void>;
};
