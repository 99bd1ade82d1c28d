import { parse, serialize } from "hono/utils/cookie";

export const AUTH_COOKIE = "auth_token";
export const SESSION_SECONDS = 7 * 24 * 3_600;

/** `Set-Cookie` value of a session token; `Secure` when the install is reached by https. */
export const authCookie = (
  token: string,
  baseUrl: string,
  maxAgeSeconds = SESSION_SECONDS,
): string =>
  serialize(AUTH_COOKIE, token, {
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    maxAge: maxAgeSeconds,
    secure: baseUrl.startsWith("https:"),
  });

export const clearedAuthCookie = (baseUrl: string): string => authCookie("", baseUrl, 0);

/** The token in a Cookie header, or null. */
export const readAuthCookie = (header: string | null): string | null =>
  parse(header ?? "", AUTH_COOKIE)[AUTH_COOKIE] ?? null;
