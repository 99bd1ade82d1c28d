import { useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { Contest } from "#modules/campaigns/contract/winners.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { letterOf } from "#dashboard/rooms/campaigns/steps/use-variants.ts";
import { postWinner, removeWinner } from "#dashboard/rooms/campaigns/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** One click lets the winner take over, and one takes that back. */
export function WinnerActs({ campaign, contest }: { campaign: CampaignDetail; contest: Contest }) {
  const { wid, may } = useWorkspace();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (!may("campaigns.edit")) return null;
  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failed) {
      setError(failed);
    } finally {
      setBusy(false);
    }
  };
  const undo = (): Promise<void> =>
    act(async () => {
      await removeWinner(wid, campaign.id, contest.step_id);
      toast(t("The variants have their former shares again."));
    });
  const apply = (): Promise<void> =>
    act(async () => {
      await postWinner(wid, campaign.id, contest.step_id);
      toast(
        t("Variant {letter} gets all further emails of step {position}.", {
          letter: letterOf(contest.winner ?? ""),
          position: contest.position,
        }),
        () => void undo(),
      );
    });
  return (
    <>
      {error !== null && (
        <p className="text-13 text-bad" role="alert">
          {sentenceOf(error)}
        </p>
      )}
      {contest.winner !== null && contest.applied_at === null && (
        <Button look="primary" busy={busy} onClick={() => void apply()}>
          {t("Use variant {letter} for all further emails", {
            letter: letterOf(contest.winner),
          })}
        </Button>
      )}
      {contest.can_undo && (
        <Button busy={busy} onClick={() => void undo()}>
          {t("Restore shares")}
        </Button>
      )}
    </>
  );
}
