import type { WorkspaceCtx } from "#core/ctx.ts";
import type { Statement } from "#db/db.ts";
import { confirmMail } from "#features/outbox/confirm-mail.ts";
import { confirmSent } from "#features/sending/confirm-sent.ts";
import type { Match } from "./find-send.ts";

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
