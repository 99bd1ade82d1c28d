import type { AddToCampaignAnswer } from "#modules/campaigns/contract/enrol.ts";
import { count } from "#dashboard/lib/format.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

const SKIPPED: Readonly<Record<keyof AddToCampaignAnswer["skipped"], (leads: string) => string>> = {
  suppressed: (leads) => t("{leads} skipped: suppressed", { leads }),
  unsubscribed: (leads) => t("{leads} skipped: unsubscribed", { leads }),
  bounced: (leads) => t("{leads} skipped: bounced", { leads }),
  invalid: (leads) => t("{leads} skipped: invalid", { leads }),
  risky_blocked: (leads) => t("{leads} skipped: risky blocked", { leads }),
  in_other_campaign: (leads) => t("{leads} skipped: in other campaign", { leads }),
};
const REASONS = Object.keys(SKIPPED) as (keyof typeof SKIPPED)[];

/** How many leads were added to a campaign, and how many were skipped and why. */
export function EnrolOutcome({ answer }: { answer: AddToCampaignAnswer }) {
  const left = REASONS.filter((reason) => answer.skipped[reason] > 0);
  return (
    <div role="status" className="grid gap-2">
      <p>
        <b>
          {t("{leads, plural, one {# lead added.} other {# leads added.}}", {
            leads: answer.added,
          })}
        </b>{" "}
        {answer.already_in_campaign > 0 &&
          t("{leads} already in the campaign.", { leads: count(answer.already_in_campaign) })}
      </p>
      {left.length > 0 && (
        <ul className="text-text-2">
          {left.map((reason) => (
            <li key={reason}>{SKIPPED[reason](count(answer.skipped[reason]))}</li>
          ))}
        </ul>
      )}
      {answer.hint && <p className="text-text-2">{fromServer(answer.hint)}</p>}
    </div>
  );
}
