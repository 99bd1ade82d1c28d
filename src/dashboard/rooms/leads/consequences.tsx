import type { LeadDeletion } from "#modules/leads/contract/leads.ts";
import { count, counted } from "#dashboard/lib/format.ts";

/** What goes with the leads, and what stays. */
export function Consequences({ of }: { of: LeadDeletion }) {
  const { in_sequence, campaigns, scheduled_mails, threads } = of;
  const facts = [
    of.has_more && `What follows is counted for the newest ${count(of.leads)} of them.`,
    in_sequence > 0 &&
      `${counted(in_sequence, "place")} in ${counted(campaigns, "campaign")} ${in_sequence === 1 ? "ends" : "end"}: no further step is sent.`,
    scheduled_mails > 0 &&
      `${counted(scheduled_mails, "answer")} written for later ${scheduled_mails === 1 ? "is" : "are"} not sent.`,
    threads > 0 &&
      `${counted(threads, "conversation")} ${threads === 1 ? "stays" : "stay"} in the inbox, with what was sent.`,
    `${of.leads === 1 ? "The lead leaves" : "They leave"} every list. Who is suppressed stays suppressed. This cannot be undone.`,
  ].filter((fact) => fact !== false);
  return (
    <ul className="grid gap-2">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
