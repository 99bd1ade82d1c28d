import type { z } from "zod";
import { SesEvent, SnsEnvelope } from "#modules/inbox/contract/provider-webhooks.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import {
  listReason,
  type Meaning,
  noticesOf,
  permanentWithout,
  type ProviderEvent,
} from "#modules/inbox/rules/providers/notice.ts";
import { isRsaSignature, sameText } from "#modules/inbox/rules/providers/signatures.ts";
import {
  isSnsUrl,
  SNS_CERTIFICATE_PATH,
  SNS_CONFIRM_PATH,
  snsHash,
  snsSignedText,
} from "#modules/inbox/rules/providers/sns.ts";
import { DAY_MS, parseIso } from "#platform/rules/time.ts";
import { parseJson, type Source, type Verified } from "./source.ts";

/** Amazon's limit of a notification. */
const MAX_BYTES = 256 * 1024;
/** As long as calls are remembered; an older one could not be known as a repeat. */
const MAX_AGE_MS = 30 * DAY_MS;
const TIMEOUT_MS = 5_000;
const MAX_CERTIFICATE_BYTES = 16 * 1024;
const MAX_CERTIFICATES = 20;

/** Amazon SES, which reports through SNS. The key is the topic's ARN, or several by comma. */
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
    return event.success ? noticesOf(eventsOf(event.data)) : [];
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
    throw new AppError(
      "upstream_unavailable",
      "The signing certificate of Amazon could not be loaded.",
    );
  }
  if (got.reply.status !== 200) return "";
  if (certificates.size >= MAX_CERTIFICATES) certificates.clear();
  certificates.set(url, got.reply.body);
  return got.reply.body;
}

/** A new subscription is confirmed by a call back to Amazon, and to nobody else. */
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
        throw new AppError("upstream_unavailable", "Amazon rejected the confirmation.");
      }
      deps.log("ses.subscription_confirmed", { topic: sns.TopicArn });
    },
  };
}

type Event = z.output<typeof SesEvent>;
/** An event's fields that differ by recipient. */
type Part = Pick<ProviderEvent, "means" | "recipient" | "words" | "prose"> & {
  enhanced?: string | null;
};

function eventsOf(event: Event): ProviderEvent[] {
  const { mail } = event;
  const named = mail.headers?.find(({ name }) => name.toLowerCase() === "message-id")?.value;
  const messageIds = [mail.commonHeaders?.messageId, named];
  const kind = event.notificationType ?? event.eventType ?? "";
  const parts = Object.hasOwn(PARTS, kind) ? (PARTS[kind]?.(event) ?? []) : [];
  return parts.map((part) => ({ ...part, messageIds, providerIds: [mail.messageId] }));
}

const PARTS: Readonly<Record<string, (event: Event) => Part[]>> = {
  Bounce: ({ bounce }) =>
    (bounce?.bouncedRecipients ?? []).map(({ emailAddress, status, diagnosticCode }) => {
      const said = (diagnosticCode ?? "").replace(/^\s{0,5}smtp;\s{0,5}/i, "");
      const type = [bounce?.bounceType, bounce?.bounceSubType].filter(Boolean).join(", ");
      return {
        means: bounced(bounce?.bounceType ?? "", bounce?.bounceSubType ?? "", said),
        recipient: emailAddress,
        enhanced: status ?? null,
        words: said,
        prose: said === "" ? type : null,
      };
    }),
  Complaint: ({ complaint }) =>
    (complaint?.complainedRecipients ?? []).map(({ emailAddress }) => ({
      means: complained(complaint?.complaintFeedbackType ?? "", complaint?.complaintSubType ?? ""),
      recipient: emailAddress,
      words: complaint?.complaintFeedbackType ?? "",
    })),
  Reject: ({ reject, mail }) => [
    {
      means: { is: "refused", as: "block" },
      recipient: mail.destination?.[0],
      words: reject?.reason ?? "rejected",
    },
  ],
  Delivery: ({ delivery }) =>
    (delivery?.recipients ?? []).map((recipient) => ({
      means: { is: "delivered" },
      recipient,
      words: delivery?.smtpResponse ?? "",
    })),
  Subscription: ({ subscription, mail }) => [
    {
      means:
        subscription?.newTopicPreferences?.unsubscribeAll === true ? { is: "unsubscribed" } : null,
      recipient: mail.destination?.[0],
      words: subscription?.source ?? "",
    },
  ],
};

function bounced(type: string, subType: string, said: string): Meaning {
  if (/suppress/i.test(subType)) return { is: "listed", list: listReason(said) };
  if (/unsubscribed/i.test(subType)) return { is: "listed", list: "unsubscribed" };
  if (type === "Transient") return { is: "deferred" };
  if (type !== "Permanent") return { is: "refused", as: "soft" };
  return { is: "refused", as: subType === "NoEmail" ? "hard" : permanentWithout(said) };
}

/** A report of failed authentication, or that it was no spam, accuses nobody. */
function complained(feedback: string, subType: string): Meaning | null {
  if (/suppress/i.test(subType)) return { is: "listed", list: "complained" };
  return feedback === "not-spam" || feedback === "auth-failure" ? null : { is: "complaint" };
}
