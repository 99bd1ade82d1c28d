import type { ForgotPasswordBody } from "#modules/accounts/contract/accounts.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { assertMailsNotices } from "./notice-mail.ts";
import { findLogin } from "#modules/accounts/people/store.ts";

/**
 * Starts a password reset by mail. The answer and its time are the same whether the address has an
 * account or not. Throws `not_found` where the install sends no mail of its own.
 */
export async function askReset(ctx: PublicCtx, { email }: ForgotPasswordBody): Promise<void> {
  assertMailsNotices(ctx);
  const user = await findLogin(ctx.install, email);
  const isTheirs = user !== null && user.stands === 1 && user.email === email;
  await ctx.queue.send({
    type: "password_reset.mail.v1",
    userId: isTheirs ? user.id : null,
    ...(ctx.ownHost && { at: ctx.ownHost.workspaceId }),
  });
}
