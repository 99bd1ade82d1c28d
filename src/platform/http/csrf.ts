import { AppError } from "#platform/rules/errors.ts";

/**
 * Refuses an unsafe request that a browser sent from another site with our cookie.
 * Without both headers the request does not come from a browser and passes.
 */
export function assertSameSite(request: Request, here: string): void {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) {
    if (site === "same-origin" || site === "none") return;
    throw crossSite();
  }
  const origin = request.headers.get("origin");
  if (origin === null) return;
  if (origin === new URL(request.url).origin || origin === new URL(here).origin) return;
  throw crossSite();
}

const crossSite = (): AppError =>
  new AppError("cross_site", "Open the dashboard at its own address and try again.");
