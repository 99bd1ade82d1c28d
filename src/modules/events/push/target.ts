import type { PushKeys } from "#modules/events/rules/web-push.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { SubscriptionRow } from "./subscriptions-store.ts";

/** Where a browser is reached, and what its messages are encrypted with. */
export type PushTarget = { readonly endpoint: string; readonly keys: PushKeys };

const placeOf = (hash: string): string => `push_subscriptions:target:${hash}`;

export const sealTarget = (
  { vault }: Pick<Deps, "vault">,
  hash: string,
  target: PushTarget,
): Promise<string> => vault.seal(JSON.stringify(target), placeOf(hash));

export const openTarget = async (
  { vault }: Pick<Deps, "vault">,
  { hash, target }: Pick<SubscriptionRow, "hash" | "target">,
): Promise<PushTarget> => JSON.parse(await vault.open(target, placeOf(hash))) as PushTarget;
