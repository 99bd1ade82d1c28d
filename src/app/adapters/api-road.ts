import { createHash } from "node:crypto";
import type { TestRequest, TestResponse } from "#platform/wire/companion.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import type { MailService } from "#platform/ctx/ports.ts";
import type { GrantId } from "#platform/rules/ids.ts";
import { readGrantName } from "#modules/connections/rules/names.ts";
import { openMailApi } from "#modules/connections/api/open-mail-api.ts";
import { probeApi } from "#modules/connections/api/probe-api.ts";
import { clearDrafts } from "#modules/delivery/drafts/clear-drafts.ts";
import { apiResult, apiSilence } from "#modules/delivery/drafts/facts-of.ts";
import { sendByDraft } from "#modules/delivery/drafts/send-by-draft.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import { compose, envelopeAddress, Unsendable } from "#smtp/compose.ts";

/** Mailboxes that send at a time: a Worker's invocation has six connections, and the database needs one. */
const AT_ONCE = 5;

/**
 * A mail service whose mails leave by their provider's API where their mailbox says so, and by
 * `base` otherwise. The API needs no companion, so it works on both hosts; what was begun by one road
 * is known to the other. Reading mail stays with `base`.
 */
export function withApiRoad(base: MailService, deps: () => Deps): MailService {
  return {
    ...base,
    traced: (trace) => withApiRoad(base.traced?.(trace) ?? base, deps),
    async transmit(mails) {
      const isOfApi = ({ smtp }: OutgoingMail): boolean => smtp.oauth?.api === true;
      const ended = await Promise.allSettled([
        bySmtp(
          base,
          deps(),
          mails.filter((mail) => !isOfApi(mail)),
        ),
        byApi(base, deps(), mails.filter(isOfApi)),
      ]);
      for (const one of ended) if (one.status === "rejected") throw one.reason;
    },
    async test(request) {
      return request.smtp?.oauth?.api === true
        ? await testByApi(base, deps(), request)
        : await base.test(request);
    },
  };
}

/** What left a draft behind by the API is asked about first. */
async function bySmtp(
  base: MailService,
  deps: Deps,
  mails: readonly OutgoingMail[],
): Promise<void> {
  if (mails.length === 0) return;
  const barred = new Set<string>();
  const granted = mails.filter(({ smtp }) => smtp.oauth);
  for (const [grant, some] of Map.groupBy(granted, ({ smtp }) => smtp.oauth?.grant ?? "")) {
    const name = readGrantName(grant);
    if (!name) continue;
    const ctx = inWorkspace(deps, name.workspaceId);
    for (const ticket of await clearDrafts(ctx, name.id, some)) barred.add(ticket);
  }
  const rest = mails.filter(({ ticket }) => !barred.has(ticket));
  if (rest.length > 0) await base.transmit(rest);
}

async function byApi(base: MailService, deps: Deps, mails: readonly OutgoingMail[]): Promise<void> {
  const known = await acceptedBySmtp(base, deps, mails);
  const left = mails.filter(({ ticket }) => !known.has(ticket));
  const waiting = [...Map.groupBy(left, ({ smtp }) => smtp.oauth?.grant ?? "")];
  const worker = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const [grant, some] = group;
      const name = readGrantName(grant);
      if (name) await sendGroup(inWorkspace(deps, name.workspaceId), name.id, some);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/**
 * Of mails that a person sends again, those that an earlier try by SMTP has delivered, as the journal
 * knows: they are settled as that.
 */
async function acceptedBySmtp(
  base: MailService,
  deps: Deps,
  mails: readonly OutgoingMail[],
): Promise<ReadonlySet<string>> {
  const again = mails.filter((mail) => mail.again === true);
  if (again.length === 0) return new Set();
  const entries = await base.recall(again.map(({ message_id }) => message_id));
  const results = entries.flatMap(({ result }) => (result?.ending === "accepted" ? [result] : []));
  const settled = again.flatMap(({ ticket, lease, message_id }) => {
    const result = results.find((one) => one.message_id === message_id);
    return result ? [{ ...result, ticket, lease, replayed: true }] : [];
  });
  if (settled.length > 0) await settleResults(deps, { results: settled });
  return new Set(settled.map(({ ticket }) => ticket));
}

/** The mails of one mailbox, one after the other. */
async function sendGroup(
  ctx: WorkspaceCtx,
  grantId: GrantId,
  mails: readonly OutgoingMail[],
): Promise<void> {
  const api = await openMailApi(ctx, grantId).catch(() => null);
  let pauseMs: number | null = null;
  for (const mail of mails) {
    try {
      if (!api) await report(ctx, mail, apiSilence("auth_missing", "auth", NO_API));
      else if (pauseMs === null) {
        pauseMs = await sendByDraft(ctx, api, grantId, mail, written(mail));
      } else {
        const facts = apiSilence("throttled", "mail", `${api.name} is busy.`);
        await report(ctx, mail, { ...facts, retry_after_ms: pauseMs });
      }
    } catch (thrown) {
      if (thrown instanceof Unsendable) {
        await report(ctx, mail, apiSilence("unsendable", "mail", thrown.message));
      } else {
        // Its lease ends, and its draft tells how far it came.
        ctx.log("drafts.failed", { grantId, cause: describe(thrown) }, "error");
      }
    }
  }
}

const NO_API = "The mailbox has no connection whose provider has an API to send by.";

const report = (ctx: WorkspaceCtx, mail: OutgoingMail, facts: Parameters<typeof apiResult>[1]) =>
  settleResults(ctx, { results: [apiResult(mail, facts)] });

/** APIs take their recipients from the message, so those in the envelope alone stand in Bcc, which providers take out. */
function written(mail: OutgoingMail) {
  const shown = new Set([...mail.to, ...mail.cc].map(({ address }) => address.toLowerCase()));
  const bcc = mail.envelope.to
    .filter((to) => !shown.has(to.toLowerCase()))
    .map((to) => envelopeAddress("Bcc", to));
  const digest = createHash("sha256")
    .update(compose({ ...mail, date: 0 }, { bcc }))
    .digest("hex");
  return { raw: compose(mail, { bcc }), digest };
}

async function testByApi(
  base: MailService,
  deps: Deps,
  request: TestRequest,
): Promise<TestResponse> {
  const name = readGrantName(request.smtp?.oauth?.grant ?? "");
  const [smtp, read] = await Promise.all([
    name && probeApi(inWorkspace(deps, name.workspaceId), name.id),
    request.imap ? base.test({ ...request, smtp: null }) : null,
  ]);
  return { smtp, imap: read?.imap ?? null };
}
