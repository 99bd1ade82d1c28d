/** Makes a hostile input of about `length` characters. */
type Hostile<T> = (length: number) => T;

/** A parser and the inputs that would make it slow. */
export type Family = {
  /** `modules/campaigns/rules/template/spintax.ts#parseSpintax`, as the list of parsers names it. */
  readonly parser: string;
  readonly name: string;
  /** The longest input that reaches the parser, in characters. */
  readonly upTo: number;
  /** What the engine itself takes in ms for half of it, of which the parser has no say. */
  readonly engineMs?: number;
  /** Prepares an input of `length` characters and answers the call to be measured. */
  readonly at: (length: number) => () => unknown;
};

/**
 * The hostile inputs of one parser, up to the longest that can reach it. `run` calls it with one:
 * `families("modules/campaigns/rules/template/spintax.ts#parseSpintax", parseSpintax, 65_536, { "open braces": repeat("{") })`.
 */
export const families = <T>(
  parser: string,
  run: (input: T) => unknown,
  upTo: number,
  hostile: Readonly<Record<string, Hostile<T>>>,
): Family[] =>
  Object.entries(hostile).map(([name, make]) => ({
    parser,
    name,
    upTo,
    at: (length) => {
      const input = make(length);
      return () => run(input);
    },
  }));

/** One text again and again, between what opens and what closes it. */
export const repeat =
  (text: string, { before = "", after = "" } = {}): Hostile<string> =>
  (length) =>
    before +
    text.repeat(Math.max(1, Math.floor((length - before.length - after.length) / text.length))) +
    after;
