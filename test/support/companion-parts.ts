import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCrash } from "#companion/crash.ts";
import { deliver, type SessionSlot } from "#companion/deliver.ts";
import { AppError } from "#platform/rules/errors.ts";
import { createAttachmentReader } from "#companion/imap/fetch-attachment.ts";
import { createFetcher } from "#companion/imap/fetch.ts";
import { createImapPool } from "#companion/imap/pool.ts";
import { lookForMails } from "#companion/imap/look.ts";
import { tendMails } from "#companion/imap/tend.ts";
import { openJournal } from "#companion/journal.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { noTokens, type TokenSource } from "#smtp/with-token.ts";
import type { Harness, HarnessOptions } from "./harness.ts";

/**
 * The companion's own parts (SMTP session, journal, IMAP) as the mail service of an app in this
 * process: a signed channel would refuse a clock that the test moves. `tokens` gives the access
 * tokens of mailboxes that sign in without a password.
 */
export async function companionParts(tokens: TokenSource = noTokens) {
  const folder = await mkdtemp(join(tmpdir(), "outrider-parts-"));
  const log = () => {};
  const journal = await openJournal(join(folder, "journal.ndjson"), { now: () => Date.now(), log });
  const pool = createImapPool(tokens);
  const fetcher = createFetcher(pool);
  const attachment = createAttachmentReader(pool);
  const slots = new Map<string, SessionSlot>();
  return {
    mail: (app: () => Harness): NonNullable<HarnessOptions["mail"]> => ({
      async transmit(mails) {
        const { deps } = app();
        for (const mail of mails) {
          const slot = slots.get(mail.smtp.username) ?? { session: null };
          slots.set(mail.smtp.username, slot);
          const result = await deliver(mail, slot, {
            journal,
            log,
            tokens,
            crash: createCrash(null),
            channel: {
              async intend({ ticket, lease }) {
                const { granted } = await grantIntents(deps, { intents: [{ ticket, lease }] });
                return granted.includes(ticket);
              },
            },
          });
          await settleResults(deps, { results: [result] });
          journal.settled(result);
        }
      },
      fetch: (request) => fetcher.fetch(request),
      tend: (request) => tendMails(pool, request),
      async attachment(request) {
        const answer = await attachment(request).catch((cause: unknown) => {
          throw new AppError("upstream_failed", "IMAP failed.", { cause });
        });
        if (answer.status === 410) throw new AppError("mail_gone", "The email is gone.");
        const bytes = answer.bytes === undefined ? null : new Uint8Array(answer.bytes);
        return { size: bytes?.length ?? null, body: bytes && new Response(bytes).body };
      },
      look: (request) => lookForMails(pool, request),
    }),
    async close() {
      for (const { session } of slots.values()) session?.close();
      fetcher.close();
      pool.close();
      await journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
