import { mailTokenHash } from "#modules/accounts/rules/mail-token.ts";
import { workspaceStands } from "#modules/accounts/workspaces/list-workspaces.ts";
import {
  ApprovalToDecide,
  type DecideByLinkBody,
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

/** The workspace that a token names; throws where it is no token. */
function namedIn(token: string): WorkspaceId {
  const named = TOKEN.exec(token)?.[1];
  if (named === undefined) throw overdue();
  return asId<WorkspaceId>(Number(named));
}

/**
 * The approval behind a link; at a workspace's own host, of that workspace. Throws
 * `validation_failed` for any other, for one that ended, and for one that another has replaced.
 */
async function openLink(deps: PublicCtx, token: string, id: WorkspaceId): Promise<Opened> {
  const isHere = deps.ownHost === null || deps.ownHost.workspaceId === id;
  if (!isHere || !(await workspaceStands(deps, id))) throw overdue();
  const ctx = inWorkspace(deps, id);
  const row = await selectApprovalByToken(ctx.db, id, mailTokenHash("approval", token));
  if (!row || row.state === "withdrawn" || row.expiresAt <= deps.now()) throw overdue();
  return { ctx, row };
}

/**
 * What somebody without an account is asked: the emails as they will be read. `arrivedAs`: the token
 * was made in another installation, for the workspace that has this number here.
 */
export async function readByLink(
  deps: PublicCtx,
  token: string,
  arrivedAs: WorkspaceId | null = null,
): Promise<ApprovalToDecide> {
  const named = namedIn(token);
  if (arrivedAs === null && deps.departures?.has(named)) {
    return ApprovalToDecide.parse(await deps.departures.approval(named, { token, decision: null }));
  }
  const { ctx, row } = await openLink(deps, token, arrivedAs ?? named);
  return presentToDecide(ctx, row);
}

/** The decision of somebody without an account. Throws as `openLink` and `decideApproval`. */
export async function decideByLink(
  deps: PublicCtx,
  { token, name, ...body }: DecideByLinkBody,
  arrivedAs: WorkspaceId | null = null,
): Promise<ApprovalToDecide> {
  const named = namedIn(token);
  if (arrivedAs === null && deps.departures?.has(named)) {
    const decision = { name, ...body };
    return ApprovalToDecide.parse(await deps.departures.approval(named, { token, decision }));
  }
  const { ctx, row } = await openLink(deps, token, arrivedAs ?? named);
  const decided = await decideApproval(ctx, row, body, { userId: null, name });
  return presentToDecide(ctx, decided);
}
