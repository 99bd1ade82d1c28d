import { mailTokenHash } from "#modules/accounts/rules/mail-token.ts";
import { workspaceStands } from "#modules/accounts/workspaces/list-workspaces.ts";
import type {
  ApprovalToDecide,
  DecideByLinkBody,
} from "#modules/campaigns/contract/publishing/approvals.ts";
import { inWorkspace, type PublicCtx, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";
import { type ApprovalRow, selectApprovalByToken } from "./approvals-store.ts";
import { decideApproval } from "./decide-approval.ts";
import { presentToDecide } from "./find-approval.ts";

/** The workspace that a token names; what follows it is a secret of 256 bits. */
const TOKEN = /^(\d{1,15})\.[\w-]{43}$/;

const overdue = () =>
  invalidField(
    "token",
    "overdue",
    "This link has ended, or another one was sent since. Ask the team for a new one.",
  );

type Opened = { readonly ctx: WorkspaceCtx & PublicCtx; readonly row: ApprovalRow };

/**
 * The approval behind a link; at a workspace's own host, of that workspace. Throws
 * `validation_failed` for any other, for one that ended, and for one that another has replaced.
 */
async function openLink(deps: PublicCtx, token: string): Promise<Opened> {
  const named = TOKEN.exec(token)?.[1];
  if (named === undefined) throw overdue();
  const id = asId<WorkspaceId>(Number(named));
  const isHere = deps.ownHost === null || deps.ownHost.workspaceId === id;
  if (!isHere || !(await workspaceStands(deps, id))) throw overdue();
  const ctx = inWorkspace(deps, id);
  const row = await selectApprovalByToken(ctx.db, id, mailTokenHash("approval", token));
  if (!row || row.state === "withdrawn" || row.expiresAt <= deps.now()) throw overdue();
  return { ctx, row };
}

/** What somebody without an account is asked: the emails as they will be read. */
export async function readByLink(deps: PublicCtx, token: string): Promise<ApprovalToDecide> {
  const { ctx, row } = await openLink(deps, token);
  return presentToDecide(ctx, row);
}

/** The decision of somebody without an account. Throws as `openLink` and `decideApproval`. */
export async function decideByLink(
  deps: PublicCtx,
  { token, name, ...body }: DecideByLinkBody,
): Promise<ApprovalToDecide> {
  const { ctx, row } = await openLink(deps, token);
  const decided = await decideApproval(ctx, row, body, { userId: null, name });
  return presentToDecide(ctx, decided);
}
