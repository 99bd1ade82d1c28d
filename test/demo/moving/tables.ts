import { DAY_MS } from "#platform/rules/time.ts";
import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import type { RivalAccount, RivalEnrolment } from "#test/support/rivals/account.ts";
import type { Books } from "#test/support/rivals/books.ts";
import { isHeld, type Lived } from "#test/support/rivals/lived.ts";
import { type Row, row } from "../report.ts";
import { stepOf } from "./sink.ts";

/** A mail that must come: the next step of a lead, in its thread. */
export type Due = {
  readonly enrolment: RivalEnrolment;
  readonly step: number;
  readonly thread: string | null;
};
export type Seen = {
  readonly books: Books;
  readonly preview: Books;
  readonly moved: { readonly leads: number };
  readonly early: string;
  /** Mailboxes whose folders were read to their end. */
  readonly read: number;
  readonly mails: readonly AcceptedMail[];
};

/** What must come, by the rival's books and by what lies in the mailboxes. */
export const dueFrom = (account: RivalAccount, lived: Lived): Due[] =>
  account.enrolments.flatMap((enrolment): Due[] => {
    const [step] = lived.stepsLeft(enrolment);
    if (step === undefined || isHeld(enrolment, step)) return [];
    // What left a moment ago is followed after its wait, which is days.
    const justNow = enrolment.lastSentAt !== null && enrolment.lastSentAt > account.now - DAY_MS;
    return justNow ? [] : [{ enrolment, step, thread: lived.threadOf(enrolment) }];
  });

/** Counted by the servers of the recipients, and by the rival's books. */
export function tableOf(
  account: RivalAccount,
  lived: Lived,
  expected: readonly Due[],
  seen: Seen,
): Row[] {
  const { books } = seen;
  const previewed = seen.preview;
  const key = (email: string, step: number) => `${email} ${step}`;
  const got = seen.mails.map((mail) => ({
    mail,
    to: mail.to[0] ?? "",
    step: stepOf(mail),
  }));
  const due = Map.groupBy(expected, (one) => key(one.enrolment.lead.email, one.step));
  const came = Map.groupBy(got, (one) => key(one.to, one.step));
  const sum = (all: Iterable<number>) => [...all].reduce((n, one) => n + one, 0);
  const repeated = sum(
    [...came].map(([at, own]) => Math.max(0, own.length - (due.get(at)?.length ?? 0))),
  );
  const skipped = sum(
    [...due].map(([at, own]) => Math.max(0, own.length - (came.get(at)?.length ?? 0))),
  );
  const over = new Set(
    [...Map.groupBy(account.enrolments, ({ lead }) => lead.email)].flatMap(([email, own]) =>
      own.every((one) => lived.endingOf(one) !== null) ? [email] : [],
    ),
  );
  const ids = new Set(account.mails.map(({ messageId }) => messageId));
  const going = expected.filter(({ thread }) => thread !== null);
  const inThread = going.filter(({ enrolment, step, thread }) =>
    came
      .get(key(enrolment.lead.email, step))
      ?.some(({ mail }) => mail.email.inReplyTo?.includes(`<${thread}>`)),
  );
  const steps = [...new Set([...expected, ...got].map(({ step }) => step))].toSorted(
    (a, b) => a - b,
  );
  return [
    row("leads in the preview", books.leads, previewed.leads),
    row("leads that came", previewed.leads, seen.moved.leads),
    row("suppressions in the preview", books.suppressed, previewed.suppressed),
    row("places in the preview", books.places, previewed.places),
    row("of these, done", books.done, previewed.done),
    row("of these, by emails that they got", books.byStep, previewed.byStep),
    row("mailboxes whose folders were read", account.mailboxes.length, seen.read),
    row("a start while the rival sends", "refused", seen.early),
    row("mails", expected.length, got.length),
    ...steps.map((step) =>
      row(
        `mails of step ${step}`,
        expected.filter((one) => one.step === step).length,
        got.filter((one) => one.step === step).length,
      ),
    ),
    row("mails repeated", 0, repeated),
    row("mails skipped", 0, skipped),
    row(
      "people written to who had answered, bounced or opted out",
      0,
      new Set(got.filter(({ to }) => over.has(to)).map(({ to }) => to)).size,
    ),
    row("mails in the right thread", going.length, inThread.length),
    row(
      "Message-IDs that the rival gave before",
      0,
      got.filter(({ mail }) => ids.has(mail.email.messageId ?? "")).length,
    ),
  ];
}
