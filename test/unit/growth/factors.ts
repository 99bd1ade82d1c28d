import { readAssertion, readNewCredential } from "#modules/accounts/factors/check-passkey.ts";
import { deviceOf, networkAround } from "#modules/accounts/rules/device.ts";
import { mailTokenHash } from "#modules/accounts/rules/mail-token.ts";
import { oneLine } from "#modules/accounts/passwords/notice-mail.ts";
import { assertLogo, readPicture } from "#modules/accounts/rules/picture.ts";
import { recoveryCodeHash } from "#modules/accounts/rules/recovery-code.ts";
import { stepOfCode } from "#modules/accounts/rules/totp.ts";
import { asId, type UnixMs, type UserId, type WorkspaceId } from "#platform/rules/ids.ts";
import { describePerson, isIncomplete } from "#modules/accounts/rules/sso.ts";
import { families, repeat, type Family } from "./family.ts";
import { SIGNS } from "./signs.ts";

const HEADER = 16 * 1024;
/** As the contract limits them. */
const CODE = 60;
const ATTESTATION = 16_384;
const SIGNED = 8_192;

const party = { id: "localhost", origin: "http://localhost", problem: null };
const credential = { id: "AA", rawId: "AA", type: "public-key" as const };
const passkey = { credentialId: "AA", publicKey: "pQECAyYgAQ", rpId: "localhost", userHandle: "" };

/** A CBOR of arrays within arrays, of maps, of texts that claim to be longer, and none at all. */
const CBOR = {
  "arrays within arrays": repeat("gYGB"),
  "maps without values": repeat("oaGh"),
  "a text that is longer than everything": repeat("e_____"),
  "a byte string": repeat("WQ__AA"),
  "one sign": repeat("A"),
};

/** A data URL that is as long as the contract lets it be. */
const LOGO = 350_000;
const PICTURES = {
  ...SIGNS,
  "a picture": repeat("iVBO", { before: "data:image/png;base64," }),
  "a picture that ends wrongly": repeat("A", { before: "data:image/webp;base64,", after: "===" }),
  "pictures upon pictures": repeat("data:image/png;base64,"),
};
const refused = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (cause) {
    return cause;
  }
};

/** As much as a provider's answer may be. */
const CLAIMS = 256 * 1024;
const RULES = {
  issuer: "https://id.example.com",
  domains: ["example.com"],
  trust_email: false,
  role_claim: "a.b",
  roles: Array.from({ length: 100 }, (_, i) => ({
    value: `group ${i}`,
    role: "employee" as const,
    workspaces: [asId<WorkspaceId>(i + 1)],
  })),
  default_role: null,
  mfa_values: ["mfa"],
};
const manyGroups = (length: number) => ({
  a: { b: Array.from({ length: Math.floor(length / 8) }, (_, i) => `group ${i}`) },
  email: "ann@example.com",
  email_verified: true,
});
const deep = (length: number) =>
  JSON.parse('{"a":'.repeat(length / 8) + "1" + "}".repeat(length / 8));
const CLAIMED = {
  "many groups": manyGroups,
  "a long name": (length: number) => ({ name: "a\u202e ".repeat(length / 8) }),
  "a long address": (length: number) => ({ email: "@".repeat(length), email_verified: true }),
  "claims within claims": (length: number) => deep(Math.min(length, 8_000)),
  "one long group": (length: number) => ({ "a.b": "x".repeat(length) }),
};

/** Codes, user agents, names and pictures, what authenticators answer, and what providers say of people. */
export const FACTORS: readonly Family[] = [
  ...families(
    "modules/accounts/rules/totp.ts#stepOfCode",
    (code: string) => stepOfCode(Buffer.alloc(20), code, 1_800_000_000_000 as UnixMs, 0),
    CODE,
    SIGNS,
  ),
  ...families(
    "modules/accounts/rules/recovery-code.ts#recoveryCodeHash",
    (code: string) => recoveryCodeHash(asId<UserId>(1), code),
    CODE,
    SIGNS,
  ),
  ...families(
    "modules/accounts/rules/mail-token.ts#mailTokenHash",
    (token: string) => mailTokenHash("invitation", token),
    CODE,
    SIGNS,
  ),
  ...families("modules/accounts/passwords/notice-mail.ts#oneLine", oneLine, HEADER, SIGNS),
  ...families("modules/accounts/rules/picture.ts#readPicture", readPicture, LOGO, PICTURES),
  ...families(
    "modules/accounts/rules/picture.ts#assertLogo",
    (url: string) => refused(() => assertLogo(url)),
    LOGO,
    PICTURES,
  ),
  ...families("modules/accounts/rules/device.ts#deviceOf", deviceOf, HEADER, {
    ...SIGNS,
    "browsers upon browsers": repeat("Chrome Safari Windows "),
  }),
  ...families(
    "modules/accounts/rules/sso.ts#describePerson",
    (claims: Record<string, unknown>) => describePerson(claims, RULES),
    CLAIMS,
    CLAIMED,
  ),
  ...families(
    "modules/accounts/rules/sso.ts#isIncomplete",
    (claims: Record<string, unknown>) => isIncomplete(claims, RULES),
    CLAIMS,
    CLAIMED,
  ),
  ...families(
    "modules/accounts/rules/sso.ts#isAddress",
    (email: string) => describePerson({ email, email_verified: true }, RULES),
    CLAIMS,
    SIGNS,
  ),
  ...families("modules/accounts/rules/device.ts#networkAround", networkAround, HEADER, {
    ...SIGNS,
    colons: repeat(":"),
    groups: repeat("1:"),
  }),
  ...families(
    "modules/accounts/factors/check-passkey.ts#readNewCredential",
    (attestationObject: string) =>
      readNewCredential(party, "x", {
        ...credential,
        response: { attestationObject, clientDataJSON: "e30" },
      }),
    ATTESTATION,
    CBOR,
  ),
  ...families(
    "modules/accounts/factors/check-passkey.ts#readAssertion",
    (authenticatorData: string) =>
      readAssertion(party, "x", passkey, {
        ...credential,
        response: { authenticatorData, clientDataJSON: "e30", signature: authenticatorData },
      }),
    SIGNED,
    CBOR,
  ),
];
