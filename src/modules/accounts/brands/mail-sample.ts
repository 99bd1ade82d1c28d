import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { letter, sayIn } from "#platform/words/phrase.ts";
import { assertMailsNotices, noticeMail } from "#modules/accounts/passwords/notice-mail.ts";
import { brandOfWorkspace } from "./read-brand.ts";
import { assertStanding } from "./save-brand.ts";

/**
 * Mails the caller what a client of the workspace would get. Throws `not_found` where there is no such
 * workspace, or the install sends no mail of its own; `forbidden` for a key, which has no address.
 */
export async function mailSample(ctx: CallerCtx, id: WorkspaceId): Promise<{ to: string }> {
  const person = personOf(ctx.caller);
  await assertStanding(ctx, id);
  assertMailsNotices(ctx);
  const brand = await brandOfWorkspace(ctx, id);
  const say = sayIn(person.language);
  await ctx.mail.transmit([
    noticeMail(ctx, brand, {
      key: `sample:${ctx.requestId}`,
      to: { address: person.email, name: person.name },
      subject: say("Test email of {product}", { product: brand.name }),
      text: letter(
        say("Hello {name},", { name: person.name }),
        say(
          "this is how clients get emails about their account: by this sender, and with links to this address:",
        ),
        brand.origin,
        say("There is nothing to do."),
      ),
    }),
  ]);
  return { to: person.email };
}
