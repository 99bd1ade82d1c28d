import { jwtVerify, SignJWT } from "jose";
import { type UnixMs, unixMs, type UserId } from "#domain/ids.ts";
import { toDate } from "#domain/time.ts";

const ISSUER = "outrider";
const AUDIENCE = "outrider-api";

export type SessionClaims = {
  readonly userId: UserId;
  readonly sessionId: string;
  readonly sessionVersion: number;
  /** The admin behind an impersonated session. */
  readonly actorId: UserId | null;
};

/** Signs a session token (HS256; claims of contract 1.1). `expiresAt` and `now` are cut to seconds. */
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

/** The claims of a valid, unexpired token; null for anything else. Whether the session still stands, the rows decide. */
export async function verifySession(
  secret: string,
  token: string,
  now: UnixMs,
): Promise<SessionClaims | null> {
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
    if (unixMs((payload.iat ?? 0) * 1_000) > now + 60_000) return null;
    return {
      userId: userId as UserId,
      sessionId: sid,
      sessionVersion: sv,
      actorId: actor as UserId | null,
    };
  } catch {
    return null;
  }
}

const keyOf = (secret: string): Uint8Array => new TextEncoder().encode(secret);
