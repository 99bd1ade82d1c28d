import { parse, serialize } from "hono/utils/cookie";
import type { Deps, RequestInfo } from "#platform/ctx/ctx.ts";
import { originHere } from "#platform/ctx/own-host.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { SECOND_MS } from "#platform/rules/time.ts";

export const AUTH_COOKIE = "auth_token";
export const SESSION_SECONDS = 7 * 24 * 3_600;

/** `Set-Cookie` value of a session token for this address alone; `Secure` when it is reached by https. */
export const authCookie = (
  token: string,
  origin: string,
  maxAgeSeconds = SESSION_SECONDS,
): string =>
  serialize(AUTH_COOKIE, token, {
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    maxAge: maxAgeSeconds,
    secure: origin.startsWith("https:"),
  });

/** The same for a session that ends at a time, at the address that a request came to. */
export const sessionCookie = (
  ctx: Pick<RequestInfo, "ownHost"> & Pick<Deps, "settings" | "now">,
  { token, expiresAt }: { readonly token: string; readonly expiresAt: UnixMs },
): string => authCookie(token, originHere(ctx), Math.ceil((expiresAt - ctx.now()) / SECOND_MS));

export const clearedAuthCookie = (origin: string): string => authCookie("", origin, 0);

/** The token in a Cookie header, or null. */
export const readAuthCookie = (header: string | null): string | null =>
  parse(header ?? "", AUTH_COOKIE)[AUTH_COOKIE] ?? null;

/** Which browser began something at a provider. With https its prefix keeps other hosts from setting it. */
const flowCookieName = (origin: string): string =>
  origin.startsWith("https:") ? "__Host-sso" : "sso";

/** `Set-Cookie` value that lets the provider's answer be known as this browser's. */
export const flowCookie = (value: string, origin: string, maxAgeSeconds: number): string =>
  serialize(flowCookieName(origin), value, {
    httpOnly: true,
    // The way back begins at the provider.
    sameSite: "Lax",
    path: "/",
    maxAge: maxAgeSeconds,
    secure: origin.startsWith("https:"),
  });

export function readFlowCookie(header: string | null, origin: string): string | null {
  const name = flowCookieName(origin);
  return parse(header ?? "", name)[name] ?? null;
}
