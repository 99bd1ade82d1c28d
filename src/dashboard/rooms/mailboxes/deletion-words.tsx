import type { MailboxDeletion } from "#modules/mailboxes/contract/mailboxes.ts";
import { count, counted } from "#dashboard/lib/format.ts";

/** Campaigns named one by one; the others are counted. */
const NAMED = 5;
/** Threads are counted up to this. */
const COUNTED = 10_000;

/** What disconnecting a mailbox does to campaigns, leads and mails, in numbers. */
export function DeletionWords({ deletion }: { deletion: MailboxDeletion }) {
  const { campaigns, leads, leads_handed_over, scheduled_mails, threads } = deletion;
  const waiting = leads - leads_handed_over;
  const stopped = campaigns.filter(({ pauses }) => pauses);
  const facts = [
    campaigns.length > 0 && `Removed from ${counted(campaigns.length, "campaign")}.`,
    stopped.length > 0 &&
      `${named(stopped)} ${stopped.length === 1 ? "has" : "have"} no other mailbox and will be paused.`,
    leads_handed_over > 0 &&
      `${counted(leads_handed_over, "lead")} ${leads_handed_over === 1 ? "continues" : "continue"} from another mailbox of the campaign.`,
    waiting > 0 &&
      `${counted(waiting, "lead")} ${waiting === 1 ? "waits" : "wait"} until the campaign has another mailbox.`,
    scheduled_mails > 0 &&
      `${counted(scheduled_mails, "scheduled email")} ${scheduled_mails === 1 ? "is" : "are"} not sent.`,
    threads > 0 &&
      `${threads >= COUNTED ? `${count(COUNTED)} or more threads` : counted(threads, "thread")} ${threads === 1 ? "stays" : "stay"} in the inbox, but you can no longer reply there.`,
  ].filter((fact) => fact !== false);
  if (facts.length === 0) return <p>No campaigns, leads or threads use it.</p>;
  return (
    <ul className="grid gap-2">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

function named(campaigns: MailboxDeletion["campaigns"]): string {
  const names = campaigns.slice(0, NAMED).map(({ name }) => `“${name}”`);
  const more = campaigns.length - names.length;
  return [...names, ...(more > 0 ? [`${count(more)} more`] : [])].join(", ");
}
