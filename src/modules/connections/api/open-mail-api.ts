import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { GrantId } from "#platform/rules/ids.ts";
import { apiBaseOf } from "#modules/connections/clients/api-base.ts";
import { type GrantRow, selectGrant } from "#modules/connections/tokens/grants-store.ts";
import { apiCaller } from "./call-api.ts";
import { gmailApi } from "./gmail-api.ts";
import { graphApi } from "./graph-api.ts";
import { ApiTokenRefused, type MailApi } from "./mail-api.ts";

/** The API of a grant's mailbox; null where the grant is gone. Throws `ApiTokenRefused` where its provider has none. */
export async function openMailApi(ctx: WorkspaceCtx, grantId: GrantId): Promise<MailApi | null> {
  const grant = await selectGrant(ctx.db, ctx.workspaceId, grantId);
  if (!grant) return null;
  if (grant.provider === "google") {
    const base = await apiBaseOf(ctx, "google", grant.kind);
    return gmailApi(apiCaller(ctx, grant, `${base}/gmail/v1/users/me`));
  }
  if (grant.provider === "microsoft") {
    const base = await apiBaseOf(ctx, "microsoft", grant.kind);
    return graphApi(apiCaller(ctx, grant, `${base}/v1.0/${ownerOf(grant)}`));
  }
  throw new ApiTokenRefused("not_granted", "This provider has no API to send by.");
}

/** A person's token says who they are; an organisation's app has to say whose mailbox it means. */
const ownerOf = ({ kind, account }: GrantRow): string =>
  kind === "oauth" ? "me" : `users/${encodeURIComponent(account)}`;
