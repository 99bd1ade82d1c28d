import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import type { RivalAccount, RivalEnrolment } from "#test/support/rivals/account.ts";
import { isHeld, type Lived } from "#test/support/rivals/lived.ts";
import { type Row, row } from "../report.ts";
import { stepOf } from "./sink.ts";

/** A mail that must come: the next step of a lead, in its thread. */
type Due = {
  readonly enrolment: RivalEnrolment;
  readonly step: number;
  readonly thread: string | null;
};
export type Expectation = {
  readonly mails: readonly Due[];
  /** Leads that were open by the rival's own books, by the emails that they got. */
  readonly byStep: string;
  readonly done: number;
  readonly suppressed: number;
};

export type Seen = {
  readonly preview: {
    readonly leads: number;
    readonly suppressions: number;
    readonly campaigns: readonly {
      readonly leads: {
        readonly total: number;
        readonly done: number;
        readonly by_step: readonly { readonly step: number; readonly leads: number }[];
      };
    }[];
  };
  readonly moved: { readonly leads: number; readonly suppressions: number };
  readonly early: string;
  /** Mailboxes whose folders were read to their end. */
  readonly read: number;
  readonly mails: readonly AcceptedMail[];
};

const OPEN: readonly RivalEnrolment["state"][] = ["waiting", "running", "paused"];

/** What must come, by the rival's books and by what lies in the mailboxes. */
export function expectedFrom(account: RivalAccount, lived: Lived): Expectation {
  const mails = account.enrolments.flatMap((enrolment): Due[] => {
    const [step] = lived.stepsLeft(enrolment);
    if (step === undefined || isHeld(enrolment, step)) return [];
    // What left a moment ago is followed after its wait.
    const justNow = enrolment.lastSentAt !== null && enrolment.lastSentAt >= account.now;
    return justNow ? [] : [{ enrolment, step, thread: lived.threadOf(enrolment) }];
  });
  const open = account.enrolments.filter(({ state }) => OPEN.includes(state));
  const off = account.enrolments.filter(
    ({ state }) => state === "unsubscribed" || state === "bounced",
  );
  return {
    mails,
    byStep: countsOf(open.map(({ lastStep }) => lastStep)),
    done: account.enrolments.length - open.length,
    suppressed: new Set([
      ...account.blocks.map(({ value }) => value),
      ...off.map(({ lead }) => lead.email),
    ]).size,
  };
}

const countsOf = (steps: readonly number[]): string =>
  [...Map.groupBy(steps, (step) => step)]
    .toSorted(([a], [b]) => a - b)
    .map(([step, own]) => `${step}: ${own.length}`)
    .join(", ");

/** Counted by the servers of the recipients, and by the rival's books. */
export function tableOf(
  account: RivalAccount,
  lived: Lived,
  of: { readonly before: Expectation; readonly expected: Expectation; readonly seen: Seen },
): Row[] {
  const { before, expected, seen } = of;
  const key = (email: string, step: number) => `${email} ${step}`;
  const got = seen.mails.map((mail) => ({
    mail,
    to: mail.to[0] ?? "",
    step: stepOf(mail),
  }));
  const due = Map.groupBy(expected.mails, (one) => key(one.enrolment.lead.email, one.step));
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
  const going = expected.mails.filter(({ thread }) => thread !== null);
  const inThread = going.filter(({ enrolment, step, thread }) =>
    came
      .get(key(enrolment.lead.email, step))
      ?.some(({ mail }) => mail.email.inReplyTo?.includes(`<${thread}>`)),
  );
  const steps = [...new Set([...expected.mails, ...got].map(({ step }) => step))].toSorted();
  return [
    row("leads in the preview", account.leads.length, seen.preview.leads),
    row("leads that came", seen.preview.leads, seen.moved.leads),
    row("suppressions in the preview", before.suppressed, seen.preview.suppressions),
    row(
      "places in the preview",
      account.enrolments.length,
      sum(seen.preview.campaigns.map(({ leads }) => leads.total)),
    ),
    row(
      "of these, done",
      before.done,
      sum(seen.preview.campaigns.map(({ leads }) => leads.done)),
    ),
    row(
      "of these, by emails that they got",
      before.byStep,
      countsOf(
        seen.preview.campaigns.flatMap(({ leads }) =>
          leads.by_step.flatMap((one) => Array.from({ length: one.leads }, () => one.step)),
        ),
      ),
    ),
    row("mailboxes whose folders were read", account.mailboxes.length, seen.read),
    row("a start while the rival sends", "refused", seen.early),
    row("mails", expected.mails.length, got.length),
    ...steps.map((step) =>
      row(
        `mails of step ${step}`,
        expected.mails.filter((one) => one.step === step).length,
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
