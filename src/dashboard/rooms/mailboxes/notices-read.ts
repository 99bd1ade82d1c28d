import { api } from "#dashboard/api/client.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { attentionQuery, changed } from "#dashboard/api/workspace.ts";

/** What was told of a mailbox that failed is done with once it works: nobody has to tick it off. */
export async function readNoticesOf(wid: number, mailboxId: number): Promise<void> {
  const { data } = await queryClient.fetchQuery(attentionQuery(wid));
  const ids = data
    .filter(({ kind, target }) => kind === "mailbox_failed" && target.id === mailboxId)
    .map(({ id }) => id);
  if (ids.length === 0) return;
  await api.post(`/workspaces/${wid}/notifications/read`, { ids });
  await changed(wid, "notices");
}
