import type { BulkMailboxesAnswer } from "#modules/mailboxes/contract/many-mailboxes.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import type { Box } from "#dashboard/rooms/mailboxes/queries.ts";
import { t } from "#dashboard/words/words.ts";

/** Mailboxes named one by one; the others are counted. */
const NAMED = 5;

/** What was changed, and what was not with the reason of each. */
export function BulkResult({
  result: { changed, failed, done },
  rows,
  onClose,
  onSelect,
}: {
  result: BulkMailboxesAnswer & { readonly done: string };
  rows: readonly Box[];
  onClose: () => void;
  onSelect: (ids: readonly number[]) => void;
}) {
  const reasons = [...Map.groupBy(failed, ({ message }) => message)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  const emailOf = new Map(rows.map(({ id, email }) => [id, email]));
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        changed === 0
          ? t("Nothing was changed")
          : t("{changed, plural, one {# mailbox} other {# mailboxes}} {done}, {failed} not", {
              changed,
              done,
              failed: count(failed.length),
            })
      }
      acts={
        <>
          <Button onClick={() => onSelect(failed.map(({ id }) => id))}>
            {t("Select {value}", {
              value:
                failed.length === 1 ? "it" : t("those {failed}", { failed: count(failed.length) }),
            })}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t("Close")}
          </Button>
        </>
      }
    >
      <ul className="grid gap-3">
        {reasons.map(([message, those]) => (
          <li key={message} className="grid gap-1">
            <b>
              {t("{those, plural, one {# mailbox} other {# mailboxes}}", { those: those.length })}:{" "}
              {message}
            </b>
            <span className="text-13 text-text-2">
              {those
                .slice(0, NAMED)
                .map(({ id }) => emailOf.get(id) ?? t("number {id}", { id }))
                .join(", ")}
              {those.length > NAMED &&
                " " + t("and {those} more", { those: count(those.length - NAMED) })}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
