import { selectBoxDomain } from "./box-store.ts";
import type {
  Listing,
  MailboxBlocklists,
  WorkspaceBlocklists,
} from "#modules/reputation/contract/blocklists.ts";
import { listSettings } from "#modules/reputation/lists/install-lists.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { type ListingRow, selectListedNames, selectListings } from "./listings-store.ts";

/** What lists say of every name of the workspace, from what is stored: nobody is asked. */
export async function readListings(ctx: WorkspaceCtx): Promise<WorkspaceBlocklists> {
  const rows = await selectListings(ctx.db, ctx.workspaceId);
  return { data: await presented(ctx, rows) };
}

/** The same of one mailbox: its domain, and what all mailboxes of the workspace share. Throws `not_found`. */
export async function readMailboxListings(
  ctx: WorkspaceCtx,
  id: MailboxId,
): Promise<MailboxBlocklists> {
  const box = await selectBoxDomain(ctx.db, ctx.workspaceId, id);
  if (!box) throw notFound("mailbox");
  const rows = await selectListings(ctx.db, ctx.workspaceId);
  const own = rows.filter((row) => row.use !== "sending" || row.name === box.domain);
  return { mailbox_id: id, data: await presented(ctx, own) };
}

/** What is listed now, and at which list, for the health of mailboxes. */
export async function listedNames(ctx: WorkspaceCtx) {
  const rows = await selectListedNames(ctx.db, ctx.workspaceId);
  if (rows.length === 0) return [];
  const { lists } = await listSettings(ctx);
  return rows.flatMap(({ list, name, use }) => {
    const found = lists.find(({ id, enabled }) => id === list && enabled);
    return found ? [{ list: found.name, name, use, delistingUrl: found.delisting_url }] : [];
  });
}

const ORDER = ["listed", "unknown", "information", "clean"] as const;

async function presented(ctx: WorkspaceCtx, rows: readonly ListingRow[]): Promise<Listing[]> {
  const { lists } = await listSettings(ctx);
  return rows
    .flatMap((row): Listing[] => {
      const list = lists.find(({ id, enabled }) => id === row.list && enabled);
      if (!list) return [];
      return [
        {
          list: list.id,
          list_name: list.name,
          name: row.name,
          use: row.use,
          status: row.answer,
          reason: row.reason,
          codes: [...row.codes],
          confirmed: row.answer === "listed" && row.reported === "listed",
          since: isoOrNull(row.since),
          checked_at: isoOrNull(row.askedAt),
          next_check_at: isoOrNull(row.dueAt),
          delisting_url: list.delisting_url,
        },
      ];
    })
    .sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
}
