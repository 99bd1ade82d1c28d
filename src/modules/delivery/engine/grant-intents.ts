import { isListBehind } from "#modules/leads/install-suppressions/copy-list.ts";
import type { IntentsRequest, IntentsResponse } from "#platform/wire/transmission.ts";
import { inWorkspace, type Deps } from "#platform/ctx/ctx.ts";
import { usedBy } from "#platform/ctx/usage.ts";
import { isNotice, readTicket, type Ticket, ticketOf } from "#platform/rules/mail/ticket.ts";
import { kindNamed } from "./kinds.ts";
import { grant } from "./moves.ts";

type Asked = Ticket & { readonly lease: string };

/**
 * Grants what may be transmitted this very moment: in its sending hours, and whatever else the gate
 * asks. Asked once per message; a second asking is refused. Notices of the install and test mails
 * always may.
 */
export async function grantIntents(deps: Deps, request: IntentsRequest): Promise<IntentsResponse> {
  const granted = request.intents.map(({ ticket }) => ticket).filter(isNotice);
  const asked = request.intents.flatMap(({ ticket, lease }): Asked[] => {
    const mail = readTicket(ticket);
    return mail ? [{ ...mail, lease }] : [];
  });
  const groups = Map.groupBy(asked, ({ kind, workspaceId }) => `${kind} ${workspaceId}`);
  for (const [first, ...others] of groups.values()) {
    if (first) granted.push(...(await grantGroup(deps, [first, ...others], request.run ?? null)));
  }
  return { granted };
}

/** Mails of one kind and workspace. */
async function grantGroup(
  deps: Deps,
  asked: readonly [Asked, ...Asked[]],
  run: string | null,
): Promise<string[]> {
  const [{ kind: name, workspaceId }] = asked;
  const kind = kindNamed(deps, name);
  const ctx = inWorkspace(deps, workspaceId);
  usedBy(workspaceId, asked.length - 1);
  // Asked even of mails whose kind has no such rule: a workspace that is behind sends nothing.
  if (await isListBehind(ctx)) return [];
  const open = await kind.open?.(
    ctx,
    asked.map(({ id }) => id),
  );
  const may = open ? asked.filter(({ id }) => open.has(id)) : asked;
  if (may.length === 0) return [];
  const won = await grant(ctx.db, kind, workspaceId, may, { now: ctx.now(), run });
  return won.map((id) => ticketOf(name, workspaceId, id));
}
