import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NOTICE_PROVIDERS, type NoticeProvider } from "#modules/events/rules/notices.ts";
import { SOURCES } from "#modules/inbox/provider-webhooks/sources.ts";
import { needs } from "#test/support/needs.ts";
import { payload } from "#test/support/provider-calls.ts";

const SNS = {
  Type: "Notification",
  MessageId: "m",
  TopicArn: "t",
  Timestamp: "2026-11-20T00:00:00.000Z",
  SignatureVersion: "2",
  Signature: "",
  SigningCertURL: "",
};
const SIGNATURE = { timestamp: "1", token: "t", signature: "s" };

/** A stored body around one sample. */
function bodyOf(provider: NoticeProvider, sample: object): string {
  if (provider === "ses") return JSON.stringify({ ...SNS, Message: JSON.stringify(sample) });
  if (provider === "mailgun") return JSON.stringify({ signature: SIGNATURE, ...sample });
  return JSON.stringify(sample);
}

const told = (provider: NoticeProvider, sample: object) =>
  SOURCES[provider]
    .read(bodyOf(provider, sample))
    .map(({ kind, recipient, code }) => `${kind} ${recipient} ${code}`.trim());

const sample = (provider: string, name: string) =>
  payload(`${provider}/anymail-samples.json`)[
    Object.keys(payload(`${provider}/anymail-samples.json`)).find((key) => key.includes(name)) ?? ""
  ];

describe("what providers tell", needs("corpora"), () => {
  it("by SES is a hard bounce, a complaint or a delivery, for each recipient", () => {
    expect(told("ses", sample("ses-sns", "test_bounce_event.raw_ses"))).toEqual([
      "hard jane@example.com 5.1.1",
    ]);
    expect(told("ses", sample("ses-sns", "test_multiple_bounce_event.raw_ses"))).toEqual([
      "hard jane@example.com",
      "hard richard@example.com",
    ]);
    expect(told("ses", sample("ses-sns", "test_complaint_event.raw_ses"))).toEqual([
      "complaint richard@example.com",
    ]);
    expect(told("ses", sample("ses-sns", "test_delivery_event.raw_ses"))[0]).toMatch(/^delivered /);
    expect(told("ses", sample("ses-sns", "test_reject_event.raw_ses"))[0]).toMatch(/^block /);
    for (const name of ["test_send_event", "test_open_event", "test_click_event", "rendering"]) {
      expect(told("ses", sample("ses-sns", `${name}`))).toEqual([]);
    }
  });

  it("by SES of its own suppression list, of trouble that passes and of good news is no hard bounce", () => {
    const bounce = (bounceType: string, bounceSubType: string, diagnosticCode = "") => ({
      eventType: "Bounce",
      mail: {},
      bounce: {
        bounceType,
        bounceSubType,
        bouncedRecipients: [{ emailAddress: "a@b.example", diagnosticCode }],
      },
    });
    const kindOf = (event: object) => told("ses", event)[0]?.split(" ")[0];
    expect(kindOf(bounce("Permanent", "OnAccountSuppressionList"))).toBe("listed");
    expect(kindOf(bounce("Permanent", "Suppressed"))).toBe("listed");
    expect(kindOf(bounce("Permanent", "General"))).toBe("hard");
    expect(kindOf(bounce("Permanent", "General", "smtp; 550 5.7.1 blocked as spam"))).toBe("block");
    expect(kindOf(bounce("Transient", "MailboxFull"))).toBe("soft");
    expect(kindOf(bounce("Transient", "ContentRejected"))).toBe("soft");
    expect(kindOf(bounce("Undetermined", "Undetermined"))).toBe("soft");
    expect(kindOf(bounce("Undetermined", "Undetermined", "554 rejected by policy"))).toBe("block");
    const notSpam = {
      notificationType: "Complaint",
      mail: {},
      complaint: {
        complaintFeedbackType: "not-spam",
        complainedRecipients: [{ emailAddress: "a@b.example" }],
      },
    };
    expect(told("ses", notSpam)).toEqual([]);
  });

  it("by SendGrid is told event by event", () => {
    const all = Object.values<object>(payload("sendgrid/anymail-samples.json"))
      .flatMap((events) => told("sendgrid", events))
      .map((line) => line.split(" ")[0]);
    expect(all).toEqual(["delivered", "hard", "listed", "listed", "hard", "soft", "delivered"]);
    const batch = payload("sendgrid/symfony-webhook.json");
    expect(told("sendgrid", batch).length).toBeGreaterThan(0);
    expect(
      told("sendgrid", { event: "bounce", type: "blocked", email: "A <a@b.example>", status: "" }),
    ).toEqual(["soft a@b.example"]);
    expect(told("sendgrid", { event: "spamreport", email: "a@b.example" })).toEqual([
      "complaint a@b.example",
    ]);
  });

  it("by Mailgun is told by severity, and its own lists are no bounce", () => {
    const kinds = Object.fromEntries(
      ["permanent", "temporary", "greylisted", "complained", "rejected", "opened"].map((name) => [
        name,
        told("mailgun", sample("mailgun", `_${name}_event`)).map((line) => line.split(" ")[0]),
      ]),
    );
    expect(kinds).toEqual({
      permanent: ["hard"],
      temporary: ["soft"],
      greylisted: ["soft"],
      complained: ["complaint"],
      rejected: [],
      opened: [],
    });
    expect(told("mailgun", sample("mailgun", "failed_permanent"))).toEqual([
      "hard invalid@example.com 550",
    ]);
    expect(told("mailgun", payload("mailgun/symfony-permanent_failure.json"))[0]).toMatch(/^hard /);
    expect(told("mailgun", payload("mailgun/symfony-suppression_failure.json"))[0]).toMatch(
      /^listed .* 605$/,
    );
    expect(told("mailgun", payload("mailgun/symfony-spam_complaints.json"))[0]).toMatch(
      /^complaint /,
    );
    expect(told("mailgun", payload("mailgun/symfony-delivered_messages.json"))[0]).toMatch(
      /^delivered /,
    );
  });

  it("by Postmark and Resend is told by type", () => {
    expect(told("postmark", sample("postmark", "test_bounce_event"))[0]).toMatch(
      /^hard bounce@example.com/,
    );
    expect(told("postmark", sample("postmark", "test_spam_event"))[0]).toMatch(/^complaint /);
    expect(told("postmark", sample("postmark", "test_bounce_unsubscribe_variant"))[0]).toMatch(
      /^unsubscribed /,
    );
    expect(told("postmark", sample("postmark", "test_open_event"))).toEqual([]);
    expect(told("postmark", payload("postmark/symfony-bounce.json"))[0]).toMatch(/^hard /);
    for (const [type, kind] of [
      ["SoftBounce", "soft"],
      ["DnsError", "soft"],
      ["Blocked", "block"],
      ["SpamNotification", "block"],
      ["constructor", undefined],
    ]) {
      const [one] = told("postmark", { RecordType: "Bounce", Type: type, Email: "a@b.example" });
      expect(one?.split(" ")[0]).toBe(kind);
    }
    expect(told("resend", sample("resend", "hard_bounced"))[0]).toMatch(/^hard bounced@resend.dev/);
    expect(told("resend", sample("resend", "suppressed"))[0]).toMatch(/^listed /);
    expect(told("resend", sample("resend", "delivery_delayed"))[0]).toMatch(/^soft /);
    expect(told("resend", sample("resend", "complained"))[0]).toMatch(/^complaint /);
    expect(told("resend", sample("resend", "opened"))).toEqual([]);
  });

  it("is read from every sample without a failure", () => {
    const folders = { ses: "ses-sns", sendgrid: "sendgrid", mailgun: "mailgun" };
    for (const provider of NOTICE_PROVIDERS) {
      const folder = provider in folders ? folders[provider as keyof typeof folders] : provider;
      const files = readdirSync(
        join(process.env["CORPORA_DIR"] ?? "", "provider-payloads", folder),
      );
      const named = files.filter((file) => !file.startsWith("signed"));
      expect(named.length).toBeGreaterThan(0);
      for (const file of named) {
        const read = payload(`${folder}/${file}`);
        for (const one of file.startsWith("anymail") ? Object.values<object>(read) : [read]) {
          expect(() => told(provider, one)).not.toThrow();
        }
      }
    }
  });
});
