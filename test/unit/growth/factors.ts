import { readAssertion, readNewCredential } from "#modules/accounts/factors/check-passkey.ts";
import { deviceOf, networkAround } from "#modules/accounts/rules/device.ts";
import { recoveryCodeHash } from "#modules/accounts/rules/recovery-code.ts";
import { stepOfCode } from "#modules/accounts/rules/totp.ts";
import { asId, type UnixMs, type UserId } from "#platform/rules/ids.ts";
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

/** Codes, user agents, and what authenticators answer. */
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
  ...families("modules/accounts/rules/device.ts#deviceOf", deviceOf, HEADER, {
    ...SIGNS,
    "browsers upon browsers": repeat("Chrome Safari Windows "),
  }),
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
