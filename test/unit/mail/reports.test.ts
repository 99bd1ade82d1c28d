import { describe, expect, it } from "vitest";
import { parseMail } from "#companion/inbound/parse-mail.ts";
import { classifyMail, type MailKind } from "#modules/inbox/rules/kinds/classify-mail.ts";
import { receivedMail } from "#modules/inbox/reading/taking.ts";

async function kindOf(...lines: readonly string[]): Promise<MailKind> {
  const raw = Buffer.from(lines.join("\r\n"));
  const mail = await parseMail(raw, { uid: 1, received_at: 0, size: raw.length });
  return classifyMail(receivedMail(mail), (address) => address === "ann@ours.test");
}

const part = (type: string, ...lines: readonly string[]) => [
  "--b",
  `Content-Type: ${type}`,
  "",
  ...lines,
];
const OURS = [
  "From: ann@ours.test",
  "To: bo@hotmail.test",
  "Message-ID: <1.2@ours.test>",
  "Subject: Hello",
  "",
  "Hi",
];

describe("a complaint of Hotmail's feedback loop", () => {
  const loop = (from: string, subject: string) =>
    kindOf(
      `From: ${from}`,
      `Subject: ${subject}`,
      "Content-Type: multipart/mixed; boundary=b",
      "",
      ...part("message/rfc822", "X-HmXmrOriginalRecipient: <Bo@hotmail.test>", ...OURS),
      "--b--",
    );

  it("is one, with its recipient and the mail that it is about", async () => {
    expect(await loop("staff@hotmail.com", "complaint about message from 192.0.2.1")).toEqual({
      kind: "complaint",
      complaint: { recipient: "bo@hotmail.test", returnedIds: ["1.2@ours.test"] },
    });
    expect(
      await kindOf(
        "Return-Path: <staff@hotmail.com>",
        "X-HmXmrOriginalRecipient: bo@hotmail.test",
        ...OURS,
      ),
    ).toEqual({
      kind: "complaint",
      complaint: { recipient: "bo@hotmail.test", returnedIds: ["1.2@ours.test"] },
    });
  });

  it("is not what a person attaches or writes about", async () => {
    expect((await loop("cy@acme.test", "complaint about message from Al")).kind).toBe("reply");
    expect((await loop("staff@hotmail.com", "Hello")).kind).toBe("reply");
  });
});

describe("a report one message deeper", () => {
  const deeper = (from: string) =>
    kindOf(
      `From: ${from}`,
      "Subject: Undeliverable: Hello",
      "Content-Type: multipart/mixed; boundary=o",
      "",
      "--o",
      "",
      "See the attached message.",
      "--o",
      "Content-Type: message/rfc822",
      "",
      "From: MAILER-DAEMON@mx.test",
      "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
      "",
      ...part(
        "message/delivery-status",
        "Reporting-MTA: dns; mx.test",
        "",
        "Final-Recipient: rfc822; bo@hotmail.test",
        "Action: failed",
        "Status: 5.1.1",
        "Diagnostic-Code: smtp; 550 5.1.1 no such user",
      ),
      ...part("message/rfc822", ...OURS),
      "--b--",
      "--o--",
    );

  it("is read where a server sent it, and left alone where a person attached it", async () => {
    expect(await deeper("postmaster@scanner.test")).toMatchObject({
      kind: "bounce",
      bounce: { class: "hard", recipients: ["bo@hotmail.test"], returnedIds: ["1.2@ours.test"] },
    });
    expect((await deeper("cy@acme.test")).kind).toBe("reply");
  });
});

describe("a notice that a mail arrived", () => {
  const report = (action: string) =>
    kindOf(
      "From: MAILER-DAEMON@mx.test",
      "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
      "",
      ...part(
        "message/delivery-status",
        "Final-Recipient: rfc822; bo@x.test",
        `Action: ${action}`,
        "Status: 2.1.5",
      ),
      "--b--",
    );

  it.each(["delivered", "relayed (to a server without reports)", "Expanded", "deliverable"])(
    "is no bounce: %s",
    async (action) => expect((await report(action)).kind).toBe("delivered"),
  );

  const aws = (json: object) =>
    kindOf(
      "From: no-reply@sns.amazonaws.com",
      "Subject: AWS Notification Message",
      "",
      JSON.stringify(json),
      "",
      "--",
      "If you wish to stop receiving notifications, visit the link below",
    );
  const mail = { messageId: "0100-a", commonHeaders: { messageId: "<1.2@ours.test>" } };

  it("and a bounce and a complaint are read from Amazon's mails", async () => {
    const returnedIds = ["1.2@ours.test", "0100-a"];
    expect(await aws({ notificationType: "Delivery", mail, delivery: {} })).toEqual({
      kind: "delivered",
      notice: { returnedIds },
    });
    const complaint = { complainedRecipients: [{ emailAddress: "Bo@x.test" }] };
    const message = JSON.stringify({ notificationType: "Complaint", mail, complaint });
    expect(await aws({ Type: "Notification", Message: message })).toEqual({
      kind: "complaint",
      complaint: { recipient: "bo@x.test", returnedIds },
    });
    const bounced = {
      emailAddress: "bo@x.test",
      status: "5.1.1",
      diagnosticCode: "550 no such user",
    };
    const bounce = { bounceType: "Permanent", bouncedRecipients: [bounced] };
    expect(await aws({ notificationType: "Bounce", mail, bounce })).toMatchObject({
      kind: "bounce",
      bounce: { class: "hard", code: "5.1.1", recipients: ["bo@x.test"], returnedIds },
    });
    const soft = { ...bounce, bounceType: "Transient" };
    expect(await aws({ notificationType: "Bounce", mail, bounce: soft })).toMatchObject({
      bounce: { class: "soft" },
    });
    expect((await aws({ hello: 1 })).kind).toBe("reply");
  });
});

it("an internationalised report (RFC 6533) names the mail that came back", async () => {
  const kind = await kindOf(
    "From: MAILER-DAEMON@mx.test",
    "Subject: Undelivered Mail Returned to Sender",
    "Content-Type: multipart/report; report-type=global-delivery-status; boundary=b",
    "",
    ...part("text/plain", "no"),
    ...part(
      "message/global-delivery-status",
      "Reporting-MTA: dns; mx.test",
      "",
      "Final-Recipient: utf-8; bo@hotmail.test",
      "Action: failed",
      "Status: 5.1.1",
    ),
    ...part("message/global", ...OURS),
    "--b--",
  );
  expect(kind).toMatchObject({
    kind: "bounce",
    bounce: { class: "hard", recipients: ["bo@hotmail.test"], returnedIds: ["1.2@ours.test"] },
  });
});
