import { invalidField } from "#platform/rules/errors.ts";
import type { IntegrationProvider } from "#modules/events/rules/integrations/providers.ts";

const ARN = /^arn:aws[\w-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}(?:\.fifo)?$/;
const MIN_SECRET = 8;

/**
 * Whether a mail provider's key has the form that its signatures are checked with: none of these
 * providers can be asked. Throws `validation_failed`.
 */
export async function checkMailKey(
  provider: IntegrationProvider,
  field: string,
  key: string,
): Promise<void> {
  const wrong = await complaintAbout(provider.id, key);
  if (wrong) throw invalidField(`credentials.${field}`, "invalid_format", wrong);
}

async function complaintAbout(id: string, key: string): Promise<string | null> {
  switch (id) {
    case "ses":
      return key.split(",").every((arn) => ARN.test(arn.trim()))
        ? null
        : "Enter the ARN of the topic: arn:aws:sns:eu-west-1:123456789012:bounces.";
    case "sendgrid":
      return (await isPublicKey(key)) ? null : "Enter the verification key as SendGrid shows it.";
    case "resend":
      return /^whsec_[A-Za-z0-9+/=]{16,}$/.test(key) ? null : "It must start with whsec_.";
    default:
      return key.length >= MIN_SECRET ? null : `Use at least ${MIN_SECRET} characters.`;
  }
}

/** An elliptic-curve key on P-256, in base64 or PEM. */
async function isPublicKey(text: string): Promise<boolean> {
  const base64 = text.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, "").replace(/\s+/g, "");
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  try {
    const bytes = new Uint8Array(Buffer.from(base64, "base64"));
    await crypto.subtle.importKey("spki", bytes, curve, false, ["verify"]);
    return true;
  } catch {
    return false;
  }
}
