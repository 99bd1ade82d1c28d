import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Move } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { api } from "#dashboard/api/client.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { counted } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { type CheckCampaign, MOVES, showMove } from "#dashboard/rooms/moves/queries.ts";

const SHOWN = 8;

/** Asks that the campaigns are off at the other product, and starts them. */
export function StartDialog({
  move: { id, rival, has_key },
  campaigns,
  onClose,
}: {
  move: Move;
  campaigns: readonly CheckCampaign[];
  onClose: () => void;
}) {
  const [isOff, setOff] = useState(false);
  const [isAccepted, setAccepted] = useState(false);
  const name = RIVAL_NAMES[rival];
  const what = counted(campaigns.length, "campaign");
  const waits = campaigns.reduce((sum, { unknown }) => sum + unknown, 0);
  const start = useMutation({
    mutationFn: () =>
      api.post<Move>(`${MOVES}/${id}/start`, {
        campaigns: campaigns.map(({ ref }) => ref),
        stopped_there: true,
        folders_unread: isAccepted,
      }),
    onSuccess: async (moved) => {
      await showMove(moved);
      onClose();
    },
  });
  const faults = isApiError(start.error) ? start.error.fields : [];
  const hasUnread = faults.some(({ code }) => code === "folders_unread");
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Start ${what}?`}
      acts={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={!isOff}
            busy={start.isPending}
            onClick={() => start.mutate()}
          >
            Start {what}
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        {name} is read once more, then emails leave by each campaign’s schedule.
        {waits > 0 && ` ${counted(waits, "lead waits", "leads wait")} for your decision.`}
      </p>
      <ul className="grid gap-1 text-13">
        {campaigns.slice(0, SHOWN).map(({ ref, name: called }) => (
          <li key={ref} className="break-words">
            {called}
          </li>
        ))}
        {campaigns.length > SHOWN && (
          <li className="text-text-2">and {counted(campaigns.length - SHOWN, "more", "more")}</li>
        )}
      </ul>
      <Check
        label={`${campaigns.length === 1 ? "This campaign is" : `These ${what} are`} stopped at ${name}`}
        hint={
          has_key
            ? `${name} is asked as well: those that still send there do not start.`
            : `There is no key: nobody but you can see it.`
        }
        checked={isOff}
        onChange={(event) => setOff(event.target.checked)}
      />
      {(hasUnread || isAccepted) && (
        <Check
          label="Start without these folders"
          hint="People who answered there, or got a later email, may be written to again."
          checked={isAccepted}
          onChange={(event) => setAccepted(event.target.checked)}
        />
      )}
      {start.error && (
        <Note tone="bad" title="Nothing was started">
          {faults.length === 0 ? (
            sentenceOf(start.error)
          ) : (
            <ul className="grid gap-1">
              {faults.map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  {hasUnread
                    ? message
                    : `${campaigns[Number(path.split(".")[1])]?.name}: ${message}`}
                </li>
              ))}
            </ul>
          )}
        </Note>
      )}
    </Dialog>
  );
}
