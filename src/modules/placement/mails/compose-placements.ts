import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { addressed, footerWords } from "#modules/campaigns/words/compose-mail.ts";
import type { Composed, Keep } from "#modules/delivery/engine/kind.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { workspaceLinkBase } from "#modules/links/tracking-domains/own-host.ts";
import { loadSenders } from "#modules/mailboxes/connections/load-senders.ts";
import { installSeedsAmong } from "#modules/placement/seeds/find-seeds.ts";
import { composeVersion } from "./compose-version.ts";
import { keepSubjects, selectLeasedPlacements } from "./mail-store.ts";

/**
 * Writes the test emails of a lease. One whose seed is gone, or may not be written to any more, ends
 * untried.
 */
export async function composePlacements(
  ctx: WorkspaceCtx,
  lease: string,
  ids: readonly number[],
): Promise<{ readonly composed: readonly Composed[] } & Partial<Keep>> {
  const mails = await selectLeasedPlacements(ctx.db, ctx.workspaceId, lease, ids);
  if (mails.length === 0) return { composed: [] };
  const [settings, linkBase, senders, suppressed, ofInstall] = await Promise.all([
    readSettings(ctx),
    workspaceLinkBase(ctx),
    loadSenders(ctx, [...new Set(mails.map(({ mailboxId }) => mailboxId))]),
    suppressedAmong(ctx, [...new Set(mails.map(({ seedEmail }) => seedEmail))]),
    installSeedsAmong(
      ctx,
      mails.map(({ seed }) => seed),
    ),
  ]);
  const own = { words: footerWords(settings), linkBase };
  const composed = mails.map((mail): Composed => {
    const letter = { id: mail.id, messageId: mail.messageId };
    const sender = senders.get(mail.mailboxId);
    const isGone = mail.seed.startsWith("install:") && !ofInstall.has(mail.seed);
    if (isGone) return { as: "ended", letter, reason: "seed_gone" };
    if (suppressed.has(mail.seedEmail)) return { as: "ended", letter, reason: "suppressed" };
    if (!sender) return { as: "away", letter };
    const made = composeVersion(ctx, mail.mail, mail.version, sender, own);
    if (!made.ok) return { as: "unsendable", letter, detail: made.detail };
    return {
      as: "mail",
      letter,
      mail: addressed(
        ctx,
        { subject: made.subject, html: made.html, text: made.text, answers: null },
        sender,
        { address: mail.seedEmail, name: "" },
        {
          messageId: mail.messageId,
          cc: [],
          bcc: [],
          optOut: mail.mail.unsubscribeHeader ? made.optOut : null,
          ancestors: [],
        },
      ),
    };
  });
  const subjects = composed.flatMap((one) =>
    one.as === "mail" ? [{ id: one.letter.id, subject: one.mail.subject }] : [],
  );
  return { composed, keep: [keepSubjects(ctx.db, ctx.workspaceId, lease, subjects)] };
}
