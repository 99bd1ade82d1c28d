/** What a program that calls the CLI can tell apart. */
export const EXIT = {
  done: 0,
  /** The installation refused, or a campaign is not as asked. */
  refused: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Not signed in, or the key may not do this. */
  denied: 3,
  notFound: 4,
  /** The installation was not reached, or is busy. */
  unreachable: 5,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with a sentence for people and an exit code for programs. */
export class CliFailure extends Error {
  override readonly name = "CliFailure";
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A wrong command line: `usage` is shown below the sentence. */
export class WrongUsage extends CliFailure {
  constructor(message: string) {
    super(EXIT.usage, message);
  }
}
