import type { Invitation, InvitationShown } from "#modules/accounts/contract/invitations.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { InvitationRow } from "./store.ts";

/** The workspaces that it opens. */
// The statement writes it in this form.
export const workspacesOf = (row: InvitationRow) =>
  JSON.parse(row.named) as Invitation["workspaces"];

export const presentInvitation = (row: InvitationRow, now: UnixMs): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  workspaces: workspacesOf(row),
  invited_by: row.invitedBy === null ? null : { id: row.invitedBy, name: row.inviterName },
  language: row.language,
  status: row.expiresAt <= now ? "expired" : row.stands === 1 ? "open" : "stopped",
  mailed_at: isoOrNull(row.mailedAt),
  created_at: iso(row.createdAt),
  expires_at: iso(row.expiresAt),
});

/** What the invited person sees before they accept; at a workspace's own host, of that one. */
export const presentToInvited = (
  row: InvitationRow,
  { ownHost }: Pick<PublicCtx, "ownHost"> = { ownHost: null },
): InvitationShown => ({
  email: row.email,
  role: row.role,
  workspaces: workspacesOf(row)
    .filter(({ id }) => ownHost === null || id === ownHost.workspaceId)
    .map(({ name }) => name),
  invited_by: row.inviterName,
  expires_at: iso(row.expiresAt),
});
