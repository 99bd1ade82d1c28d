import { useMutation } from "@tanstack/react-query";
import type { BulkMailboxesAnswer, BulkSet } from "#modules/mailboxes/contract/many-mailboxes.ts";
import { api } from "#dashboard/api/client.ts";
import { changed } from "#dashboard/api/workspace.ts";
import type { Selection } from "#dashboard/parts/use-selection.ts";
import type { MailboxesFilter } from "#dashboard/rooms/mailboxes/search.ts";

/** What a change is called once it is done. */
export type Done = {
  /** "12 mailboxes paused." */
  readonly all: (n: number) => string;
  /** "12 mailboxes paused, 3 not" */
  readonly some: (n: number, failed: string) => string;
};
export type Change = { readonly set: Partial<BulkSet>; readonly done: Done };

/** Changes all that is selected; the answer names those that stayed as they were. */
export function useBulk(
  wid: number,
  selection: Selection,
  filter: MailboxesFilter,
  onDone: (answer: BulkMailboxesAnswer, change: Change) => void,
) {
  return useMutation({
    mutationFn: ({ set }: Change) =>
      api.post<BulkMailboxesAnswer>(`/workspaces/${wid}/mailboxes/bulk`, {
        ...(selection.kind === "all" ? { filter } : { ids: [...selection.ids] }),
        set,
      }),
    onSuccess: onDone,
    onSettled: () => changed(wid, "mailboxes", "warmup", "stats", "sending"),
  });
}
