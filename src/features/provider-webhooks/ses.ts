import type { z } from "zod";
import { SesEvent, SnsEnvelope } from "#contract/provider-webhooks.ts";
import type { Deps } from "#core/ctx.ts";
import { AppError } from "#domain/errors.ts";
import {
  addressIn,
  bareIds,
  permanentClass,
  type ProviderNotice,
} from "#domain/providers/notice.ts";
import { isRsaSignature, sameText } from "#domain/providers/signatures.ts";
import {
  isSnsUrl,
  SNS_CERTIFICATE_PATH,
  SNS_CONFIRM_PATH,
  snsHash,
  snsSignedText,
} from "#domain/providers/sns.ts";
import { classifyRefusal } from "#domain/mail/refusal.ts";
import { DAY_MS, parseIso } from "#domain/time.ts";
import { parseJson } from "./parse-json.ts";
import type { Source, Verified } from "./source.ts";

/** Amazon's limit of a notification. */
const MAX_BYTES = 256 * 1024;
/** As long as calls are remembered; an older one could not be known as a repeat. */
const MAX_AGE_MS = 30 * DAY_MS;
const TIMEOUT_MS = 5_000;
const MAX_CERTIFICATE_BYTES = 16 * 1024;
const MAX_CERTIFICATES = 20;

/** Amazon SES, which tells by way of SNS. The key is the topic's ARN, or several by comma. */
export const ses: Source = {
  maxBytes: MAX_BYTES,
  installKeys: (settings) =>
    settings.SES_TOPIC_ARNS.length === 0 ? [] : [settings.SES_TOPIC_ARNS.join(",")],
  async verify(deps, call, key) {
    const envelope = SnsEnvelope.safeParse(parseJson(call.text));
    if (!envelope.success) return null;
    const sns = envelope.data;
    const isOurs = key.split(",").some((topic) => sameText(topic.trim(), sns.TopicArn));
    if (!isOurs || !(await isGenuine(deps, sns))) return null;
    return { id: `${sns.Type} ${sns.MessageId}`, ...confirming(deps, sns) };
  },
  read(text) {
    const sns = SnsEnvelope.parse(JSON.parse(text));
    if (sns.Type !== "Notification") return [];
    const event = SesEvent.safeParse(parseJson(sns.Message));
    // Amazon's test of a new topic is plain text.
    return event.success ? noticesOf(event.data) : [];
  },
};

async function isGenuine(deps: Deps, sns: SnsEnvelope): Promise<boolean> {
  const hash = snsHash(sns.SignatureVersion);
  const at = parseIso(sns.Timestamp);
  if (hash === null || at === null || Math.abs(deps.now() - at) > MAX_AGE_MS) return false;
  if (!isSnsUrl(sns.SigningCertURL, SNS_CERTIFICATE_PATH)) return false;
  const certificate = await certificateAt(deps, sns.SigningCertURL);
  return isRsaSignature(certificate, hash, snsSignedText(sns), sns.Signature);
}
type SnsEnvelope = z.output<typeof SnsEnvelope>;

/** By URL; Amazon gives every new certificate a new one. */
const certificates = new Map<string, string>();

/** Throws `upstream_unavailable`, so that SNS tries again, when Amazon's certificate cannot be had. */
async function certificateAt(deps: Deps, url: string): Promise<string> {
  const known = certificates.get(url);
  if (known !== undefined) return known;
  const got = await deps.egress.get({
    url,
    headers: {},
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_CERTIFICATE_BYTES,
  });
  if (!got.ok || got.reply.status >= 500 || got.reply.status === 429) {
    throw new AppError("upstream_unavailable", "Amazon's signing certificate cannot be had now.");
  }
  if (got.reply.status !== 200) return "";
  if (certificates.size >= MAX_CERTIFICATES) certificates.clear();
  certificates.set(url, got.reply.body);
  return got.reply.body;
}

/** A new subscription is confirmed by a call back to Amazon, and to nobody else (threat 29). */
function confirming(deps: Deps, sns: SnsEnvelope): Pick<Verified, "effect"> {
  const url = sns.SubscribeURL ?? "";
  if (sns.Type !== "SubscriptionConfirmation" || !isSnsUrl(url, SNS_CONFIRM_PATH)) return {};
  return {
    async effect() {
      const got = await deps.egress.get({
        url,
        headers: {},
        timeoutMs: TIMEOUT_MS,
        maxBytes: 4_096,
      });
      if (!got.ok || got.reply.status !== 200) {
        throw new AppError("upstream_unavailable", "Amazon did not take the confirmation.");
      }
      deps.log("ses.subscription_confirmed", { topic: sns.TopicArn });
    },
  };
}

function noticesOf(event: z.output<typeof SesEvent>): ProviderNotice[] {
  const { mail } = event;
  const named = mail.headers?.find(({ name }) => name.toLowerCase() === "message-id")?.value;
  const about = {
    messageIds: bareIds([mail.commonHeaders?.messageId, named]),
    providerIds: bareIds([mail.messageId]),
  };
  switch (event.notificationType ?? event.eventType ?? "") {
    case "Bounce": {
      const { bounceType, bounceSubType, bouncedRecipients } = event.bounce ?? {};
      return (bouncedRecipients ?? []).map((recipient) => {
        const reason = (recipient.diagnosticCode ?? "").replace(/^\s*smtp;\s*/i, "");
        const code = recipient.status ?? "";
        const words = [bounceType, bounceSubType].filter(Boolean).join(", ");
        return {
          ...about,
          kind: bounceClass(bounceType ?? "", bounceSubType ?? "", code, reason),
          recipient: addressIn(recipient.emailAddress),
          code,
          reason: reason === "" ? words : reason,
        };
      });
    }
    case "Complaint": {
      const feedback = event.complaint?.complaintFeedbackType ?? "";
      if (feedback === "not-spam") return [];
      return (event.complaint?.complainedRecipients ?? []).map(({ emailAddress }) => ({
        ...about,
        kind: "complaint",
        recipient: addressIn(emailAddress),
        code: "",
        reason: feedback,
      }));
    }
    case "Reject": {
      const reason = event.reject?.reason ?? "rejected";
      const recipient = addressIn(mail.destination?.[0]);
      return [{ ...about, kind: "block", recipient, code: "", reason }];
    }
    case "Delivery":
      return (event.delivery?.recipients ?? []).map((address) => ({
        ...about,
        kind: "delivered",
        recipient: addressIn(address),
        code: "",
        reason: event.delivery?.smtpResponse ?? "",
      }));
    default:
      return [];
  }
}

function bounceClass(type: string, subType: string, status: string, reason: string) {
  // Held back by the provider's own list: nobody was asked, and it counts no bounce either.
  if (/suppress/i.test(subType)) return "soft";
  if (type === "Permanent") return permanentClass(status === "" ? null : status, reason);
  if (type === "Transient") return "soft";
  const found = classifyRefusal({
    code: null,
    enhanced: status === "" ? null : status,
    text: reason,
  });
  return found === "block" && reason !== "" ? "block" : "soft";
}
