import type { Connection } from "#platform/wire/companion.ts";
import type { TestMailboxAnswer, TestMailboxBody } from "#modules/mailboxes/contract/mailboxes.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { withoutPassword } from "#modules/mailboxes/rules/without-password.ts";
import { assertMayDial, type Connections } from "./connections.ts";
import { takeTest } from "./test-limit.ts";
import { completeImap } from "#modules/mailboxes/mailboxes/imap-fields.ts";

/**
 * Logs in to SMTP and IMAP, sends nothing, stores nothing. A failed log-in is an answer with the
 * step that failed. Throws `validation_failed` for a host or port that may not be dialled and
 * `upstream_unavailable` or `upstream_timeout` when the mail service is away. `beforeDialling` may
 * still say no.
 */
export async function testConnections(
  ctx: WorkspaceCtx,
  { smtp, imap }: Connections,
  beforeDialling: () => Promise<void> = async () => {},
): Promise<TestMailboxAnswer> {
  assertMayDial(ctx, "smtp", smtp.host, smtp.port);
  if (imap) assertMayDial(ctx, "imap", imap.host, imap.port);
  await beforeDialling();
  const tested = await ctx.mail.test({
    smtp,
    imap,
    allow_private: allowsPrivateNetworks(ctx.settings),
  });
  if (!tested.smtp || (imap && !tested.imap)) {
    throw new AppError("upstream_failed", "The mail service returned no result. Try again.");
  }
  refuseInnerAddress("smtp", tested.smtp);
  if (tested.imap) refuseInnerAddress("imap", tested.imap);
  return {
    ok: tested.smtp.ok && (tested.imap?.ok ?? true),
    smtp: { ...tested.smtp, message: clean(tested.smtp.message, smtp) },
    imap:
      imap && tested.imap ? { ...tested.imap, message: clean(tested.imap.message, imap) } : null,
  };
}

/** Tests what a person typed (`POST /mailboxes/test`). */
export const testNewConnection = (
  ctx: MemberCtx,
  body: TestMailboxBody,
): Promise<TestMailboxAnswer> =>
  testConnections(
    ctx,
    {
      smtp: {
        host: body.smtp_host,
        port: body.smtp_port,
        security: body.smtp_security ?? "auto",
        username: body.smtp_username,
        password: body.smtp_password,
      },
      imap: imapOf(body),
    },
    () => takeTest(ctx),
  );

function imapOf(body: TestMailboxBody): Connection | null {
  const imap = completeImap(body);
  return imap && { ...imap, security: body.imap_security ?? "auto" };
}

/** A name that resolved to an inner address was not dialled either: the same 422 as for the address itself. */
function refuseInnerAddress(side: "smtp" | "imap", result: { error_code: string | null }): void {
  if (result.error_code !== "address_refused") return;
  throw invalidField(`${side}_host`, "address_not_allowed", "Use a server on the public internet.");
}

/** A server may repeat what it received; its words are shown without the password. */
const clean = (message: string | null, connection: Connection): string | null =>
  message === null ? null : plainLine(withoutPassword(message, connection), 500);
