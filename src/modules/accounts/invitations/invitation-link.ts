import type { Deps } from "#platform/ctx/ctx.ts";
import { asId, type UnixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { type Brand, brandOfWorkspace, installBrand } from "#modules/accounts/brands/read-brand.ts";
import {
  MAIL_AGAIN_MS,
  mailToken,
  mailTokenHash,
  newSeed,
} from "#modules/accounts/rules/mail-token.ts";

import { workspacesOf } from "./present.ts";
import type { InvitationRow } from "./store.ts";

const INVITATION_DAYS = 7;

type From = Pick<Deps, "settings" | "now">;

/** A new link: what a row stores of it. Without a mail server nothing waits to be mailed. */
export function newLink(deps: From): {
  seed: string;
  hash: string;
  sentAt: UnixMs;
  expiresAt: UnixMs;
  mailAt: UnixMs | null;
} {
  const seed = newSeed();
  const now = deps.now();
  return {
    seed,
    hash: mailTokenHash("invitation", mailToken(deps.settings.AUTH_SECRET, "invitation", seed)),
    sentAt: now,
    expiresAt: later(now, INVITATION_DAYS * DAY_MS),
    mailAt: deps.settings.SYSTEM_MAIL_URL === undefined ? null : later(now, MAIL_AGAIN_MS),
  };
}

/** The link of a row. Its token stands after the "#", so that no server logs it. */
export const linkOf = ({ settings }: From, origin: string, seed: string): string =>
  `${origin}/invitation#token=${mailToken(settings.AUTH_SECRET, "invitation", seed)}`;

/** The brand in which an invitation is written: a client's by that of their workspace. */
export const brandOfInvitation = (
  deps: Pick<Deps, "install" | "settings">,
  row: InvitationRow,
): Promise<Brand> => {
  const [first] = workspacesOf(row);
  return row.role === "client" && first
    ? brandOfWorkspace(deps, asId<WorkspaceId>(first.id))
    : installBrand(deps);
};
