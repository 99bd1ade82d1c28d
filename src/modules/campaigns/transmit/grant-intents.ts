import type { IntentsRequest, IntentsResponse } from "#platform/wire/transmission.ts";
import { inWorkspace, type Deps } from "#platform/ctx/ctx.ts";
import type { MessageId, SendId, WarmupMailId, WorkspaceId } from "#platform/rules/ids.ts";
import { SEND_LEASE_MS } from "#modules/delivery/rules/leases.ts";
import { later } from "#platform/rules/time.ts";
import { grantMails } from "#modules/inbox/replies/grant-mails.ts";
import { grantWarmups } from "#modules/warmup/mails/grant-warmups.ts";
import { markSending } from "./intent-store.ts";
import { openNow } from "#modules/campaigns/claim/open-now.ts";
import { markResending } from "#modules/campaigns/resends/resend-store.ts";
import {
  againTicket,
  isNotice,
  messageTicket,
  readAgainTicket,
  readMessageTicket,
  readSendTicket,
  readWarmupTicket,
  sendTicket,
  warmupTicket,
} from "#platform/mail/ticket.ts";

/**
 * Grants what may be transmitted this very moment: in its sending hours, and whatever else the gate
 * asks. Asked once per message; a second asking is refused. Notices of the install and test mails
 * always may.
 */
export async function grantIntents(deps: Deps, request: IntentsRequest): Promise<IntentsResponse> {
  const granted = request.intents.map(({ ticket }) => ticket).filter(isNotice);
  const claims = new Map<WorkspaceId, { id: SendId; lease: string }[]>();
  const mails = new Map<WorkspaceId, { id: MessageId; lease: string }[]>();
  const warmups = new Map<WorkspaceId, { id: WarmupMailId; lease: string }[]>();
  const resends = new Map<WorkspaceId, { id: SendId; lease: string }[]>();
  for (const { ticket, lease } of request.intents) {
    const warmup = readWarmupTicket(ticket);
    if (warmup) {
      const group = warmups.get(warmup.workspaceId) ?? [];
      warmups.set(warmup.workspaceId, [...group, { id: warmup.id, lease }]);
    }
    const mail = readMessageTicket(ticket);
    if (mail) {
      const group = mails.get(mail.workspaceId) ?? [];
      mails.set(mail.workspaceId, [...group, { id: mail.id, lease }]);
    }
    const again = readAgainTicket(ticket);
    if (again) {
      const group = resends.get(again.workspaceId) ?? [];
      resends.set(again.workspaceId, [...group, { id: again.id, lease }]);
    }
    const send = readSendTicket(ticket);
    if (!send) continue;
    const group = claims.get(send.workspaceId) ?? [];
    group.push({ id: send.id, lease });
    claims.set(send.workspaceId, group);
  }
  const now = deps.now();
  for (const [workspaceId, group] of claims) {
    const ctx = inWorkspace(deps, workspaceId);
    const open = await openNow(ctx, group);
    if (open.length === 0) continue;
    const won = await markSending(ctx.db, workspaceId, open, {
      now,
      leaseUntil: later(now, SEND_LEASE_MS),
      run: request.run ?? null,
    });
    granted.push(...won.map((id) => sendTicket(workspaceId, id)));
  }
  for (const [workspaceId, group] of resends) {
    const ctx = inWorkspace(deps, workspaceId);
    const open = await openNow(ctx, group);
    if (open.length === 0) continue;
    const won = await markResending(ctx.db, workspaceId, open, {
      now,
      leaseUntil: later(now, SEND_LEASE_MS),
      run: request.run ?? null,
    });
    granted.push(...won.map((id) => againTicket(workspaceId, id)));
  }
  for (const [workspaceId, group] of mails) {
    const won = await grantMails(inWorkspace(deps, workspaceId), group, request.run ?? null);
    granted.push(...won.map((id) => messageTicket(workspaceId, id)));
  }
  for (const [workspaceId, group] of warmups) {
    const won = await grantWarmups(inWorkspace(deps, workspaceId), group);
    granted.push(...won.map((id) => warmupTicket(workspaceId, id)));
  }
  return { granted };
}
