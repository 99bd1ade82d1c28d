import type { BulkMailboxesAnswer } from "#modules/mailboxes/contract/many-mailboxes.ts";
import { count, counted } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import type { Box } from "#dashboard/rooms/mailboxes/queries.ts";

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
          ? "Nothing was changed"
          : `${counted(changed, "mailbox", "mailboxes")} ${done}, ${count(failed.length)} not`
      }
      acts={
        <>
          <Button onClick={() => onSelect(failed.map(({ id }) => id))}>
            Select {failed.length === 1 ? "it" : `those ${count(failed.length)}`}
          </Button>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <ul className="grid gap-3">
        {reasons.map(([message, those]) => (
          <li key={message} className="grid gap-1">
            <b>
              {counted(those.length, "mailbox", "mailboxes")}: {message}
            </b>
            <span className="text-13 text-text-2">
              {those
                .slice(0, NAMED)
                .map(({ id }) => emailOf.get(id) ?? `number ${id}`)
                .join(", ")}
              {those.length > NAMED && ` and ${count(those.length - NAMED)} more`}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
