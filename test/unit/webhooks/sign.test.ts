import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { Webhook } from "standardwebhooks";
import { unixMs } from "#platform/rules/ids.ts";
import { signedHeaders } from "#modules/events/rules/sign.ts";
import { needs } from "#test/support/needs.ts";

const BODY = JSON.stringify({
  event: "lead.replied",
  workspace_id: "1",
  data: { snippet: "Grüße 👋" },
});
const WHSEC = `whsec_${Buffer.alloc(24, 9).toString("base64")}`;
const now = unixMs(Date.now());
const sign = (secret: string) =>
  signedHeaders({ secret, id: "msg_7", event: "lead.replied", attempt: 3, body: BODY, at: now });

describe("the signature of a delivery", () => {
  it("is the specification's HMAC over the body by the bytes of the whole secret", () => {
    // RFC 4231, test case 2.
    const headers = signedHeaders({
      secret: "Jefe",
      id: "x",
      event: "lead.opened",
      attempt: 1,
      body: "what do ya want for nothing?",
      at: now,
    });
    expect(headers["X-Webhook-Signature"]).toBe(
      "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
    expect(headers).toMatchObject({
      "Content-Type": "application/json",
      "X-Webhook-Event": "lead.opened",
      "X-Webhook-Attempt": "1",
    });
  });

  it.each([
    ["a key in base64", WHSEC, () => new Webhook(WHSEC)],
    ["plain text", "päss wörd", () => new Webhook(Buffer.from("päss wörd"), { format: "raw" })],
    [
      "what only looks like base64",
      "whsec_!",
      () => new Webhook(Buffer.from("whsec_!"), { format: "raw" }),
    ],
  ])("is accepted by Standard Webhooks' own verifier for %s", (_, secret, verifier) => {
    expect(verifier().verify(BODY, sign(secret))).toMatchObject({ event: "lead.replied" });
    expect(() => verifier().verify(`${BODY} `, sign(secret))).toThrow(/signature/i);
  });

  it("is what Python's hmac computes", needs("python3"), () => {
    const program = [
      "import hmac, sys",
      "secret = sys.argv[1].encode('utf-8')",
      "print('sha256=' + hmac.new(secret, sys.stdin.buffer.read(), 'sha256').hexdigest())",
    ].join("\n");
    for (const secret of ["päss wörd", WHSEC]) {
      const digest = execFileSync("python3", ["-c", program, secret], {
        input: BODY,
        encoding: "utf8",
      });
      expect(sign(secret)["X-Webhook-Signature"]).toBe(digest.trim());
    }
  });
});
