import { generateAuthenticationOptions } from "@simplewebauthn/server";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { PasskeyAssertion } from "#modules/accounts/contract/factors.ts";
import { type Party, readAssertion } from "./check-passkey.ts";
import { tellPerson } from "./notices.ts";
import { selectPasskeyNamed, selectPasskeys, takeCount } from "./passkey-store.ts";

/** Options for the browser. Without a person any passkey of this host may answer. */
export async function assertionOptions(
  ctx: PublicCtx,
  party: Party,
  challenge: string,
  userId: UserId | null,
): Promise<Record<string, unknown>> {
  const own = userId === null ? [] : await selectPasskeys(ctx.install, userId);
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    userVerification: "required",
    timeout: 5 * MINUTE_MS,
    allowCredentials: own
      .filter(({ rpId }) => rpId === party.id)
      .map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: transports as never,
      })),
  });
  return { ...options };
}

/**
 * Whose passkey answered a challenge rightly; null for a wrong answer, for a passkey of another
 * person than `userId`, and for one whose counter went back, which is mailed to its person.
 */
export async function takePasskey(
  ctx: PublicCtx,
  party: Party,
  challenge: string,
  response: PasskeyAssertion,
  userId: UserId | null,
): Promise<UserId | null> {
  const passkey = await selectPasskeyNamed(ctx.install, response.id);
  if (!passkey || (userId !== null && passkey.userId !== userId)) return null;
  const counter = await readAssertion(party, challenge, passkey, response);
  if (counter === null) return null;
  const taken = await takeCount(ctx.install, passkey.id, counter, ctx.now());
  if (taken.length > 0) return passkey.userId;
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "auth.passkey_refused",
      userId: passkey.userId,
      target: { type: "passkey", id: passkey.id },
      details: { counter, stored: passkey.counter },
    }),
  ]);
  await tellPerson(ctx, passkey.userId, "passkey_refused");
  return null;
}
