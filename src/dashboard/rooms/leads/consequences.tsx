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
        "{insequence, plural, one {# lead} other {# leads}} in {campaigns, plural, one {# campaign} other {# campaigns}} {insequence, plural, one {gets} other {get}} no further steps.",
        { insequence: in_sequence, campaigns },
      ),
    scheduled_mails > 0 &&
      t(
        "{scheduledmails, plural, one {# scheduled reply} other {# scheduled replies}} {scheduledmails, plural, one {is} other {are}} not sent.",
        { scheduledmails: scheduled_mails },
      ),
    threads > 0 &&
      t(
        "{threads, plural, one {# thread} other {# threads}} {threads, plural, one {stays} other {stay}} in the inbox.",
        { threads },
      ),
    t(
      "{leads, plural, one {The lead is} other {The leads are}} removed from all lists. Suppressions are kept. This cannot be undone.",
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
