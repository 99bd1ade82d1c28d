import { REPLY_CATEGORIES, type ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import { classifyMail } from "#modules/inbox/rules/kinds/classify-mail.ts";
import { categorise } from "#modules/inbox/rules/replies/categorise.ts";
import { REPLY_LANGUAGES } from "#modules/inbox/rules/replies/languages/all.ts";
import type { ReceivedMail } from "#platform/rules/mail/received-mail.ts";
import type { Proven } from "#test/prove/findings.ts";
import type { ProofOptions } from "#test/prove/proofs.ts";
import { alike, type Case, casesIn } from "./cases.ts";

/** Shares of replies and automatic mails that are told right, at least. */
const REPLIES_RIGHT = 0.9;
const AUTOMATIC_RIGHT = 0.9;
/** For 10,000 replies, and for one. */
const CPU_SECONDS = 20;
const LONGEST_MS = 50;
const REPLIES_TIMED = 10_000;

/** Categories that stop all mail to somebody. */
const STOPS: readonly ReplyCategory[] = ["do_not_contact", "hostile"];
const AUTOMATIC: readonly ReplyCategory[] = ["automatic", "out_of_office", "left_company"];

export type Judged = { readonly one: Case; readonly found: ReplyCategory | null };

const mailOf = ({
  subject,
  text,
  headers,
}: Pick<Case, "subject" | "text" | "headers">): ReceivedMail => ({
  messageId: null,
  inReplyTo: [],
  references: [],
  from: { address: "rob@contoso.example", name: "Rob Doe" },
  subject,
  text,
  headers,
  report: null,
});

/** Each case as the product reads it. */
export function judge(cases: readonly Case[]): Judged[] {
  return cases.map((one) => {
    const mail = mailOf(one);
    const kind = classifyMail(mail, () => false);
    return { one, found: categorise(REPLY_LANGUAGES, mail, kind)?.category ?? null };
  });
}

export const isRight = ({ one, found }: Judged): boolean => one.expected === found;

/** Somebody who did not ask for it would get no mail any more: the worst mistake. */
export const isWrongStop = ({ one, found }: Judged): boolean =>
  found !== null && STOPS.includes(found) && !STOPS.includes(one.expected);

/** Replies that look like an opt-out and are read as one. */
export const wronglyStopped = (): { readonly name: string; readonly found: ReplyCategory }[] =>
  alike().flatMap(({ name, text }) => {
    const mail = mailOf({ ...BARE, text });
    const found = categorise(REPLY_LANGUAGES, mail, { kind: "reply" })?.category;
    return found !== undefined && STOPS.includes(found) ? [{ name, found }] : [];
  });
const BARE = { subject: "Re: quick question", headers: {} };

const share = (all: readonly Judged[]): number =>
  all.length === 0 ? 0 : Math.round((all.filter(isRight).length / all.length) * 1_000) / 1_000;

/**
 * `replies`: how many replies in seven languages are read as they are meant. The cases of `held` were
 * written before the rules and were not looked at while these were; `shown` are what the rules were
 * written by.
 */
export async function prove({ quick, say }: ProofOptions): Promise<Proven> {
  const held = judge(casesIn("held"));
  const shown = judge(casesIn("shown"));
  say("Held back: what was expected (rows) and found (columns)");
  table(held);
  for (const { one, found } of [...held, ...shown].filter((judged) => !isRight(judged))) {
    say(`${one.name}: ${one.expected}, found ${found ?? "nothing"}`);
  }
  const wrongly = wronglyStopped();
  for (const { name, found } of wrongly) say(`${name}: found ${found}`);
  const isAutomatic = ({ one }: Judged): boolean => AUTOMATIC.includes(one.expected);
  const { seconds, longest } = timed(quick ? REPLIES_TIMED / 10 : REPLIES_TIMED);
  return {
    of: `${held.length} replies held back, ${shown.length} shown and ${alike().length} that look like opt-outs, 7 languages`,
    findings: [
      {
        what: "wrong stops",
        found: [...held, ...shown].filter(isWrongStop).length + wrongly.length,
        must: { be: 0 },
      },
      {
        what: "replies right",
        found: share(held.filter((judged) => !isAutomatic(judged))),
        must: { least: REPLIES_RIGHT },
      },
      {
        what: "automatic right",
        found: share(held.filter(isAutomatic)),
        must: { least: AUTOMATIC_RIGHT },
      },
      {
        what: "seconds of CPU",
        found: seconds,
        must: { most: quick ? CPU_SECONDS / 10 : CPU_SECONDS },
      },
      { what: "longest ms", found: longest, must: { most: LONGEST_MS } },
    ],
  };
}

function table(judged: readonly Judged[]): void {
  const rows = REPLY_CATEGORIES.flatMap((expected) => {
    const own = judged.filter(({ one }) => one.expected === expected);
    if (own.length === 0) return [];
    const counts = Object.fromEntries(
      REPLY_CATEGORIES.map((found) => [found, own.filter((j) => j.found === found).length]),
    );
    return [[expected, counts] as const];
  });
  console.table(Object.fromEntries(rows));
}

/** CPU for so many replies, and the time of the slowest, of three tries: others use the machine as well. */
function timed(replies: number): { seconds: number; longest: number } {
  const cases = [...casesIn("held"), ...casesIn("shown")];
  // The phrases are prepared once.
  judge(cases.slice(0, 1));
  const before = process.cpuUsage();
  for (let n = 0; n < replies; n += cases.length) judge(cases.slice(0, replies - n));
  const { user, system } = process.cpuUsage(before);
  const longest = Math.max(
    ...cases.map((one) => Math.min(...[1, 2, 3].map(() => milliseconds(() => judge([one]))))),
  );
  return { seconds: Math.round((user + system) / 10_000) / 100, longest: Math.round(longest) };
}

function milliseconds(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
