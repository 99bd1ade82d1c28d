import type { MailboxPresets } from "#modules/mailboxes/contract/mailboxes.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { findPreset } from "#modules/mailboxes/discovery/discover.ts";
import { MAIL_PRESETS } from "#modules/mailboxes/rules/presets.ts";

/** The large providers' servers; for an address also whose it is, by its domain or that domain's MX. */
export async function listPresets(
  ctx: WorkspaceCtx,
  email: string | undefined,
): Promise<MailboxPresets> {
  return {
    data: MAIL_PRESETS.map(({ id, name, smtp, imap, help, helpUrl }) => ({
      id,
      name,
      smtp,
      imap,
      help,
      help_url: helpUrl,
    })),
    guess: email === undefined ? null : await guess(ctx, domainOf(email)),
  };
}

async function guess(ctx: WorkspaceCtx, domain: string): Promise<MailboxPresets["guess"]> {
  const found = await findPreset(ctx, domain);
  return found && { preset: found.preset.id, by: found.by };
}
