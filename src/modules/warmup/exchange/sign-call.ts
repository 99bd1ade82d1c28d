import { compactVerify, importJWK } from "jose";
import { z } from "zod";
import type { Deps } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { printOf } from "#modules/warmup/rules/exchange/identity.ts";
import { CALL_GOOD_MS } from "#modules/warmup/rules/exchange/limits.ts";
import { ExchangeAnswer, type ExchangeCall } from "#modules/warmup/contract/exchange.ts";
import { takeNonce } from "./exchange-store.ts";
import { identityOf } from "./keys.ts";

/** Where installs call each other. */
export const EXCHANGE_PATH = "/api/v1/warmup/exchange";
const CALL_TIMEOUT_MS = 10_000;
const MAX_ANSWER = 64 * 1024;

/** A call as its signer wrote it: for one receiver, one moment and one use. */
const Payload = z.object({
  op: z.enum(["accept", "partners", "reports", "end"]),
  id: z.string().max(64),
  aud: z.string().max(64),
  iat: z.number(),
  nonce: z.string().min(16).max(64),
  body: z.record(z.string(), z.unknown()),
});
export type CallPayload = z.output<typeof Payload>;

export type Callee = { readonly url: string; readonly key: string; readonly id: string };

/**
 * Calls the partner's install, signed and naming it as the receiver. Throws `conflict` with the
 * partner's words where it refuses, and `upstream_*` where it cannot be reached.
 */
export async function callPartner(
  deps: Deps,
  to: Callee,
  op: CallPayload["op"],
  body: Readonly<Record<string, unknown>>,
): Promise<ExchangeAnswer> {
  const identity = await identityOf(deps);
  const payload: CallPayload = {
    op,
    id: to.id,
    aud: printOf(to.key),
    iat: deps.now(),
    nonce: crypto.randomUUID(),
    body: { ...body },
  };
  const sent = await deps.egress.post({
    url: `${to.url}${EXCHANGE_PATH}`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ call: await identity.sign(payload) } satisfies ExchangeCall),
    timeoutMs: CALL_TIMEOUT_MS,
    maxBytes: MAX_ANSWER,
  });
  if (!sent.ok) {
    throw new AppError("upstream_unavailable", "The other installation could not be reached.");
  }
  if (sent.reply.status !== 200) {
    const message =
      "The other installation refused: the exchange or invitation is not known there any more, or not confirmed yet.";
    throw new AppError(sent.reply.status < 500 ? "conflict" : "upstream_failed", message);
  }
  const parsed = ExchangeAnswer.safeParse(parseJson(sent.reply.body));
  if (!parsed.success) {
    throw new AppError("upstream_failed", "The other installation sent an unexpected answer.");
  }
  return parsed.data;
}

const REFUSED =
  "The call is not signed by the partner, not for this installation, too old, or was taken before.";
export const refusedCall = (): AppError => new AppError("signature_invalid", REFUSED);

/** The payload of a JWS by this key. Throws `signature_invalid`. */
export async function openSigned(jws: string, key: string): Promise<unknown> {
  try {
    const jwk = await importJWK({ kty: "OKP", crv: "Ed25519", x: key }, "EdDSA");
    const { payload } = await compactVerify(jws, jwk, { algorithms: ["EdDSA"] });
    return parseJson(new TextDecoder().decode(payload));
  } catch (cause) {
    throw new AppError("signature_invalid", REFUSED, { cause });
  }
}

/** What a call says, not verified: who it may be from. Throws `signature_invalid`. */
export function readUnverified(jws: string): CallPayload {
  const [, payload = ""] = jws.split(".");
  const parsed = Payload.safeParse(parseJson(Buffer.from(payload, "base64url").toString("utf8")));
  if (!parsed.success) throw refusedCall();
  return parsed.data;
}

/** A call of the holder of this key to this install, now, and for the first time. Throws `signature_invalid`. */
export async function verifyCall(deps: Deps, jws: string, key: string): Promise<CallPayload> {
  const parsed = Payload.safeParse(await openSigned(jws, key));
  if (!parsed.success) throw refusedCall();
  const call = parsed.data;
  const { key: own } = await identityOf(deps);
  if (call.aud !== printOf(own)) throw refusedCall();
  if (Math.abs(call.iat - deps.now()) > CALL_GOOD_MS) throw refusedCall();
  if (!(await takeNonce(deps.install, call.id, call.nonce, deps.now()))) throw refusedCall();
  return call;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
