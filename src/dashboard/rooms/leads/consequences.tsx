import type { LeadDeletion } from "#modules/leads/contract/leads.ts";
import { t } from "#dashboard/words/words.ts";

/** What is deleted with the leads, and what is kept. */
export function Consequences({ of }: { of: LeadDeletion }) {
  const { in_sequence, campaigns, scheduled_mails, threads } = of;
  const facts = [
    of.has_more &&
      t("The numbers below cover only the newest {leads, plural, one {# lead} other {# leads}}.", {
        leads: of.leads,
      }),
    in_sequence > 0 &&
      t(
        "{leads, plural, one {# lead in {campaigns, plural, one {# campaign} other {# campaigns}} gets no further steps.} other {# leads in {campaigns, plural, one {# campaign} other {# campaigns}} get no further steps.}}",
        { leads: in_sequence, campaigns },
      ),
    scheduled_mails > 0 &&
      t(
        "{replies, plural, one {# scheduled reply is not sent.} other {# scheduled replies are not sent.}}",
        { replies: scheduled_mails },
      ),
    threads > 0 &&
      t(
        "{threads, plural, one {# thread stays in the inbox.} other {# threads stay in the inbox.}}",
        { threads },
      ),
    t(
      "{leads, plural, one {The lead is removed from all lists.} other {The leads are removed from all lists.}} Suppressions are kept. This cannot be undone.",
      { leads: of.leads },
    ),
  ].filter((fact) => fact !== false);
  return (
    <ul className="grid gap-2">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
