import type { Deps } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { ProviderNotice } from "#modules/inbox/rules/providers/notice.ts";
import type { Match } from "#modules/inbox/matching/find-send.ts";
import { selectSendsByMessageIds } from "#modules/inbox/matching/match-store.ts";
import {
  type Named,
  selectNamedMail,
  selectNewestSendsTo,
  selectSendByProviderId,
} from "./noticed-store.ts";

/** Shorter names of a provider could be in any server's answer by chance. */
const MIN_PROVIDER_ID = 12;

type Noticed = { readonly workspaceId: WorkspaceId; readonly match: Match };

/**
 * The mail of ours that a provider reports on: by the Message-ID that we gave it, else by the name
 * that the provider's server answered when it took the mail to this recipient. What concerns the
 * address and not one mail, as leaving a list does, is about the newest mail to it from each
 * workspace. `scope` 0 looks in every workspace. None: it is none of ours.
 */
export async function findNoticed(
  { db }: Deps,
  scope: WorkspaceId | 0,
  notice: ProviderNotice,
): Promise<readonly Noticed[]> {
  const { messageIds, recipient } = notice;
  const providerIds = notice.providerIds.filter((id) => id.length >= MIN_PROVIDER_ID);
  let named: Named | null = null;
  if (messageIds.length > 0) named = await selectNamedMail(db, scope, messageIds);
  if (!named && providerIds.length > 0 && recipient !== null) {
    named = await selectSendByProviderId(db, scope, recipient, providerIds);
  }
  if (named) return withSend(db, named);
  const isOfAddress = notice.kind === "unsubscribed" || notice.kind === "listed";
  if (!isOfAddress || recipient === null) return [];
  const all = await selectNewestSendsTo(db, scope, recipient);
  return (await Promise.all(all.map((one) => withSend(db, one)))).flat();
}

async function withSend(db: Deps["db"], { workspaceId, messageId }: Named): Promise<Noticed[]> {
  const [send] = await selectSendsByMessageIds(db, workspaceId, [messageId]);
  if (!send) return [];
  return [{ workspaceId, match: { send, matchedBy: "report", written: send.written } }];
}
