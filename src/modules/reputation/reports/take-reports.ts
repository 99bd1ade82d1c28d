import { createHash } from "node:crypto";
import { factsOf } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { passesDmarc, serverTrust } from "#modules/reputation/rules/auth-results.ts";
import { isOwnDomain, ownerOf, type ReportStanding } from "#modules/reputation/rules/sources.ts";
import { selectSendingHosts } from "#modules/reputation/blocklists/names-store.ts";
import type { AggregateReport, DmarcReport } from "#platform/wire/aggregate-reports.ts";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { type MailboxId, unixMs, type UnixMs } from "#platform/rules/ids.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { utcDay } from "#platform/rules/time.ts";
import { selectReportBox } from "./settings-store.ts";
import { spfNetworks } from "./spf-networks.ts";
import { insertDmarcRows, insertReport, insertTlsRows, type ReportKey } from "./take-store.ts";

/** A mail on its way in, and the cursor move that ends its batch. */
type Arriving = {
  readonly mailbox: { readonly id: MailboxId; readonly email: string };
  readonly mail: InboundMail;
  readonly receivedAt: UnixMs;
  readonly cursor: Statement;
  /** It was routed here, past the mailbox's server: then only a named server is believed. */
  readonly isRouted?: boolean;
};

/**
 * Takes the reports of a mail that came to the mailbox that is named for them, in one batch with the
 * cursor; one that came before changes nothing. Reports count whose mail passed DMARC for its sender,
 * as the mailbox's own provider says, and that are about a domain of the workspace; of the others only
 * that they came is kept. False: it brings no report, and nothing was done.
 */
export async function takeReports(ctx: WorkspaceCtx, arriving: Arriving): Promise<boolean> {
  const { mailbox, mail, cursor } = arriving;
  const found = mail.aggregate_reports ?? [];
  if (found.length === 0) return false;
  const box = await selectReportBox(ctx.db, ctx.workspaceId);
  if (box?.id !== mailbox.id) return false;
  const sender = domainOf(mail.from?.address ?? "");
  const header = Object.hasOwn(mail.headers, RESULTS) ? (mail.headers[RESULTS] ?? "") : "";
  const isVerified = passesDmarc(header, sender, trustOf(box, arriving));
  const senders = await selectSendingHosts(ctx.db, ctx.workspaceId);
  const own = new Set(senders.flatMap(({ domain }) => (domain === null ? [] : [domain])));
  const statements: Statement[] = [];
  for (const [i, report] of found.entries()) {
    const about = { arriving, sender, own, isVerified, hash: `${hashOf(mail)}-${i}` };
    statements.push(...(await statementsOf(ctx, report, about)));
  }
  await runBatch(ctx.db, [...statements, cursor]);
  ctx.log("reports.taken", { mailboxId: mailbox.id, reports: found.length, isVerified });
  return true;
}

const trustOf = (
  box: NonNullable<Awaited<ReturnType<typeof selectReportBox>>>,
  arriving: Arriving,
) =>
  arriving.isRouted === true && box.authServer === null
    ? () => false
    : serverTrust({ ...box, named: box.authServer });

const RESULTS = "authentication-results";
const hashOf = (mail: InboundMail): string =>
  createHash("sha256")
    .update(mail.message_id ?? mail.content_hash)
    .digest("hex")
    .slice(0, 32);
const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf("@") + 1).toLowerCase();

type About = {
  readonly arriving: Arriving;
  readonly sender: string;
  readonly own: ReadonlySet<string>;
  readonly isVerified: boolean;
  readonly hash: string;
};

async function statementsOf(
  ctx: WorkspaceCtx,
  report: AggregateReport,
  about: About,
): Promise<Statement[]> {
  const { receivedAt } = about.arriving;
  const keyOf = (
    standing: ReportStanding,
    of: Pick<ReportKey, "kind" | "reportId" | "domain" | "beginAt">,
  ) => ({ ...of, standing, sender: about.sender }) satisfies ReportKey;
  if (report.kind === "refused") {
    const of = { kind: "dmarc", reportId: about.hash, domain: "", beginAt: receivedAt } as const;
    const file = plainLine(report.file, 200);
    const rest = { reporter: about.sender, endAt: receivedAt, receivedAt, policy: file };
    return [
      insertReport(ctx.db, ctx.workspaceId, keyOf("refused", of), {
        ...rest,
        rowCount: 0,
        messages: 0,
        flaw: report.flaw,
      }),
    ];
  }
  const rows =
    report.kind === "tls" ? report.rows.filter((row) => isOwnDomain(row.domain, about.own)) : [];
  const domain =
    report.kind === "dmarc" ? report.domain : ((rows[0] ?? report.rows[0])?.domain ?? "");
  const standing: ReportStanding = !about.isVerified
    ? "unverified"
    : isOwnDomain(domain, about.own)
      ? "verified"
      : "other_domain";
  const beginAt = unixMs(report.begin);
  const key = keyOf(standing, {
    kind: report.kind,
    reportId: plainLine(report.report_id, 300),
    domain,
    beginAt,
  });
  const counted = report.kind === "dmarc" ? report.rows : rows;
  const head = insertReport(ctx.db, ctx.workspaceId, key, {
    reporter: plainLine(report.reporter, 200),
    endAt: unixMs(report.end),
    receivedAt,
    policy: report.kind === "dmarc" ? plainLine(report.policy, 20) : "",
    rowCount: standing === "verified" ? counted.length : 0,
    messages: counted.reduce((sum, { count }) => sum + count, 0),
    flaw: null,
  });
  if (standing !== "verified") return [head];
  const day = utcDay(beginAt);
  if (report.kind === "tls")
    return [
      head,
      insertTlsRows(
        ctx.db,
        ctx.workspaceId,
        key,
        rows.map((row) => ({ ...row, day })),
      ),
    ];
  const owned = await owners(ctx, report);
  return [
    head,
    insertDmarcRows(
      ctx.db,
      ctx.workspaceId,
      key,
      owned.map((row) => ({ ...row, day, domain })),
    ),
  ];
}

/** Each row with whose its source is. */
async function owners(ctx: WorkspaceCtx, report: DmarcReport) {
  const [networks, facts] = await Promise.all([
    spfNetworks((name, type) => ctx.dns.ask(name, type), report.domain),
    factsOf(ctx, [report.domain]),
  ]);
  const dkim = facts.get(report.domain)?.facts?.dkim;
  const selectors = dkim?.status === "pass" ? dkim.found.map((one) => one.split(":")[0] ?? "") : [];
  return report.rows.map((row) => ({ ...row, ...ownerOf(row, { networks, selectors }) }));
}
