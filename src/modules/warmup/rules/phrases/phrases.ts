/**
 * The words of one language. `{to}` and `{from}` are first names, `{day}` a weekday, `{time}` a time
 * of day, `{n}` a small number. A topic's lines are sentences, one chosen of each group.
 */
export type Phrases = {
  readonly greetings: readonly string[];
  /** Where the recipient's first name is not known. */
  readonly plainGreetings: readonly string[];
  readonly openings: readonly string[];
  readonly closings: readonly string[];
  readonly signOffs: readonly string[];
  readonly days: readonly string[];
  readonly topics: readonly Topic[];
  readonly thanks: readonly string[];
  /** The line above a quotation; `{from}` wrote it. */
  readonly wrote: string;
};

export type Topic = {
  readonly subjects: readonly string[];
  readonly lines: readonly (readonly string[])[];
  readonly answers: readonly string[];
};
