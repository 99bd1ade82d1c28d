import { timingSafeEqual } from "node:crypto";
import type { Deps } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";

/** Throws `forbidden` where SETUP_TOKEN is set and the request does not carry it. */
export function assertSetupToken(deps: Deps, request: Request): void {
  const expected = deps.settings.SETUP_TOKEN;
  if (expected === undefined) return;
  const given = Buffer.from(request.headers.get("x-setup-token") ?? "");
  const wanted = Buffer.from(expected);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  throw new AppError("forbidden", "Send the install's setup token in the header X-Setup-Token.");
}
