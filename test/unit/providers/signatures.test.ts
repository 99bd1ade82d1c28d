import { describe, expect, it } from "vitest";
import { unixMs } from "#platform/rules/ids.ts";
import {
  isFresh,
  isMailgunSignature,
  isPostmarkSecret,
  isRsaSignature,
  isSendgridSignature,
  isSvixSignature,
} from "#modules/inbox/rules/providers/signatures.ts";
import {
  isSnsUrl,
  SNS_CERTIFICATE_PATH,
  SNS_CONFIRM_PATH,
  snsHash,
  type SnsEnvelope,
  snsSignedText,
} from "#modules/inbox/rules/providers/sns.ts";
import { needs } from "#test/support/needs.ts";
import { payload } from "#test/support/provider-calls.ts";

describe("signatures of providers", needs("corpora"), () => {
  it("of SNS verify in both versions and for every type, and no changed field passes", async () => {
    const { cert, messages } = payload("ses-sns/signed-vectors.json") as {
      cert: string;
      messages: SnsEnvelope[];
    };
    expect(messages).toHaveLength(6);
    const isGenuine = async (message: SnsEnvelope): Promise<boolean> => {
      const hash = snsHash(message.SignatureVersion);
      return hash !== null && isRsaSignature(cert, hash, snsSignedText(message), message.Signature);
    };
    for (const message of messages) {
      expect(await isGenuine(message), message.Type).toBe(true);
      const fields = [
        "Message",
        "MessageId",
        "TopicArn",
        "Timestamp",
        "Type",
        "Signature",
      ] as const;
      for (const field of fields) {
        expect(await isGenuine({ ...message, [field]: `x${message[field]}` }), field).toBe(false);
      }
      const other = message.SignatureVersion === "1" ? "2" : "1";
      expect(await isGenuine({ ...message, SignatureVersion: other })).toBe(false);
      if (message.Type === "Notification") continue;
      expect(await isGenuine({ ...message, Token: "another" })).toBe(false);
      expect(await isGenuine({ ...message, SubscribeURL: "https://evil.example/" })).toBe(false);
    }
    expect(await isRsaSignature("no certificate", "SHA-1", "", "")).toBe(false);
  });

  it("of SNS are checked against certificates of Amazon's notification hosts alone", () => {
    const cert = (url: string) => isSnsUrl(url, SNS_CERTIFICATE_PATH);
    expect(cert("https://sns.us-east-1.amazonaws.com/SimpleNotificationService-1.pem")).toBe(true);
    expect(cert("https://sns.cn-north-1.amazonaws.com.cn/a.pem")).toBe(true);
    for (const url of [
      "http://sns.us-east-1.amazonaws.com/a.pem",
      "https://sns.us-east-1.amazonaws.com.evil.example/a.pem",
      "https://evil.example/sns.us-east-1.amazonaws.com/a.pem",
      "https://sns.us-east-1.amazonaws.com@evil.example/a.pem",
      "https://evil.example#sns.us-east-1.amazonaws.com/a.pem",
      "https://bucket.s3.amazonaws.com/a.pem",
      "https://s3.us-east-1.amazonaws.com/sns.us-east-1.amazonaws.com/a.pem",
      "https://sns.s3.amazonaws.com.evil/a.pem",
      "https://sns.us-east-1.amazonaws.com:8443/a.pem",
      "https://sns.us-east-1.amazonaws.com/a.pem/../../x",
      "https://sns.us-east-1.amazonaws.com/a",
      "https://xsns.us-east-1.amazonaws.com/a.pem",
      "https://sns.us-east-1.evil.amazonaws.com/a.pem",
      "",
      "a.pem",
    ]) {
      expect(cert(url), url).toBe(false);
    }
    expect(isSnsUrl("https://sns.us-east-1.amazonaws.com/?Action=x", SNS_CONFIRM_PATH)).toBe(true);
    expect(isSnsUrl("https://sns.us-east-1.amazonaws.com/x?Action=x", SNS_CONFIRM_PATH)).toBe(
      false,
    );
  });

  it("of SendGrid verify for its own published vector, and for nothing else", async () => {
    const { publicKey, timestamp, signature, body } = payload("sendgrid/signed-vector.json");
    const check = (
      change: { body?: string; timestamp?: string; signature?: string },
      key = publicKey,
    ) =>
      isSendgridSignature(key, {
        timestamp,
        signature,
        ...change,
        body: Buffer.from(change.body ?? body),
      });
    expect(await check({})).toBe(true);
    expect(await check({ body: body.trim() })).toBe(false);
    expect(await check({ timestamp: "1600112503" })).toBe(false);
    expect(await check({ signature: `${signature.slice(0, -5)}AAAA=` })).toBe(false);
    expect(await check({ signature: "" })).toBe(false);
    expect(await check({}, "bm8ga2V5")).toBe(false);
    const { length } = Buffer.from(signature, "base64");
    for (let i = 0; i < length; i++) {
      const bytes = Buffer.from(signature, "base64");
      bytes[i] = (bytes[i] ?? 0) ^ 1;
      expect(await check({ signature: bytes.toString("base64") })).toBe(false);
    }
  });

  it("of Mailgun, Resend and Postmark verify, and for nothing else", () => {
    const mailgun = payload("mailgun/signed-vector.json");
    expect(isMailgunSignature(mailgun.signingKey, mailgun.signature)).toBe(true);
    expect(isMailgunSignature("other", mailgun.signature)).toBe(false);
    expect(isMailgunSignature(mailgun.signingKey, { ...mailgun.signature, token: "x" })).toBe(
      false,
    );
    const resend = payload("resend/signed-vector.json");
    const call = {
      id: resend.headers["svix-id"],
      timestamp: resend.headers["svix-timestamp"],
      signatures: resend.headers["svix-signature"],
      body: Buffer.from(resend.body),
    };
    expect(isSvixSignature(resend.secret, call)).toBe(true);
    expect(isSvixSignature(resend.secret, { ...call, signatures: `v1,x ${call.signatures}` })).toBe(
      true,
    );
    expect(isSvixSignature(resend.secret, { ...call, id: "msg_2" })).toBe(false);
    expect(isSvixSignature(resend.secret, { ...call, body: Buffer.from("{}") })).toBe(false);
    expect(isSvixSignature("whsec_AAAA", call)).toBe(false);
    const basic = (login: string) => ({
      authorization: `Basic ${Buffer.from(login).toString("base64")}`,
      header: null,
    });
    expect(isPostmarkSecret("s3cret-of-ours", basic("any:s3cret-of-ours"))).toBe(true);
    expect(isPostmarkSecret("user:s3cret", basic("user:s3cret"))).toBe(true);
    expect(isPostmarkSecret("s3cret", { authorization: null, header: "s3cret" })).toBe(true);
    expect(isPostmarkSecret("s3cret", basic("any:s3cre"))).toBe(false);
    expect(isPostmarkSecret("s3cret", { authorization: null, header: null })).toBe(false);
    expect(isPostmarkSecret("s3cret", { authorization: "Basic ", header: null })).toBe(false);
  });

  it("are fresh for five minutes either side", () => {
    const now = unixMs(1_700_000_000_000);
    expect(isFresh("1699999700", now)).toBe(true);
    expect(isFresh("1700000300", now)).toBe(true);
    expect(isFresh("1699999699", now)).toBe(false);
    expect(isFresh("1700000301", now)).toBe(false);
    expect(isFresh("1e9", now)).toBe(false);
    expect(isFresh(null, now)).toBe(false);
  });
});
