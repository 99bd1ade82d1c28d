/** The part of the typed client that receives webhooks: as `src/docs/webhooks.md` says, in any host with WebCrypto. */
export const CLIENT_WEBHOOKS = `
/** What a webhook delivers; the guide to webhooks says what each event has in \`data\`. */
export type WebhookEvent = {
  readonly event: string;
  readonly workspace_id: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** A delivery as it came in. The body is its text, before anything parsed it. */
export type WebhookDelivery = {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
};

/** Older deliveries are refused: somebody may have recorded them. */
const TOLERANCE_SECONDS = 300;

/**
 * The event of a delivery; null where it was not signed with the secret, or is older than five minutes: answer
 * 401 then. Remember the header webhook-id of what you handled, and answer its repeats with 204.
 */
export async function readWebhook(
  secret: string,
  { headers, body }: WebhookDelivery,
): Promise<WebhookEvent | null> {
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    return typeof value === "string" ? value : "";
  };
  const time = header("webhook-timestamp");
  const age = Math.abs(Date.now() / 1000 - Number(time));
  if (time === "" || !(age <= TOLERANCE_SECONDS)) return null;
  const key = await crypto.subtle.importKey(
    "raw",
    secret.startsWith("whsec_") ? bytesOf(secret.slice(6)) : new TextEncoder().encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(header("webhook-id") + "." + time + "." + body);
  for (const each of header("webhook-signature").split(" ").slice(0, 10)) {
    const given = bytesOf(each.replace(/^v1,/, ""));
    // It compares in constant time.
    if (await crypto.subtle.verify("HMAC", key, given, signed)) return JSON.parse(body) as WebhookEvent;
  }
  return null;
}

/** Bytes of base64; none where it is not. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
`;
