export const AUTH_COOKIE = "auth_token";
export const SESSION_SECONDS = 7 * 24 * 3_600;

/** `Set-Cookie` value of a session token; `Secure` when the install is reached by https. */
export function authCookie(
  token: string,
  baseUrl: string,
  maxAgeSeconds = SESSION_SECONDS,
): string {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${AUTH_COOKIE}=${token}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${maxAgeSeconds}${secure}`;
}

export const clearedAuthCookie = (baseUrl: string): string => authCookie("", baseUrl, 0);

/** The token in a Cookie header, or null. */
export function readAuthCookie(header: string | null): string | null {
  for (const pair of header?.split(";") ?? []) {
    const [name, ...value] = pair.trim().split("=");
    if (name === AUTH_COOKIE) return value.join("=");
  }
  return null;
}
