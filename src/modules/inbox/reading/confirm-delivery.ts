import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { confirmMail } from "#modules/inbox/replies/confirm-mail.ts";
import { confirmSent } from "#modules/campaigns/sends/confirm-sent.ts";
import type { Match } from "#modules/inbox/matching/find-send.ts";

/**
 * A mail that names an `unknown` send proves that a server took it. One that names what a person
 * wrote says so of that mail alone. Safe to repeat.
 */
export const confirmDelivery = (
  ctx: WorkspaceCtx,
  { send, written }: Pick<Match, "send" | "written">,
  evidence: "reply" | "dsn",
): Statement[] =>
  written === null ? confirmSent(ctx, send, evidence) : [confirmMail(ctx, written, evidence)];
