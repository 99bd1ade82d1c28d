import type { LeadDeletion } from "#modules/leads/contract/leads.ts";
import { counted } from "#dashboard/lib/format.ts";

/** What is deleted with the leads, and what is kept. */
export function Consequences({ of }: { of: LeadDeletion }) {
  const { in_sequence, campaigns, scheduled_mails, threads } = of;
  const facts = [
    of.has_more && `The numbers below cover only the newest ${counted(of.leads, "lead")}.`,
    in_sequence > 0 &&
      `${counted(in_sequence, "lead")} in ${counted(campaigns, "campaign")} ${in_sequence === 1 ? "gets" : "get"} no further steps.`,
    scheduled_mails > 0 &&
      `${counted(scheduled_mails, "scheduled reply", "scheduled replies")} ${scheduled_mails === 1 ? "is" : "are"} not sent.`,
    threads > 0 &&
      `${counted(threads, "thread")} ${threads === 1 ? "stays" : "stay"} in the inbox.`,
    `${of.leads === 1 ? "The lead is" : "The leads are"} removed from all lists. Suppressions are kept. This cannot be undone.`,
  ].filter((fact) => fact !== false);
  return (
    <ul className="grid gap-2">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
