import {
  type AuthenticationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";
import type { Outside } from "#platform/rules/outside-text.ts";
import type { PasskeyAssertion, PasskeyAttestation } from "#modules/accounts/contract/factors.ts";
import type { PasskeyRow } from "./passkey-store.ts";
import type { RelyingParty } from "./relying-party.ts";

/** A host that passkeys can be used at. */
export type Party = Extract<RelyingParty, { problem: null }>;

/** EdDSA, ES256, RS256: what today's authenticators have. */
export const ALGORITHMS = [-8, -7, -257];

export type NewCredential = {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
};

/**
 * The credential of an answer to a registration; null for anything that is not for this challenge,
 * origin and host, or whose person was not verified. Statements of manufacturers were not asked for
 * and are refused: verifying one would fetch addresses that its sender chose.
 */
export async function readNewCredential(
  party: Party,
  challenge: string,
  response: Outside<PasskeyAttestation>,
): Promise<NewCredential | null> {
  try {
    const bytes = isoBase64URL.toBuffer(response.response.attestationObject);
    const attestation = decodeAttestationObject(bytes);
    const format = attestation.get("fmt");
    const hasCertificate = attestation.get("attStmt").get("x5c") !== undefined;
    if ((format !== "none" && format !== "packed") || hasCertificate) return null;
    const checked = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      expectedType: "webauthn.create",
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!checked.verified) return null;
    const { credential } = checked.registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: isoBase64URL.fromBuffer(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports ?? [],
    };
  } catch {
    return null;
  }
}

/**
 * The counter of a signature that holds for this challenge, origin, host and passkey; null for
 * any other. Whether the counter may be is left to the row: that has to be decided once.
 */
export async function readAssertion(
  party: Party,
  challenge: string,
  passkey: Pick<PasskeyRow, "credentialId" | "publicKey" | "rpId" | "userHandle">,
  response: Outside<PasskeyAssertion>,
): Promise<number | null> {
  const { userHandle } = response.response;
  if (passkey.rpId !== party.id) return null;
  if (userHandle != null && userHandle !== "" && userHandle !== passkey.userHandle) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      expectedType: "webauthn.get",
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: isoBase64URL.toBuffer(passkey.publicKey),
        // Compared by the statement that stores it.
        counter: 0,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
