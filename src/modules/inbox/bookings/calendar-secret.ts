import { z } from "zod";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { createHash } from "node:crypto";

/** What is sealed behind a calendar. */
const CalendarSecret = z.object({
  /** What it signs with; null where nothing signs. */
  signing: z.string().nullable(),
  /** By which its subscription is ended; null where a person made it. */
  api_token: z.string().nullable(),
  base_url: z.string().nullable(),
});
export type CalendarSecret = z.output<typeof CalendarSecret>;

const placeOf = (ctx: Pick<WorkspaceCtx, "workspaceId">): string =>
  `integrations:secret:${ctx.workspaceId}`;

export const sealCalendar = (ctx: WorkspaceCtx, secret: CalendarSecret): Promise<string> =>
  ctx.vault.seal(JSON.stringify(secret), placeOf(ctx));

/** Throws when its key is gone from VAULT_KEYS. */
export const openCalendar = async (ctx: WorkspaceCtx, sealed: string): Promise<CalendarSecret> =>
  CalendarSecret.parse(JSON.parse(await ctx.vault.open(sealed, placeOf(ctx))));

const random = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");

/** A new secret of 256 bits, for a URL or a signature. */
export const newSecret = random;

/** What is stored of a URL's token, and looked up. */
export const tokenHash = (token: string): string =>
  createHash("sha256").update(token).digest("hex");
