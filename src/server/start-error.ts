/** Why the product cannot start, in lines for a person; printed as they are, without a stack. */
export class StartError extends Error {
  override readonly name = "StartError";
  readonly lines: readonly string[];
  constructor(...lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}
