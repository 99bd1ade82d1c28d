import type { ExchangeAnswer } from "#modules/warmup/contract/exchange.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { recordNameOf } from "#modules/warmup/rules/exchange/identity.ts";
import { CALL_GOOD_MS, type ExchangePartner } from "#modules/warmup/rules/exchange/limits.ts";
import { LANGUAGES } from "#modules/warmup/rules/language.ts";
import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { EmailAddress } from "#platform/contract/common.ts";
import { HOUR_MS, later, MINUTE_MS, utcDay } from "#platform/rules/time.ts";
import { selectShared } from "#modules/warmup/pool/outside-store.ts";
import { isDomainOf } from "./ask-owner.ts";
import { endExchange } from "./end-exchange.ts";
import {
  type ExchangeRow,
  forgetNonces,
  noteCall,
  selectCallsDue,
  selectLapsedInvitations,
} from "./exchange-store.ts";
import { noteReported, selectUnreported } from "./report-store.ts";
import { callPartner, type Callee } from "./sign-call.ts";

const CALLS_PER_SWEEP = 10;
/** Reports go out, and the partner is asked for the addresses of a new day. */
const CALL_EVERY_MS = 15 * MINUTE_MS;
const TROUBLE_MS = HOUR_MS;
const REPORTS_PER_CALL = 100;

/** Sweep: speaks to partners, ends invitations that nobody accepted, and forgets calls that are too old to repeat. */
export async function keepExchanges(deps: Deps): Promise<void> {
  const now = deps.now();
  for (const row of await selectLapsedInvitations(deps.install, now)) {
    await endExchange(inWorkspace(deps, row.workspaceId), row, "Nobody accepted the invitation.");
  }
  for (const row of await selectCallsDue(deps.install, now, CALLS_PER_SWEEP)) {
    await speakTo(deps, row);
  }
  await runBatch(deps.install, [forgetNonces(deps.install, later(now, -10 * CALL_GOOD_MS))]);
}

async function speakTo(deps: Deps, row: ExchangeRow): Promise<void> {
  const { partnerUrl: url, partnerKey: key } = row;
  if (url === null || key === null) return;
  const now = deps.now();
  const ctx = inWorkspace(deps, row.workspaceId);
  const left = await selectShared(ctx.db, ctx.workspaceId, row.mailboxIds);
  if (left.length === 0) {
    await endExchange(ctx, row, "None of its mailboxes is left.");
    return;
  }
  const to: Callee = { url, key, id: row.key };
  try {
    await report(deps, row, to);
    const today = utcDay(now);
    const partners =
      row.partnersOn === today ? undefined : await askForPartners(deps, row, to, key);
    await noteCall(deps.install, row.id, {
      dueAt: later(now, CALL_EVERY_MS),
      trouble: null,
      ...(partners && { partners: { on: today, ...partners } }),
    });
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    await noteCall(deps.install, row.id, {
      dueAt: later(now, cause.code === "conflict" ? CALL_EVERY_MS : TROUBLE_MS),
      trouble: cause.message,
    });
  }
}

async function report(deps: Deps, row: ExchangeRow, to: Callee): Promise<void> {
  const { db, workspaceId } = inWorkspace(deps, row.workspaceId);
  const found = await selectUnreported(db, workspaceId, row.id, REPORTS_PER_CALL);
  if (found.length === 0) return;
  await callPartner(deps, to, "reports", {
    reports: found.map(({ messageId, placement }) => ({ message_id: messageId, placement })),
  });
  await noteReported(
    db,
    workspaceId,
    found.map(({ id }) => id),
    deps.now(),
  );
}

/** The partner's addresses of a day: those alone whose domain's owner says in DNS that they are the partner's. */
async function askForPartners(
  deps: Deps,
  row: ExchangeRow,
  to: Callee,
  key: string,
): Promise<{ list: ExchangePartner[]; domains: string[] }> {
  const { partners = [] } = await callPartner(deps, to, "partners", { count: row.quota });
  const wanted = partnersIn(partners).slice(0, row.quota);
  const { free } = await deps.tables.addresses();
  const asked = [...new Set(wanted.map(({ email }) => domainOf(email)))].filter(
    (domain) => !free.has(domain),
  );
  const domains: string[] = [];
  for (const domain of asked) {
    const isTheirs = await isDomainOf(deps, domain, key);
    if (isTheirs === null) {
      throw new AppError("upstream_unavailable", `DNS did not answer for ${recordNameOf(domain)}.`);
    }
    if (isTheirs) domains.push(domain);
  }
  return { list: wanted.filter(({ email }) => domains.includes(domainOf(email))), domains };
}

const partnersIn = (given: NonNullable<ExchangeAnswer["partners"]>): ExchangePartner[] =>
  given.flatMap(({ email, language }) => {
    const address = EmailAddress.safeParse(email);
    if (!address.success) return [];
    return [
      {
        email: address.data,
        language: LANGUAGES.find((known) => known === language) ?? "en",
      },
    ];
  });
