import type { BulkMailboxesAnswer } from "#modules/mailboxes/contract/many-mailboxes.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import type { Box } from "#dashboard/rooms/mailboxes/queries.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import type { Done } from "./use-bulk.ts";

/** Mailboxes named one by one; the others are counted. */
const NAMED = 5;

/** What was changed, and what was not with the reason of each. */
export function BulkResult({
  result: { changed, failed, done },
  rows,
  onClose,
  onSelect,
}: {
  result: BulkMailboxesAnswer & { readonly done: Done };
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
      title={changed === 0 ? t("Nothing was changed") : done.some(changed, count(failed.length))}
      acts={
        <>
          <Button onClick={() => onSelect(failed.map(({ id }) => id))}>
            {failed.length === 1
              ? t("Select it")
              : t("Select those {n}", { n: count(failed.length) })}
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
              {t("{n, plural, one {# mailbox} other {# mailboxes}}", { n: those.length })}:{" "}
              {fromServer(message)}
            </b>
            <span className="text-13 text-text-2">
              {named(those.map(({ id }) => emailOf.get(id) ?? t("number {id}", { id })))}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function named(emails: readonly string[]): string {
  const names = emails.slice(0, NAMED).join(", ");
  const more = emails.length - NAMED;
  return more > 0 ? t("{names} and {more} more", { names, more: count(more) }) : names;
}
