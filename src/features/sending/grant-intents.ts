import type { IntentsRequest, IntentsResponse } from "#contract/companion.ts";
import type { Deps } from "#core/ctx.ts";
import type { SendId, WorkspaceId } from "#domain/ids.ts";
import { SEND_LEASE_MS } from "#domain/sending/limits.ts";
import { later } from "#domain/time.ts";
import { markSending } from "./intent-store.ts";
import { isNotice, readSendTicket, sendTicket } from "./ticket.ts";

/** Grants what may be transmitted this very moment. Asked once per message; a second asking is refused. Notices of the install and test mails always may. */
export async function grantIntents(deps: Deps, request: IntentsRequest): Promise<IntentsResponse> {
  const granted = request.intents.map(({ ticket }) => ticket).filter(isNotice);
  const claims = new Map<WorkspaceId, { id: SendId; lease: string }[]>();
  for (const { ticket, lease } of request.intents) {
    const send = readSendTicket(ticket);
    if (!send) continue;
    const group = claims.get(send.workspaceId) ?? [];
    group.push({ id: send.id, lease });
    claims.set(send.workspaceId, group);
  }
  const now = deps.now();
  for (const [workspaceId, group] of claims) {
    const won = await markSending(deps.db, workspaceId, group, {
      now,
      leaseUntil: later(now, SEND_LEASE_MS),
    });
    granted.push(...won.map((id) => sendTicket(workspaceId, id)));
  }
  return { granted };
}
