import type { Deps } from "#platform/ctx/ctx.ts";
import { isForThisMachine } from "#platform/ctx/settings.ts";
import { AppError } from "#platform/rules/errors.ts";

const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * For what claims an install. One that only this machine reaches can still be reached by a page in
 * its browser, whose own name the name server leads here: the Host header tells. Throws `forbidden`.
 */
export function assertClaimHost({ settings }: Deps, request: Request): void {
  if (!isForThisMachine(settings)) return;
  const { hostname } = new URL(request.url);
  if (LOCAL_HOSTS.has(hostname) || hostname === new URL(settings.BASE_URL).hostname) return;
  throw new AppError(
    "forbidden",
    `This server must be set up at ${settings.BASE_URL}. To use another address, set BASE_URL to it first.`,
  );
}
