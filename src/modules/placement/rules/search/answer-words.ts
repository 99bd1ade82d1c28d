import { unreachable } from "#platform/rules/errors.ts";
import { type Factor, namesOf } from "./factors.ts";
import type { Found } from "./next-step.ts";

const WORDS: Readonly<Record<Factor, string>> = {
  links: "the links",
  pixel: "the pixel",
  words: "the words",
  signature: "the signature",
  html: "the HTML",
  image: "the images",
  greeting: "the greeting",
  footer: "the footer",
  tracking_domain: "the tracking domain",
};

/** Factors in a sentence: "the links and the pixel". */
export function factorWords(factors: readonly Factor[]): string {
  const words = factors.map((factor) => WORDS[factor]);
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** What was found at a provider, and what it can't show. */
export function answerWords({ answer, cause, sure, mails }: Omit<Found, "provider">): string {
  const percent = `${Math.floor(sure * 100)} %`;
  switch (answer) {
    case "cause":
      return `Without ${factorWords(namesOf(cause))} it arrives (${percent} sure, ${mails} emails). The answer is about these seeds: a recipient's own history and filters of companies are not in it.`;
    case "not_junked":
      return `The email is not junked (${percent} sure, ${mails} emails).`;
    case "not_content":
      return `It is not the content: whatever the email says, it is junked (${percent} sure, ${mails} emails). The reputation of the sender or its domain is the likely reason, which this search can't show.`;
    case "nothing_found":
      return `Nothing found in ${mails} emails. A sum of several small reasons, or what changes meanwhile, can't be told apart.`;
    default:
      return unreachable(answer);
  }
}
