import { auditEvents } from "./audit-events.ts";
import { auditMails } from "./audit-mails.ts";
import { type Counted, disagreements } from "./counted.ts";
import type { LeadsFile } from "./leads-csv.ts";
import type { Operation } from "./operator.ts";
import { type Expected, type Person, stopsAfterFirst } from "./people.ts";
import type { Receiver } from "./receiver.ts";
import type { Recipients } from "./recipients.ts";
import { type Row, row } from "./report.ts";

export type Outcome = {
  readonly leads: LeadsFile;
  readonly people: readonly Person[];
  readonly expected: Expected;
  readonly operation: Operation;
  readonly counted: Counted;
  readonly recipients: Recipients;
  readonly receiver: Receiver;
  /** Who says that an address does not exist: the senders' server to our face, or a bounce later. */
  readonly refusals: "at RCPT" | "by a bounce";
};

/** Everything that was expected beside what came of it. */
export function compare(outcome: Outcome): Row[] {
  return [...upload(outcome), ...mail(outcome), ...figures(outcome), ...webhooks(outcome)];
}

function upload({ leads, expected, operation, counted }: Outcome): Row[] {
  const { imported } = operation;
  const told = new Set(imported.errors.map(({ line }) => line));
  return [
    row("rows uploaded", leads.rows, imported.total),
    row("leads created", expected.people, imported.created),
    row("duplicates", leads.duplicates, imported.duplicates),
    row("bad rows", leads.invalidLines.length, imported.invalid),
    row(
      "bad rows told by their line",
      leads.invalidLines.length,
      leads.invalidLines.filter((line) => told.has(line)).length,
    ),
    row("leads in the workspace", expected.people, counted.leads),
    row("leads in the campaign", expected.people, operation.added),
  ];
}

function mail({ expected, recipients, people }: Outcome): Row[] {
  const { mails, problems } = recipients;
  const reached = (step: number) =>
    new Set(mails.flatMap((one) => (one.step === step ? [one.person.email] : [])));
  const wanted = people.filter((person) => !stopsAfterFirst(person));
  const second = reached(2);
  return [
    row("mails of step 1", expected.deliveredFirst, mails.filter(({ step }) => step === 1).length),
    row("people who got step 1", expected.deliveredFirst, reached(1).size),
    row("mails of step 2", expected.deliveredSecond, mails.filter(({ step }) => step === 2).length),
    row(
      "right people got step 2",
      wanted.length,
      wanted.filter(({ email }) => second.has(email)).length,
    ),
    ...auditMails(mails),
    row("recipients' troubles", 0, problems.length),
  ];
}

function figures({ expected, counted, recipients, refusals }: Outcome): Row[] {
  const { stats } = counted;
  const delivered = expected.deliveredFirst + expected.deliveredSecond;
  const bounced = refusals === "by a bounce" ? expected.refused : 0;
  const ofStep = (step: number) =>
    stats.by_step.find(({ position }) => position === step)?.sent ?? 0;
  return [
    row("campaign", "completed", counted.status),
    row("leads", expected.people, stats.leads),
    row("contacted", expected.people, stats.contacted),
    row("sent", delivered + bounced, stats.sent),
    row("refused", expected.refused - bounced, stats.refused),
    row("sent, step 1", expected.deliveredFirst + bounced, ofStep(1)),
    row("sent, step 2", expected.deliveredSecond, ofStep(2)),
    row("delivered", delivered, stats.delivered),
    row("bounces", expected.refused, stats.bounces),
    row("opens", expected.opens, stats.opens),
    row("unique opens", expected.uniqueOpens, stats.unique_opens),
    row("clicks", expected.clicks, stats.clicks),
    row("unique clicks", expected.uniqueClicks, stats.unique_clicks),
    row("machine clicks", recipients.scannedLinks(), stats.machine_clicks),
    row("machine opens", 0, stats.machine_opens),
    row("replies", expected.replies, stats.replies),
    row("unique replies", expected.replies, stats.unique_replies),
    row("positive replies", expected.replies, stats.positive_replies),
    row("automatic replies", expected.autoReplies, stats.auto_replies),
    row("threads", expected.replies + expected.autoReplies, counted.threads),
    row("replies that a rule follows up", expected.replies, counted.matched),
    row("leads in the follow-up campaign", expected.replies, counted.followed),
    row("tasks that wait", expected.replies, counted.tasks),
    row("unsubscribes", expected.unsubscribes, stats.unsubscribes),
    row("leads through all steps", expected.deliveredSecond, stats.completed),
    row("leads that wait", 0, stats.pending),
    row("workspace figures that differ", "none", disagreements(counted).join() || "none"),
  ];
}

function webhooks({ expected, receiver, operation, people }: Outcome): Row[] {
  const { deliveries } = receiver;
  const of = (event: string, count: number) =>
    row(`webhook ${event}`, count, receiver.count(event));
  return [
    of("campaign.started", 2),
    of("lead.bounced", expected.refused),
    of("lead.opened", expected.uniqueOpens),
    of("lead.clicked", expected.clickedLinks),
    of("lead.replied", expected.replies),
    of("lead.unsubscribed", expected.unsubscribes),
    of("campaign.completed", 1),
    ...auditEvents(people, deliveries),
    row("different webhook ids", deliveries.length, new Set(deliveries.map(({ id }) => id)).size),
    row(
      "webhooks of this workspace",
      deliveries.length,
      deliveries.filter(({ workspaceId }) => workspaceId === `${operation.workspaceId}`).length,
    ),
    row("webhooks turned down", 0, receiver.faults.length),
  ];
}
