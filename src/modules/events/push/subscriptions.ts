import { createHash } from "node:crypto";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { PushKind } from "#platform/rules/choices.ts";
import { deviceOf } from "#modules/accounts/rules/device.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import type { PushBrowser, PushBrowserBody, PushBrowsers } from "#modules/events/contract/push.ts";
import { arePushKeys } from "#modules/events/rules/web-push.ts";
import { type CallerCtx, type Person, personOf } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { PushSubscriptionId } from "#platform/rules/ids.ts";
import { refuseUrl } from "#platform/rules/net/url-guard.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import {
  deleteSubscription,
  endReplacedSubscriptions,
  mayAdd,
  selectSubscription,
  selectSubscriptions,
  subscriptionIs,
  type SubscriptionRow,
  updateKinds,
  upsertSubscription,
} from "./subscriptions-store.ts";
import { sealTarget } from "./target.ts";
import { pushIdentityOf } from "./vapid.ts";

/** Nobody sits before more of them. */
const MOST_BROWSERS = 10;

/** The caller; what browsers tell is nothing for an admin who acts as somebody. Throws `forbidden`. */
function ownPerson({ caller }: CallerCtx): Person {
  assertOwnSession(caller, "Notices in browsers cannot be seen or changed while impersonating.");
  return personOf(caller);
}

/** The caller's browsers, and the key to subscribe with. Throws `forbidden` while impersonating. */
export async function listBrowsers(ctx: CallerCtx): Promise<PushBrowsers> {
  const { userId, sessionId } = ownPerson(ctx);
  const [{ key }, rows] = await Promise.all([
    pushIdentityOf(ctx),
    selectSubscriptions(ctx.install, userId, ctx.now()),
  ]);
  return { public_key: key, data: rows.map((row) => presentBrowser(row, sessionId)) };
}

/**
 * Turns on notices in the browser of that endpoint, for this session; again, it changes nothing else. Throws
 * `validation_failed`, `limit_reached`, and `forbidden` while impersonating.
 */
export async function addBrowser(
  ctx: CallerCtx,
  { endpoint, keys, kinds }: PushBrowserBody,
): Promise<PushBrowser> {
  const { userId, sessionId } = ownPerson(ctx);
  const { install } = ctx;
  const refused = refuseUrl(endpoint, { allowPrivate: allowsPrivateNetworks(ctx.settings) });
  if (refused) throw invalidField("endpoint", refused.code, refused.message);
  if (!(await arePushKeys(keys))) {
    throw invalidField("keys", "invalid_keys", "Use the keys that the browser gave.");
  }
  const hash = createHash("sha256").update(endpoint).digest("hex");
  const device = deviceOf(ctx.userAgent);
  const row = { userId, sessionId, hash, device, kinds };
  const target = await sealTarget(ctx, hash, { endpoint, keys });
  const results = await runBatch(install, [
    endReplacedSubscriptions(install, row),
    auditStatement(
      ctx,
      { action: "push.turned_on", details: { device, kinds } },
      onlyIf(mayAdd(userId, hash, MOST_BROWSERS)),
    ),
    upsertSubscription(install, { ...row, target }, MOST_BROWSERS, ctx.now()),
  ]);
  const [made] = results.at(-1) as { id: PushSubscriptionId }[];
  if (!made) {
    throw new AppError(
      "limit_reached",
      `You have notices in ${MOST_BROWSERS} browsers already. End one of them in your account.`,
    );
  }
  return presentBrowser(await find(ctx, made.id), sessionId);
}

/** Changes what a browser tells of. Throws `not_found`, and `forbidden` while impersonating. */
export async function changeBrowser(
  ctx: CallerCtx,
  id: PushSubscriptionId,
  kinds: PushKind[],
): Promise<PushBrowser> {
  const { userId, sessionId } = ownPerson(ctx);
  const { install } = ctx;
  const { device } = await find(ctx, id);
  await runBatch(install, [
    auditStatement(
      ctx,
      { action: "push.changed", details: { device, kinds } },
      subscriptionIs(userId, id),
    ),
    updateKinds(install, userId, id, kinds),
  ]);
  return presentBrowser(await find(ctx, id), sessionId);
}

/** Turns a browser off. Throws `not_found`, and `forbidden` while impersonating. */
export async function endBrowser(ctx: CallerCtx, id: PushSubscriptionId): Promise<void> {
  const { userId } = ownPerson(ctx);
  const { install } = ctx;
  const { device } = await find(ctx, id);
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      { action: "push.turned_off", details: { device } },
      subscriptionIs(userId, id),
    ),
    deleteSubscription(install, userId, id),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw notFound("browser");
}

/** A browser of the caller's own. Throws `not_found`, and `forbidden` while impersonating. */
export async function findOwnBrowser(
  ctx: CallerCtx,
  id: PushSubscriptionId,
): Promise<SubscriptionRow> {
  ownPerson(ctx);
  return find(ctx, id);
}

async function find(ctx: CallerCtx, id: PushSubscriptionId): Promise<SubscriptionRow> {
  const { userId } = personOf(ctx.caller);
  const row = await selectSubscription(ctx.install, userId, id, ctx.now());
  if (!row) throw notFound("browser");
  return row;
}

const presentBrowser = (row: SubscriptionRow, sessionId: string): PushBrowser => ({
  id: row.id,
  device: row.device,
  kinds: row.kinds,
  is_current: row.sessionId === sessionId,
  fingerprint: row.hash,
  created_at: iso(row.createdAt),
  notified_at: isoOrNull(row.notifiedAt),
});
