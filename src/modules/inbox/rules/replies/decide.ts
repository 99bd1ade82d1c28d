import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { Found } from "./find-phrases.ts";

/** What was found in a reply, in the order of its text. */
export type Sayings = {
  readonly found: readonly Found[];
  /** Its writer wants to stay in touch, or means something else than us. */
  readonly stays: boolean;
  /** Sentences that say something: greetings are none. */
  readonly sentences: readonly number[];
  /** Words of all sentences together. */
  readonly size: number;
  /** Sentences that end with a question mark. */
  readonly questions: readonly number[];
  /** Where "but" stands: the sentence, and the place in it. */
  readonly contrasts: readonly (readonly [sentence: number, at: number])[];
};

export type Decision = {
  readonly category: ReplyCategory;
  /** The phrases that decided; none where the mark of a question did. */
  readonly by: readonly Found[];
  /** The sentence with that mark. */
  readonly question?: number | undefined;
  /** Something else in it points elsewhere. */
  readonly inDoubt: boolean;
};

/** A keyword alone, such as "unsubscribe", is meant where it is all that a short reply says. */
const KEYWORD_SENTENCES = 3;
const KEYWORD_REPLY = 60;

const isSure = ({ tier, isNegated }: Found): boolean => tier !== "hint" && !isNegated;

/** What a person's reply says. Null: no rule fits. */
export function decide(said: Sayings): Decision | null {
  return optOut(said) ?? aboutPeople(said) ?? stance(said) ?? question(said) ?? hinted(said);
}

/** What an automatic mail says besides that it is one; it never opts anybody out. Null: nothing. */
export function decideAutomatic(said: Sayings): Decision | null {
  for (const category of ["left_company", "out_of_office", "wrong_person"] as const) {
    const by = sureOf(said, category);
    if (by.length > 0) return { category, by, inDoubt: false };
  }
  return null;
}

const sureOf = ({ found }: Sayings, ...categories: readonly ReplyCategory[]): Found[] =>
  found.filter((one) => isSure(one) && categories.includes(one.category));

/**
 * Nobody is taken for somebody who wants no mail: what is negated, conditional, quoted, about
 * somebody else, or beside interest in the offer counts as no opt-out.
 */
function optOut(said: Sayings): Decision | null {
  const hostile = sureOf(said, "hostile").filter((one) => isPoint(said, one));
  const stops = sureOf(said, "do_not_contact").filter(
    (one) => !one.isConditional && isPoint(said, one),
  );
  const isWelcome = welcome(said).some((one) => !isYesTo(one, [...stops, ...hostile]));
  if (isWelcome) return null;
  if (hostile.length > 0) return { category: "hostile", by: hostile, inDoubt: false };
  if (stops.length === 0 || said.stays) return null;
  return { category: "do_not_contact", by: stops, inDoubt: false };
}

/** "Yes, take me off" agrees to nothing else. */
const isYesTo = (yes: Found, stops: readonly Found[]): boolean =>
  yes.to - yes.from <= 2 &&
  stops.some(
    ({ sentence, from, to }) =>
      sentence === yes.sentence && yes.from < to && yes.to >= from - 1 && yes.to <= from + 2,
  );

const isPoint = ({ sentences, size }: Sayings, { tier, sentence }: Found): boolean =>
  tier !== "whole" ||
  (size <= KEYWORD_REPLY && sentences.slice(0, KEYWORD_SENTENCES).includes(sentence));

/** Interest that nothing before it in its sentence takes back. */
function welcome(said: Sayings): Found[] {
  const refusals = sureOf(said, "not_interested", "not_now", "do_not_contact");
  return sureOf(said, "interested", "meeting_request").filter(
    (one) =>
      !refusals.some(
        ({ sentence, from, to }) => sentence === one.sentence && from <= one.from && one.from < to,
      ),
  );
}

function aboutPeople(said: Sayings): Decision | null {
  const left = sureOf(said, "left_company");
  if (left.length > 0) return { category: "left_company", by: left, inDoubt: false };
  const away = sureOf(said, "out_of_office");
  // "Back in the office on Monday" names a day as well.
  const meetings = welcome(said).filter(
    (one) => one.category === "meeting_request" && !away.some((other) => overlaps(one, other)),
  );
  const plans = [...meetings, ...sureOf(said, "not_now")];
  if (away.length > 0 && plans.length === 0) {
    return { category: "out_of_office", by: away, inDoubt: false };
  }
  const others = sureOf(said, "referral");
  const ownMeeting = meetings.some(({ sentence }) => others.every((o) => o.sentence !== sentence));
  if (others.length > 0 && !ownMeeting) {
    return { category: "referral", by: others, inDoubt: welcome(said).length > 0 };
  }
  const wrong = sureOf(said, "wrong_person");
  if (wrong.length === 0 || ownMeeting) return null;
  return { category: "wrong_person", by: wrong, inDoubt: welcome(said).length > 0 };
}

const overlaps = (a: Found, b: Found): boolean =>
  a.sentence === b.sentence && a.from < b.to && b.from < a.to;

/** For or against: the last word counts. */
function stance(said: Sayings): Decision | null {
  const positive = welcome(said);
  const negative = sureOf(said, "not_now", "not_interested");
  const last = [...positive, ...negative].toSorted(inOrder).at(-1);
  if (!last) return null;
  const asked = questionBehind(said, last);
  if (asked !== undefined) return { category: "question", by: [], question: asked, inDoubt: true };
  const category = categoryOf(last, positive, negative);
  const by = [...positive, ...negative].filter((one) => one.category === category);
  const isPositive = category === "interested" || category === "meeting_request";
  return { category, by, inDoubt: (isPositive ? negative : positive).length > 0 };
}

/** "Not interested in X, but what does Y cost?" */
function questionBehind({ questions, contrasts }: Sayings, last: Found): number | undefined {
  if (last.category !== "not_interested") return undefined;
  return questions.find((question) =>
    contrasts.some(
      ([sentence, at]) =>
        sentence === question &&
        (sentence === last.sentence ? at >= last.to : sentence > last.sentence && at < 2),
    ),
  );
}

const inOrder = (a: Found, b: Found): number =>
  a.sentence - b.sentence || a.to - b.to || a.from - b.from;

function categoryOf(
  last: Found,
  positive: readonly Found[],
  negative: readonly Found[],
): ReplyCategory {
  // "Let's talk in March" names another time.
  const later = negative.find(
    ({ category, sentence }) => category === "not_now" && sentence === last.sentence,
  );
  if (last.category === "meeting_request" && later) return "not_now";
  if (last.category !== "interested") return last.category;
  return positive.some(({ category }) => category === "meeting_request")
    ? "meeting_request"
    : "interested";
}

function question(said: Sayings): Decision | null {
  const by = sureOf(said, "question");
  if (by.length === 0 && said.questions.length === 0) return null;
  return { category: "question", by, question: said.questions[0], inDoubt: false };
}

function hinted({ found }: Sayings): Decision | null {
  const last = found
    .filter(({ tier, isNegated }) => tier === "hint" && !isNegated)
    .toSorted(inOrder)
    .at(-1);
  return last ? { category: last.category, by: [last], inDoubt: false } : null;
}
