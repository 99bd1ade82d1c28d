import type { AddToCampaignAnswer } from "#modules/campaigns/contract/enrol.ts";
import { count, counted, words } from "#dashboard/lib/format.ts";

/** How many leads were added to a campaign, and how many were skipped and why. */
export function EnrolOutcome({ answer }: { answer: AddToCampaignAnswer }) {
  const left = Object.entries(answer.skipped).filter(([, n]) => n > 0);
  return (
    <div role="status" className="grid gap-2">
      <p>
        <b>{counted(answer.added, "lead")} added.</b>{" "}
        {answer.already_in_campaign > 0 &&
          `${count(answer.already_in_campaign)} already in the campaign.`}
      </p>
      {left.length > 0 && (
        <ul className="text-text-2">
          {left.map(([reason, n]) => (
            <li key={reason}>
              {count(n)} skipped: {words(reason).toLowerCase()}
            </li>
          ))}
        </ul>
      )}
      {answer.hint && <p className="text-text-2">{answer.hint}</p>}
    </div>
  );
}
