import { describe, expect, it } from "vitest";
import { noticesOf } from "#modules/inbox/rules/providers/notice.ts";
import type { NoticeProvider } from "#modules/events/rules/notices.ts";
import { SOURCES } from "#modules/inbox/provider-webhooks/sources.ts";

const TO = "ann@acme.test";

const mailgun = (status: object, more: object = {}) => ({
  signature: { timestamp: "1", token: "t", signature: "s" },
  "event-data": {
    event: "failed",
    severity: "permanent",
    recipient: TO,
    "delivery-status": status,
    ...more,
  },
});
const sendgrid = (event: object) => ({ email: TO, ...event });
const postmark = (event: object) => ({ RecordType: "Bounce", Email: TO, ...event });
const resend = (bounce: object | undefined, type = "email.bounced", more: object = {}) => ({
  type,
  data: { to: [TO], bounce, ...more },
});
const ses = (event: object) => ({
  Type: "Notification",
  MessageId: "m",
  TopicArn: "t",
  Timestamp: "2026-11-20T00:00:00.000Z",
  SignatureVersion: "2",
  Signature: "",
  SigningCertURL: "",
  Message: JSON.stringify({ mail: { destination: [TO] }, ...event }),
});
const sesBounce = (type: string, subType: string, status: string, said: string) =>
  ses({
    eventType: "Bounce",
    bounce: {
      bounceType: type,
      bounceSubType: subType,
      bouncedRecipients: [{ emailAddress: TO, status, diagnosticCode: said }],
    },
  });
const change = (reason: string | null, isOn = true) => ({
  RecordType: "SubscriptionChange",
  MessageID: null,
  Recipient: TO,
  Origin: "Recipient",
  SuppressSending: isOn,
  SuppressionReason: reason,
});

/** Of a list it stands behind a colon for what; nothing at all is "". */
function told(provider: NoticeProvider, body: object): string {
  const [notice] = SOURCES[provider].read(JSON.stringify(body));
  if (!notice) return "";
  expect(notice.recipient).toBe(TO);
  return notice.kind === "listed" ? `listed: ${notice.list}` : notice.kind;
}

type Case = readonly [provider: NoticeProvider, what: string, body: object, told: string];

const CASES: readonly Case[] = [
  [
    "mailgun",
    "given up after 8 hours",
    mailgun({ code: 602, message: "Too old" }, { reason: "old" }),
    "soft",
  ],
  [
    "mailgun",
    "given up after 4.7.0",
    mailgun({ code: 421, "enhanced-code": "4.7.0", message: "try later" }, { reason: "old" }),
    "soft",
  ],
  [
    "mailgun",
    "refused as spam",
    mailgun({ code: 550, message: "rejected by our spam policy" }, { reason: "espblock" }),
    "block",
  ],
  ["mailgun", "spam content", mailgun({ code: 554, message: "spam content detected" }), "block"],
  ["mailgun", "a full mailbox", mailgun({ code: 552, message: "mailbox full" }), "soft"],
  ["mailgun", "a time-out of its own", mailgun({ code: 499, message: "timeout" }), "soft"],
  [
    "mailgun",
    "an unknown address",
    mailgun(
      { code: 550, "enhanced-code": "5.1.1", message: "5.1.1 user unknown" },
      { reason: "bounce" },
    ),
    "hard",
  ],
  [
    "mailgun",
    "its list of bounces",
    mailgun({ code: 605, message: "" }, { reason: "suppress-bounce" }),
    "listed: bounced",
  ],
  [
    "mailgun",
    "its list of leavers",
    mailgun({ code: 606 }, { reason: "suppress-unsubscribe" }),
    "listed: unsubscribed",
  ],
  [
    "mailgun",
    "its list of complaints",
    mailgun({ code: 607 }, { reason: "suppress-complaint" }),
    "listed: complained",
  ],
  [
    "mailgun",
    "a list without a code",
    mailgun({}, { reason: "suppress-complaint" }),
    "listed: complained",
  ],
  ["mailgun", "an opt-out", mailgun({}, { event: "unsubscribed" }), "unsubscribed"],
  [
    "ses",
    "spam under 5.0.0",
    sesBounce("Permanent", "General", "5.0.0", "smtp; 550 rejected due to spam"),
    "block",
  ],
  [
    "ses",
    "Spamhaus under 5.3.0",
    sesBounce("Permanent", "General", "5.3.0", "smtp; 554 blocked using Spamhaus"),
    "block",
  ],
  [
    "ses",
    "expired",
    sesBounce("Permanent", "General", "4.4.7", "smtp; 554 4.4.7 Message expired"),
    "soft",
  ],
  [
    "ses",
    "no such address",
    sesBounce("Permanent", "NoEmail", "5.0.0", "smtp; 550 rejected"),
    "hard",
  ],
  ["ses", "nothing but permanent", sesBounce("Permanent", "General", "", ""), "hard"],
  [
    "ses",
    "words that nobody knows",
    sesBounce("Permanent", "General", "5.0.0", "smtp; 554 Transaction failed"),
    "soft",
  ],
  [
    "ses",
    "its own list",
    sesBounce(
      "Permanent",
      "Suppressed",
      "5.1.1",
      "Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.",
    ),
    "listed: bounced",
  ],
  [
    "ses",
    "the account's list",
    sesBounce(
      "Permanent",
      "OnAccountSuppressionList",
      "5.1.1",
      "Amazon SES did not send the message to this address because it is on the suppression list for your account.",
    ),
    "listed: bounced",
  ],
  [
    "ses",
    "a complaint",
    ses({
      notificationType: "Complaint",
      complaint: { complaintFeedbackType: "abuse", complainedRecipients: [{ emailAddress: TO }] },
    }),
    "complaint",
  ],
  [
    "ses",
    "a report of failed authentication",
    ses({
      notificationType: "Complaint",
      complaint: {
        complaintFeedbackType: "auth-failure",
        complainedRecipients: [{ emailAddress: TO }],
      },
    }),
    "",
  ],
  [
    "ses",
    "an opt-out of all",
    ses({
      eventType: "Subscription",
      subscription: {
        contactList: "l",
        source: "UnsubscribeHeader",
        newTopicPreferences: { unsubscribeAll: true },
      },
    }),
    "unsubscribed",
  ],
  [
    "ses",
    "another choice of topics",
    ses({
      eventType: "Subscription",
      subscription: { source: "PreferenceCenter", newTopicPreferences: { unsubscribeAll: false } },
    }),
    "",
  ],
  [
    "sendgrid",
    "reputation without a code",
    sendgrid({
      event: "bounce",
      type: "bounce",
      bounce_classification: "Reputation",
      status: "5.0.0",
      reason: "550 not today",
    }),
    "block",
  ],
  [
    "sendgrid",
    "content without a code",
    sendgrid({
      event: "bounce",
      type: "bounce",
      bounce_classification: "Content",
      reason: "554 no",
    }),
    "block",
  ],
  [
    "sendgrid",
    "a full mailbox as a block",
    sendgrid({
      event: "bounce",
      type: "blocked",
      bounce_classification: "Mailbox Unavailable",
      status: "4.2.2",
      reason: "452 4.2.2 The email account is over quota",
    }),
    "soft",
  ],
  [
    "sendgrid",
    "a full mailbox for good",
    sendgrid({
      event: "bounce",
      type: "blocked",
      bounce_classification: "Mailbox Unavailable",
      status: "5.2.2",
      reason: "552 5.2.2 full",
    }),
    "soft",
  ],
  [
    "sendgrid",
    "a rate limit as a block",
    sendgrid({
      event: "bounce",
      type: "blocked",
      status: "4.7.28",
      reason: "421 4.7.28 unusual rate of mail",
    }),
    "soft",
  ],
  [
    "sendgrid",
    "no name server",
    sendgrid({
      event: "bounce",
      type: "blocked",
      bounce_classification: "Unclassified",
      reason:
        "unable to get mx info: failed to get IPs from PTR record: lookup <nil>: unrecognized address",
    }),
    "soft",
  ],
  [
    "sendgrid",
    "expired",
    sendgrid({ event: "bounce", type: "blocked", reason: "delivery time expired" }),
    "soft",
  ],
  [
    "sendgrid",
    "a block for spam",
    sendgrid({
      event: "bounce",
      type: "blocked",
      bounce_classification: "Content",
      status: "5.7.1",
      reason: "550 5.7.1 spam",
    }),
    "block",
  ],
  [
    "sendgrid",
    "an unknown address",
    sendgrid({
      event: "bounce",
      type: "bounce",
      bounce_classification: "Invalid Address",
      status: "5.1.1",
      reason: "550 5.1.1 no such user",
    }),
    "hard",
  ],
  [
    "sendgrid",
    "our own header",
    sendgrid({ event: "dropped", reason: "Invalid SMTPAPI header" }),
    "soft",
  ],
  [
    "sendgrid",
    "its list of bounces",
    sendgrid({ event: "dropped", reason: "Bounced Address" }),
    "listed: bounced",
  ],
  [
    "sendgrid",
    "its list of complaints",
    sendgrid({ event: "dropped", reason: "Spam Reporting Address" }),
    "listed: complained",
  ],
  [
    "sendgrid",
    "its list of leavers",
    sendgrid({ event: "dropped", reason: "Unsubscribed Address" }),
    "listed: unsubscribed",
  ],
  ["sendgrid", "an opt-out", sendgrid({ event: "unsubscribe" }), "unsubscribed"],
  [
    "sendgrid",
    "an opt-out of a group",
    sendgrid({ event: "group_unsubscribe", asm_group_id: 1 }),
    "unsubscribed",
  ],
  [
    "sendgrid",
    "a return to a group",
    sendgrid({ event: "group_resubscribe", asm_group_id: 1 }),
    "",
  ],
  [
    "postmark",
    "a hard bounce",
    postmark({
      Type: "HardBounce",
      Details: "smtp;550 5.1.1 unknown",
      Description:
        "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
    }),
    "hard",
  ],
  [
    "postmark",
    "spam told as hard",
    postmark({
      Type: "HardBounce",
      Details: "smtp;550 5.7.1 message looks like spam",
      Description:
        "The server was unable to deliver your message (ex: unknown user, mailbox not found).",
    }),
    "block",
  ],
  [
    "postmark",
    "a soft bounce",
    postmark({
      Type: "SoftBounce",
      Details: "",
      Description:
        "Unable to temporarily deliver message (i.e. mailbox full, account disabled, exceeds quota, out of disk space).",
    }),
    "soft",
  ],
  [
    "postmark",
    "a bounce of unnamed kind",
    { Type: "HardBounce", Email: TO, Details: "smtp;550 5.1.1 user unknown" },
    "hard",
  ],
  ["postmark", "an opt-out", postmark({ Type: "Unsubscribe" }), "unsubscribed"],
  [
    "postmark",
    "an address put off by hand",
    postmark({ Type: "ManuallyDeactivated" }),
    "unsubscribed",
  ],
  ["postmark", "a list after a bounce", change("HardBounce"), "listed: bounced"],
  ["postmark", "a list after a complaint", change("SpamComplaint"), "listed: complained"],
  ["postmark", "a list by hand", change("ManualSuppression"), "unsubscribed"],
  ["postmark", "an address off the list", change(null, false), ""],
  [
    "resend",
    "spam told as permanent",
    resend({ type: "Permanent", subType: "General", message: "550 5.7.1 rejected as spam" }),
    "block",
  ],
  [
    "resend",
    "a full mailbox told as permanent",
    resend({ type: "Permanent", subType: "General", message: "552 5.2.2 mailbox full" }),
    "soft",
  ],
  [
    "resend",
    "a hard bounce in its own words",
    resend({
      type: "Permanent",
      subType: "General",
      message:
        "The recipient's email provider sent a hard bounce message, but didn't specify the reason for the hard bounce. Sending messages to addresses that produce hard bounces can have a negative impact on your reputation as a sender.",
    }),
    "hard",
  ],
  [
    "resend",
    "its own list",
    resend({
      type: "Permanent",
      subType: "Suppressed",
      message:
        "The recipient's email address is on the suppression list because it has a recent history of producing hard bounces.",
    }),
    "listed: bounced",
  ],
  [
    "resend",
    "a mail that was held back",
    resend(undefined, "email.suppressed", {
      suppressed: { type: "OnAccountSuppressionList", message: "suppressed after a complaint" },
    }),
    "listed: complained",
  ],
  [
    "resend",
    "an opt-out",
    { type: "contact.updated", data: { id: "c", email: TO, unsubscribed: true } },
    "unsubscribed",
  ],
  [
    "resend",
    "another change of a contact",
    { type: "contact.updated", data: { id: "c", email: TO, unsubscribed: false } },
    "",
  ],
];

describe("what a provider tells", () => {
  it.each(CASES)("by %s: %s", (provider, _what, body, expected) => {
    expect(told(provider, body)).toBe(expected);
  });

  it("by a new one takes a table of its fields, and no rule", () => {
    const read = (event: { kind: string; to: string; said: string }) =>
      noticesOf([
        {
          means: event.kind === "failed" ? { is: "refused", as: "hard" } : null,
          messageIds: [],
          providerIds: [],
          recipient: event.to,
          words: event.said,
        },
      ]).map((notice) => notice.kind);
    expect(read({ kind: "failed", to: TO, said: "552 5.2.2 mailbox full" })).toEqual(["soft"]);
    expect(read({ kind: "failed", to: TO, said: "" })).toEqual(["hard"]);
    expect(read({ kind: "opened", to: TO, said: "" })).toEqual([]);
  });
});
