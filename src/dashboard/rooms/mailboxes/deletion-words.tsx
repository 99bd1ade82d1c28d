import type { MailboxDeletion } from "#modules/mailboxes/contract/mailboxes.ts";
import { count } from "#dashboard/lib/format.ts";
import { t } from "#dashboard/words/words.ts";

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
    campaigns.length > 0 &&
      t("Removed from {campaigns, plural, one {# campaign} other {# campaigns}}.", {
        campaigns: campaigns.length,
      }),
    stopped.length > 0 &&
      t(
        "{n, plural, one {{campaigns} has no other mailbox and will be paused.} other {{campaigns} have no other mailbox and will be paused.}}",
        {
          campaigns: named(stopped),
          n: stopped.length,
        },
      ),
    leads_handed_over > 0 &&
      t(
        "{leads, plural, one {# lead continues} other {# leads continue}} from another mailbox of the campaign.",
        { leads: leads_handed_over },
      ),
    waiting > 0 &&
      t(
        "{leads, plural, one {# lead waits} other {# leads wait}} until the campaign has another mailbox.",
        { leads: waiting },
      ),
    scheduled_mails > 0 &&
      t("{emails, plural, one {# scheduled email is} other {# scheduled emails are}} not sent.", {
        emails: scheduled_mails,
      }),
    threads > 0 &&
      (threads >= COUNTED
        ? t("{n} or more threads stay in the inbox, but you can no longer reply there.", {
            n: count(COUNTED),
          })
        : t(
            "{threads, plural, one {# thread stays} other {# threads stay}} in the inbox, but you can no longer reply there.",
            { threads },
          )),
  ].filter((fact) => fact !== false);
  if (facts.length === 0) return <p>{t("No campaigns, leads or threads use it.")}</p>;
  return (
    <ul className="grid gap-2">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

function named(campaigns: MailboxDeletion["campaigns"]): string {
  const names = campaigns.slice(0, NAMED).map(({ name }) => t("“{name}”", { name }));
  const more = campaigns.length - names.length;
  return [...names, ...(more > 0 ? [t("{more} more", { more: count(more) })] : [])].join(", ");
}
