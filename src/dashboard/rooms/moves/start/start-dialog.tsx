import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Move } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { api } from "#dashboard/api/client.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { type CheckCampaign, MOVES, showMove } from "#dashboard/rooms/moves/queries.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

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
  const product = RIVAL_NAMES[rival];
  const many = { campaigns: campaigns.length };
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
      title={t("Start {campaigns, plural, one {# campaign} other {# campaigns}}?", many)}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            disabled={!isOff}
            busy={start.isPending}
            onClick={() => start.mutate()}
          >
            {t("Start {campaigns, plural, one {# campaign} other {# campaigns}}", many)}
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        {t("{product} is read once more, then emails leave by each campaign’s schedule.", {
          product,
        })}
        {waits > 0 &&
          " " +
            t(
              "{leads, plural, one {# lead waits for your decision.} other {# leads wait for your decision.}}",
              { leads: waits },
            )}
      </p>
      <ul className="grid gap-1 text-13">
        {campaigns.slice(0, SHOWN).map(({ ref, name }) => (
          <li key={ref} className="break-words">
            {name}
          </li>
        ))}
        {campaigns.length > SHOWN && (
          <li className="text-text-2">
            {t("and {more} more", { more: count(campaigns.length - SHOWN) })}
          </li>
        )}
      </ul>
      <Check
        label={t(
          "{campaigns, plural, one {This campaign is stopped at {product}} other {These # campaigns are stopped at {product}}}",
          { ...many, product },
        )}
        hint={
          has_key
            ? t("{product} is asked as well: those that still send there do not start.", {
                product,
              })
            : t("There is no key: nobody but you can see it.")
        }
        checked={isOff}
        onChange={(event) => setOff(event.target.checked)}
      />
      {(hasUnread || isAccepted) && (
        <Check
          label={t("Start without these folders")}
          hint={t("People who answered there, or got a later email, may be written to again.")}
          checked={isAccepted}
          onChange={(event) => setAccepted(event.target.checked)}
        />
      )}
      {start.error && (
        <Note tone="bad" title={t("Nothing was started")}>
          {faults.length === 0 ? (
            sentenceOf(start.error)
          ) : (
            <ul className="grid gap-1">
              {faults.map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  {hasUnread
                    ? message
                    : `${campaigns[Number(path.split(".")[1])]?.name}: ${fromServer(message)}`}
                </li>
              ))}
            </ul>
          )}
        </Note>
      )}
    </Dialog>
  );
}
