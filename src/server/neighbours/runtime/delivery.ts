import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Older deliveries are refused: somebody may have recorded them. */
const TOLERANCE_SECONDS = 300;

/** A delivery as it came in. The body is its text, before anything parsed it. */
export type Delivery = {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
};

/** A new secret, as Standard Webhooks write one. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** The id and the event of a delivery; null where it was not signed with the secret, or is too old. */
export function readDelivery(
  secret: string,
  { headers, body }: Delivery,
): { readonly id: string; readonly event: Record<string, unknown> } | null {
  const header = (name: string): string => {
    // A host may put "Http-" before the names.
    const found = Object.entries(headers).find(
      ([each]) => each.toLowerCase().replace(/^http-/, "") === name,
    );
    return typeof found?.[1] === "string" ? found[1] : "";
  };
  const [id, time] = [header("webhook-id"), header("webhook-timestamp")];
  const age = Math.abs(Date.now() / 1000 - Number(time));
  if (secret === "" || id === "" || time === "" || !(age <= TOLERANCE_SECONDS)) return null;
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : secret;
  const wanted = createHmac("sha256", key).update(`${id}.${time}.${body}`).digest();
  const isSigned = header("webhook-signature")
    .split(" ")
    .slice(0, 10)
    .some((each) => {
      const given = Buffer.from(each.replace(/^v1,/, ""), "base64");
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    });
  if (!isSigned) return null;
  return { id, event: JSON.parse(body) as Record<string, unknown> };
}
