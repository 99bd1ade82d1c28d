/** Phrases of one category, one a line. */
export type ReplyPhrases = {
  /** Each has to be the whole sentence but for courtesies; an opt-out also the point of a short reply. */
  readonly whole?: string;
  /** Sure wherever they are, unless negated. */
  readonly clear?: string;
  /** They decide where nothing clearer does. Never for an opt-out. */
  readonly hint?: string;
};

/** What replies in one language are read by. A page of the documents explains each part. */
export type ReplyLanguage = {
  readonly code: string;
  /** Its commonest words, by which a sentence of it is known. */
  readonly common: string;
  /** Named parts of phrases: `{day}` in a phrase stands for one of `lists.day`. */
  readonly lists: Readonly<Record<string, string>>;
  /** Words that say nothing by themselves: greetings, thanks, "please". */
  readonly courtesies: string;
  /** Words that turn what follows into its opposite. */
  readonly negations: string;
  /** They may stand behind what they negate as well. */
  readonly negatesBehind: boolean;
  /** Words that make the rest of a sentence depend on something: an opt-out with one is none. */
  readonly conditions: string;
  /** Phrases with a condition or a negation that changes nothing: "if possible". */
  readonly softeners: string;
  /** Words by which a new clause begins. */
  readonly joints: string;
  /** Those of them behind which the opposite follows. */
  readonly contrasts: string;
  /** Phrases of somebody who wants to stay in touch, or means something else: no opt-out beside them. */
  readonly stays: string;
  /** How the end of a mail begins, above the name. */
  readonly closings: string;
  /** How a paragraph begins that lawyers or programs put below every mail. */
  readonly disclaimers: string;
  /** "I", "me", "us": a question without them is about something else than its writer's address. */
  readonly firstPerson: string;
  /** Words of phrases that people write wrongly: one or two letters off count as these. */
  readonly misspelt: string;
  /** By the category of a reply. */
  readonly phrases: Partial<Readonly<Record<string, ReplyPhrases>>>;
};
