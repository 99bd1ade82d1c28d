import type { Language } from "#modules/inbox/rules/replies/find-phrases.ts";
import { dutchReplies } from "./dutch.ts";
import { englishReplies } from "./english.ts";
import { frenchReplies } from "./french.ts";
import { germanReplies } from "./german.ts";
import { italianReplies } from "./italian.ts";
import { portugueseReplies } from "./portuguese.ts";
import { spanishReplies } from "./spanish.ts";

/** The languages in which replies are read; a new one is a file beside them and a line here. */
export const REPLY_LANGUAGES: readonly Language[] = [
  englishReplies,
  germanReplies,
  frenchReplies,
  spanishReplies,
  portugueseReplies,
  italianReplies,
  dutchReplies,
];
