/** Paths that the app answers itself, on both hosts; every other one belongs to the dashboard. */
export const APP_PATHS = ["/api", "/t", "/unsubscribe", "/health", "/metrics", "/mcp", "/internal"];

/** Whether the app answers this path, and not the dashboard. */
export const isAppPath = (path: string): boolean =>
  APP_PATHS.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

/**
 * Files about the product itself: its guides, and its icon. A workspace's own host has none of them, as
 * if they were not there.
 */
export const isOfProduct = (path: string): boolean =>
  path === "/docs" || path.startsWith("/docs/") || path === "/favicon.svg";

/** The headers of every file of the dashboard: the app's own. */
export const ASSET_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  "Strict-Transport-Security": "max-age=15552000",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "X-Frame-Options": "DENY",
  "X-Robots-Tag": "noindex",
};

/** Files below this path have their content's hash in their name. */
export const HASHED_PATH = "/assets/";
export const HASHED_CACHE = "public, max-age=31536000, immutable";
/** Everything else is revalidated, and mostly not sent again. */
export const PAGE_CACHE = "no-cache";

/** The `_headers` file by which Workers' static assets answer alike. */
export function headersFile(): string {
  const lines = Object.entries(ASSET_HEADERS).map(([name, value]) => `  ${name}: ${value}`);
  return [
    "/*",
    ...lines,
    `  Cache-Control: ${PAGE_CACHE}`,
    `${HASHED_PATH}*`,
    "  ! Cache-Control",
    `  Cache-Control: ${HASHED_CACHE}`,
    "",
  ].join("\n");
}
