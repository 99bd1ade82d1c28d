import { createHash } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { type UnixMs, unixMs, type UserId } from "#platform/rules/ids.ts";
import { toDate } from "#platform/rules/time.ts";

const ISSUER = "outrider";
const AUDIENCE = "outrider-api";

export type SessionClaims = {
  readonly userId: UserId;
  readonly sessionId: string;
  readonly sessionVersion: number;
  /** The admin behind an impersonated session. */
  readonly actorId: UserId | null;
};

/** Signs a session token (HS256). `expiresAt` and `now` are cut to seconds. */
export function signSession(
  secret: string,
  claims: SessionClaims & { expiresAt: UnixMs; now: UnixMs },
): Promise<string> {
  return new SignJWT({
    sid: claims.sessionId,
    sv: claims.sessionVersion,
    ...(claims.actorId === null ? {} : { act: { sub: String(claims.actorId) } }),
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(claims.userId))
    .setIssuedAt(Math.floor(claims.now / 1_000))
    .setExpirationTime(Math.floor(claims.expiresAt / 1_000))
    .sign(keyOf(secret));
}

/** What a token says, and while when. */
type Verified = {
  readonly claims: SessionClaims;
  readonly issuedAt: UnixMs;
  readonly expiresAt: UnixMs;
};

/**
 * Tokens whose signature was found good, by a hash over secret and token: checking it again would
 * cost more than the rest of a small request. Only what we signed gets in, so nobody can flood it.
 */
const verified = new Map<string, Verified>();
const MOST_VERIFIED = 5_000;

/** A clock that is not quite ours may have issued it. */
const CLOCK_SKEW_MS = 60_000;

/** The claims of a valid, unexpired token; null for anything else. Whether the session still stands, the rows decide. */
export async function verifySession(
  secret: string,
  token: string,
  now: UnixMs,
): Promise<SessionClaims | null> {
  const id = createHash("sha256").update(secret).update("\0").update(token).digest("base64");
  const known = verified.get(id) ?? (await readToken(secret, token, now));
  if (!known) return null;
  if (!verified.has(id)) {
    for (const oldest of verified.keys()) {
      if (verified.size < MOST_VERIFIED) break;
      verified.delete(oldest);
    }
    verified.set(id, known);
  }
  const isCurrent = known.expiresAt > now && known.issuedAt <= now + CLOCK_SKEW_MS;
  return isCurrent ? known.claims : null;
}

/** Checks the signature and reads the claims of a token that is valid at `now`. */
async function readToken(secret: string, token: string, now: UnixMs): Promise<Verified | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: ["HS256"],
      typ: "JWT",
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ["sub", "sid", "sv", "iat", "exp"],
      currentDate: toDate(now),
    });
    const userId = Number(payload.sub);
    const { sid, sv, act } = payload as { sid?: unknown; sv?: unknown; act?: { sub?: unknown } };
    const actor = act === undefined ? null : Number(act.sub);
    if (actor !== null && !Number.isSafeInteger(actor)) return null;
    if (!Number.isSafeInteger(userId) || typeof sid !== "string" || typeof sv !== "number")
      return null;
    return {
      claims: {
        userId: userId as UserId,
        sessionId: sid,
        sessionVersion: sv,
        actorId: actor as UserId | null,
      },
      issuedAt: unixMs((payload.iat ?? 0) * 1_000),
      expiresAt: unixMs((payload.exp ?? 0) * 1_000),
    };
  } catch {
    return null;
  }
}

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);
