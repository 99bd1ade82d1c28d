import { describe, expect, it } from "vitest";
import { arePushKeys, clipText, drawKeys, encryptPush } from "#modules/events/rules/web-push.ts";
import { decrypt } from "#test/support/push-service.ts";

/** RFC 8291, appendix A. */
const RFC = {
  text: "When I grow up, I want to be a watermelon",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  sender: {
    d: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    key: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
  },
  receiver: {
    d: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    key: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  },
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

async function pairOf({ d, key }: { d: string; key: string }): Promise<CryptoKeyPair> {
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const raw = Buffer.from(key, "base64url");
  const x = raw.subarray(1, 33).toString("base64url");
  const y = raw.subarray(33).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x, y };
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey("jwk", { ...jwk, d }, curve, true, ["deriveBits"]),
    crypto.subtle.importKey("jwk", jwk, curve, true, []),
  ]);
  return { privateKey, publicKey };
}

const KEYS = { p256dh: RFC.receiver.key, auth: RFC.auth };

describe("a message for a browser", () => {
  it("is encrypted as the example of RFC 8291", async () => {
    const salt = new Uint8Array(Buffer.from(RFC.salt, "base64url"));
    const drawn = { pair: await pairOf(RFC.sender), salt };
    const body = await encryptPush(RFC.text, KEYS, drawn, 1);
    expect(Buffer.from(body).toString("base64url")).toBe(RFC.body);
  });

  it("is read by its browser, with keys of its own and a length that says little", async () => {
    const receiver = { pair: await pairOf(RFC.receiver), auth: Buffer.from(RFC.auth, "base64url") };
    const sizes = new Set<number>();
    for (const text of ["", "Reply from Jörg, Ácme 🎉", "x".repeat(500)]) {
      const body = await encryptPush(text, KEYS, await drawKeys());
      sizes.add(body.byteLength);
      expect(await decrypt(body, receiver)).toBe(text);
    }
    expect([...sizes]).toEqual([614]);
  });

  it("is made for real keys alone", async () => {
    expect(await arePushKeys(KEYS)).toBe(true);
    expect(await arePushKeys({ ...KEYS, auth: "AAAA" })).toBe(false);
    const offCurve = Buffer.from(RFC.receiver.key, "base64url");
    offCurve[64] = (offCurve[64] ?? 0) ^ 1;
    expect(await arePushKeys({ ...KEYS, p256dh: offCurve.toString("base64url") })).toBe(false);
  });

  it("has names in one line, cut between signs", () => {
    expect(clipText("  Jane\n Doe ", 20)).toBe("Jane Doe");
    expect(clipText("🎉".repeat(30), 5)).toBe("🎉🎉🎉🎉…");
  });
});
