import type { PushBrowserBody } from "#modules/events/contract/push.ts";

/** Whether this browser can show notices, and may. */
export type Ability = "unsupported" | "insecure" | "denied" | "able";

export function abilityOf(): Ability {
  if (!window.isSecureContext) return "insecure";
  const isThere =
    "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isThere) return "unsupported";
  return Notification.permission === "denied" ? "denied" : "able";
}

type Subscribed = Pick<PushBrowserBody, "endpoint" | "keys">;

/** The fingerprint of what this browser is subscribed with; null: it is not, or may not show anything. */
export async function fingerprintHere(): Promise<string | null> {
  if (abilityOf() !== "able" || Notification.permission !== "granted") return null;
  const worker = await navigator.serviceWorker.getRegistration("/");
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return null;
  const bytes = new TextEncoder().encode(subscription.endpoint);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Asks the person, then the push service of the browser. Null: the person said no. */
export async function subscribeHere(key: string): Promise<Subscribed | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register("/push.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const before = await pushManager.getSubscription();
  let subscription: PushSubscription;
  try {
    subscription = await pushManager.subscribe(options);
  } catch (cause) {
    // It may have subscribed with the key of an install that was at this address before.
    if (!before) throw cause;
    await before.unsubscribe();
    subscription = await pushManager.subscribe(options);
  }
  const { endpoint, keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh, auth } };
}

export async function unsubscribeHere(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration("/");
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}
