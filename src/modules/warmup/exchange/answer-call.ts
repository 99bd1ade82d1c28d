import { z } from "zod";
import type { ExchangeAnswer } from "#modules/warmup/contract/exchange.ts";
import { bySystem } from "#modules/accounts/audit/audit-statement.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { tellSender } from "#modules/warmup/pool/take-from-pool.ts";
import { selectShared } from "#modules/warmup/pool/outside-store.ts";
import { keysFingerprint } from "#modules/warmup/rules/exchange/identity.ts";
import { languageOf } from "#modules/warmup/rules/language.ts";
import { judgeWarmup } from "#modules/warmup/warmups/judge-warmup.ts";
import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { endExchange } from "./end-exchange.ts";
import { acceptExchange, type ExchangeRow, selectByKey } from "./exchange-store.ts";
import { Acceptance, readInvitation } from "./invitation.ts";
import { agreementPlace, identityOf, secretPlace, secretOf } from "./keys.ts";
import { selectSentInExchange } from "./report-store.ts";
import { type CallPayload, readUnverified, refusedCall, verifyCall } from "./sign-call.ts";

const Reports = z.object({
  reports: z
    .array(
      z.object({ message_id: z.string().min(3).max(250), placement: z.enum(["inbox", "spam"]) }),
    )
    .max(100),
});

/**
 * Answers the call of another install. Only the holder of the key that was agreed on gets one, and
 * only about its own exchange. Throws `signature_invalid`, and `conflict` for what is over or is not
 * confirmed here.
 */
export async function answerCall(deps: Deps, jws: string): Promise<ExchangeAnswer> {
  const said = readUnverified(jws);
  const row = await selectByKey(deps.install, said.id);
  // The same words for a stranger, whatever there is.
  if (!row) throw refusedCall();
  if (said.op === "accept") return acceptCall(deps, row, jws, said);
  if (row.partnerKey === null) throw refusedCall();
  const call = await verifyCall(deps, jws, row.partnerKey);
  if (call.op === "end") {
    // No call back: the partner knows.
    const silent = { ...row, partnerUrl: null };
    await endExchange(inWorkspace(deps, row.workspaceId), silent, "The partner ended it.");
    return {};
  }
  if (row.state !== "active") {
    throw new AppError("conflict", "The exchange is not confirmed here.");
  }
  return call.op === "partners" ? givePartners(deps, row) : takePlacements(deps, row, call);
}

async function acceptCall(
  deps: Deps,
  row: ExchangeRow,
  jws: string,
  said: CallPayload,
): Promise<ExchangeAnswer> {
  const parsed = Acceptance.safeParse(said.body);
  if (!parsed.success || row.state !== "invited" || row.agreementKey === null) throw refusedCall();
  const by = parsed.data;
  const isSafe = by.url.startsWith("https://") || allowsPrivateNetworks(deps.settings);
  if (!isSafe) throw refusedCall();
  await verifyCall(deps, jws, by.key);
  const now = deps.now();
  const identity = await identityOf(deps);
  const invitation = await readInvitation(by.invitation, now).catch(() => null);
  if (invitation?.key !== identity.key || invitation.id !== row.key) throw refusedCall();
  if (by.key === identity.key) throw refusedCall();
  const own = await deps.vault.open(row.agreementKey, agreementPlace(row.key));
  const bound = { inviting: identity.key, invited: by.key, id: row.key };
  const secret = await secretOf(own, by.agreement, bound);
  const quota = Math.min(row.quota, by.quota);
  const results = await runBatch(deps.install, [
    acceptExchange(
      deps.install,
      row.id,
      {
        partnerName: by.name,
        partnerUrl: by.url,
        partnerKey: by.key,
        secret: await deps.vault.seal(secret, secretPlace(row.key)),
        fingerprint: keysFingerprint(identity.key, by.key, row.key),
        quota,
      },
      now,
    ),
  ]);
  // Somebody was faster: an invitation is good once.
  if ((results.at(-1) as unknown[]).length === 0) throw refusedCall();
  deps.log("exchange.accepted", { exchange: row.id, by: bySystem(deps).clientAddress });
  return { quota };
}

/** Addresses of the mailboxes that were chosen and can be written to; nothing else about them. */
async function givePartners(deps: Deps, row: ExchangeRow): Promise<ExchangeAnswer> {
  const { db } = inWorkspace(deps, row.workspaceId);
  const shared = await selectShared(db, row.workspaceId, row.mailboxIds);
  const { free } = await deps.tables.addresses();
  const partners = shared
    .filter(({ isReady, email }) => isReady === 1 && !free.has(domainOf(email)))
    .slice(0, row.quota)
    .map((one) => ({ email: one.email, language: languageOf(one) }));
  return { partners };
}

/** Where our mails arrived, as the partner says. Each settles once; a repeat changes nothing. */
async function takePlacements(
  deps: Deps,
  row: ExchangeRow,
  call: CallPayload,
): Promise<ExchangeAnswer> {
  const parsed = Reports.safeParse(call.body);
  if (!parsed.success) throw refusedCall();
  const ctx = inWorkspace(deps, row.workspaceId);
  const spam = new Set<Parameters<typeof judgeWarmup>[1]>();
  for (const { message_id: id, placement } of parsed.data.reports) {
    const sent = await selectSentInExchange(ctx.db, ctx.workspaceId, row.id, id);
    if (!sent || (sent.state !== "sent" && sent.state !== "unknown")) continue;
    const seen = { placement, serverMessageId: null };
    const isFirst = await tellSender(ctx, sent, seen, false);
    if (isFirst && placement === "spam") spam.add(sent.from);
  }
  for (const id of spam) await judgeWarmup(ctx, id);
  return {};
}
