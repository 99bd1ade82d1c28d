import type { ImportPreview, MailboxImport } from "#modules/mailboxes/contract/mailbox-imports.ts";
import type { MailboxImportId, WorkspaceId } from "#platform/rules/ids.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { ImportRow, StateCount } from "./import-store.ts";
import type { MailboxFile } from "./read-file.ts";
import type { PlannedRow } from "./plan-rows.ts";

/** Rows that a preview shows. */
const SHOWN_ROWS = 500;

export const mailboxImportUrl = (workspaceId: WorkspaceId, id: MailboxImportId): string =>
  `/api/v1/workspaces/${workspaceId}/mailboxes/imports/${id}`;

/** An import with what became of its rows so far. */
export function presentMailboxImport(row: ImportRow, counts: readonly StateCount[]): MailboxImport {
  const sum = (of: readonly StateCount[], what: "rows" | "stored" = "rows"): number =>
    of.reduce((all, one) => all + one[what], 0);
  const failed = counts.filter(({ state }) => state === "failed");
  const active = sum(counts.filter(({ state }) => state === "active"));
  return {
    import_id: row.id,
    name: row.name,
    status: row.wakeAt === null ? "completed" : "running",
    total: sum(counts),
    stored: sum(counts, "stored"),
    tested: active + sum(failed, "stored"),
    active,
    failed: sum(failed),
    skipped: sum(counts.filter(({ state }) => state === "skipped")),
    causes: counts.flatMap(({ code, message, rows }) =>
      code === null ? [] : [{ code, message: message ?? "", rows }],
    ),
    errors_url: `${mailboxImportUrl(row.workspaceId, row.id)}/errors`,
    created_at: iso(row.createdAt),
    finished_at: isoOrNull(row.finishedAt),
  };
}

/** What an import would do, without a password. */
export function presentPreview(
  { format, columns }: Pick<MailboxFile, "format" | "columns">,
  rows: readonly PlannedRow[],
  room: number,
): ImportPreview {
  const count = (state: PlannedRow["state"]): number =>
    rows.filter((row) => row.state === state).length;
  const reasons = rows.flatMap((row) => (row.state === "waiting" ? [] : [row]));
  const causes = [...Map.groupBy(reasons, ({ code }) => code)].map(([code, those]) => ({
    code,
    message: those[0]?.message ?? "",
    rows: those.length,
  }));
  return {
    format,
    columns: columns.map((column) => ({ ...column })),
    total: rows.length,
    new: count("waiting"),
    failed: count("failed"),
    skipped: count("skipped"),
    causes: causes.sort((a, b) => b.rows - a.rows),
    room,
    rows: rows.slice(0, SHOWN_ROWS).map(presentRow),
  };
}

function presentRow(row: PlannedRow): ImportPreview["rows"][number] {
  const { line, email } = row;
  if (row.state !== "waiting") {
    return { line, email, state: row.state, code: row.code, message: row.message, mailbox: null };
  }
  const { fields, warmup } = row;
  const mailbox = {
    from_name: fields.fromName,
    reply_to: fields.replyTo,
    smtp_host: fields.smtpHost,
    smtp_port: fields.smtpPort,
    smtp_username: fields.smtpUsername,
    imap_host: fields.imapHost,
    imap_port: fields.imapPort,
    imap_username: fields.imapUsername,
    daily_limit: fields.dailyLimit,
    min_gap_seconds: fields.minGapSeconds,
    ramp_enabled: fields.rampEnabled,
    tags: fields.tags,
    group: fields.groupName,
    warmup,
  };
  return { line, email, state: "new", code: null, message: null, mailbox };
}
