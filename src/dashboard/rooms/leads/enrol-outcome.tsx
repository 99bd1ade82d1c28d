import type { AddToCampaignAnswer } from "#modules/campaigns/contract/enrol.ts";
import { count, words } from "#dashboard/lib/format.ts";
import { t } from "#dashboard/words/words.ts";

/** How many leads were added to a campaign, and how many were skipped and why. */
export function EnrolOutcome({ answer }: { answer: AddToCampaignAnswer }) {
  const left = Object.entries(answer.skipped).filter(([, n]) => n > 0);
  return (
    <div role="status" className="grid gap-2">
      <p>
        <b>{t("{added, plural, one {# lead} other {# leads}} added.", { added: answer.added })}</b>{" "}
        {answer.already_in_campaign > 0 &&
          t("{alreadyincampaign} already in the campaign.", {
            alreadyincampaign: count(answer.already_in_campaign),
          })}
      </p>
      {left.length > 0 && (
        <ul className="text-text-2">
          {left.map(([reason, n]) => (
            <li key={reason}>
              {t("{n} skipped: {reason}", { n: count(n), reason: words(reason).toLowerCase() })}
            </li>
          ))}
        </ul>
      )}
      {answer.hint && <p className="text-text-2">{answer.hint}</p>}
    </div>
  );
}
