import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { settleArrived } from "#modules/delivery/engine/moves.ts";
import { placementMails } from "#modules/placement/schema/placement.ts";
import type { Place, Tab } from "#modules/placement/rules/places.ts";
import type { SeenHeaders } from "#modules/placement/rules/seen-headers.ts";
import type { PlacementMailId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { placementLedger } from "./ledger.ts";

/**
 * Across workspaces: takes hold of mails that somebody looks for now, so that others leave them alone
 * for `holdMs`; a look that is lost comes again.
 */
export async function leaseLooks(db: Db, now: UnixMs, holdMs: number, limit: number) {
  return db.all<{ id: PlacementMailId; workspaceId: WorkspaceId; seed: string }>(sql`
    UPDATE ${placementMails} SET look_at = ${now + holdMs}
    WHERE look_at <= ${now} AND id IN (
      SELECT m.id FROM ${placementMails} m
      WHERE m.look_at IS NOT NULL AND m.look_at <= ${now}
        AND EXISTS (SELECT 1 FROM ${workspaces} s WHERE s.id = m.workspace_id AND s.deleted_at IS NULL)
      ORDER BY m.look_at LIMIT ${limit})
    RETURNING id, workspace_id AS "workspaceId", seed`);
}

/** Mails that are looked for at a seed. */
export async function selectLooked(
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly PlacementMailId[],
) {
  return db
    .select({
      id: placementMails.id,
      state: placementMails.state,
      seed: placementMails.seed,
      seedEmail: placementMails.seedEmail,
      provider: placementMails.provider,
      messageId: placementMails.messageId,
      serverMessageId: placementMails.serverMessageId,
      looks: placementMails.looks,
      readAt: placementMails.readAt,
      leftAt: sql<UnixMs>`coalesce(${placementMails.sentAt}, ${placementMails.finishedAt}, ${placementMails.createdAt})`,
      subject: placementMails.subject,
      smtpHost: sql<string>`coalesce(${mailboxes.smtpHost}, '')`,
      road: sql<"smtp" | "api">`coalesce(${mailboxes.road}, 'smtp')`,
      replacesIds: mailboxes.replacesIds,
    })
    .from(placementMails)
    .leftJoin(mailboxes, sql`${mailboxes.id} = ${placementMails.mailboxId}`)
    .where(
      sql`+${placementMails.workspaceId} = ${workspaceId} AND ${placementMails.lookAt} IS NOT NULL
        AND ${placementMails.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    );
}
export type Looked = Awaited<ReturnType<typeof selectLooked>>[number];

/** The mail is as it was when its seed was read, and nobody has looked for it since. */
const unlooked = (workspaceId: WorkspaceId, { id, looks, state }: Looked): SQL =>
  sql`EXISTS (SELECT 1 FROM ${placementMails} x WHERE x.id = ${id} AND +x.workspace_id = ${workspaceId}
    AND x.looks = ${looks} AND x.look_at IS NOT NULL AND x.state = ${state})`;

export type Sight = {
  readonly place: Place;
  readonly folder: string;
  readonly tab: Tab | null;
  readonly seen: SeenHeaders | null;
  /** The Message-ID that it bears in place of ours. */
  readonly serverMessageId: string | null;
};

/** A mail lies there: it has left, whatever its row says, and nobody looks for it any more. */
export const placeMail = (
  db: Db,
  workspaceId: WorkspaceId,
  mail: Looked,
  { place, folder, tab, seen, serverMessageId }: Sight,
  now: UnixMs,
): Statement =>
  settleArrived(
    db,
    placementLedger,
    workspaceId,
    { id: mail.id, serverMessageId },
    sql`place = ${place}, folder = ${folder}, tab = ${tab}, seen = ${seen && JSON.stringify(seen)}, placed_at = ${now},
      read_at = ${now}, looks = looks + 1, look_at = NULL`,
    now,
    unlooked(workspaceId, mail),
  );

/** A look did not find the mail, or could not read its seed. */
export const noteMiss = (
  db: Db,
  workspaceId: WorkspaceId,
  mail: Looked,
  to: {
    readonly place: Place | null;
    readonly nextAt: UnixMs | null;
    readonly wasRead: boolean;
  },
  now: UnixMs,
): Statement =>
  db.run(sql`
    UPDATE ${placementMails} SET looks = looks + 1, look_at = ${to.nextAt},
      read_at = CASE WHEN ${to.wasRead ? 1 : 0} THEN ${now} ELSE read_at END,
      place = coalesce(${to.place}, place),
      placed_at = CASE WHEN ${to.place} IS NULL THEN placed_at ELSE ${now} END
    WHERE id = ${mail.id} AND +workspace_id = ${workspaceId} AND ${unlooked(workspaceId, mail)}`);
