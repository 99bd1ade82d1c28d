import { databasesOf, type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import type { Db } from "#platform/db/db.ts";
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
 * workspace. `scope` 0 looks in every workspace, wherever it lies. None: it is none of ours.
 */
export async function findNoticed(
  deps: Deps,
  scope: WorkspaceId | 0,
  notice: ProviderNotice,
): Promise<readonly Noticed[]> {
  const { messageIds, recipient, kind } = notice;
  const databases = scope === 0 ? await databasesOf(deps) : [inWorkspace(deps, scope).db];
  const providerIds = notice.providerIds.filter((id) => id.length >= MIN_PROVIDER_ID);
  if (messageIds.length > 0) {
    for (const db of databases) {
      const named = await selectNamedMail(db, scope, messageIds);
      if (named) return withSend(db, named);
    }
  }
  if (recipient === null) return [];
  if (providerIds.length > 0) {
    for (const db of databases) {
      const named = await selectSendByProviderId(db, scope, recipient, providerIds);
      if (named) return withSend(db, named);
    }
  }
  if (kind !== "unsubscribed" && kind !== "listed") return [];
  const all = await Promise.all(
    databases.map(async (db) => {
      const newest = await selectNewestSendsTo(db, scope, recipient);
      return Promise.all(newest.map((one) => withSend(db, one)));
    }),
  );
  return all.flat(2);
}

async function withSend(db: Db, { workspaceId, messageId }: Named): Promise<Noticed[]> {
  const [send] = await selectSendsByMessageIds(db, workspaceId, [messageId]);
  if (!send) return [];
  return [{ workspaceId, match: { send, matchedBy: "report", written: send.written } }];
}
