import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import type { AddressExport } from "#modules/operations/contract/addresses.ts";
import { type CallerCtx, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { asId, type LeadId, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { selectPerson } from "./export-store.ts";
import { reportOn, targetOf } from "./look-up.ts";

/** Records of one kind and workspace: one person has a few dozen. */
const MAX_RECORDS = 5_000;

type Row = Record<string, unknown>;

/**
 * Everything that is stored about the owner of an address, in every workspace, for a request under
 * data protection law. Written to the audit log, without the address.
 */
export async function exportAddress(ctx: CallerCtx, email: string): Promise<AddressExport> {
  const hashes = hashesOf(ctx, email);
  await runBatch(ctx.install, [
    auditStatement(ctx, { action: "address.exported", target: targetOf(hashes) }),
  ]);
  const report = await reportOn(ctx, email, hashes);
  const found: AddressExport["workspaces"] = [];
  for (const { workspace_id: id, lead } of report.workspaces) {
    if (lead === null) continue;
    const workspaceId = asId<WorkspaceId>(id);
    const { db } = inWorkspace(ctx, workspaceId);
    const leadId = asId<LeadId>(lead.id);
    const kept = await selectPerson(db, workspaceId, leadId, MAX_RECORDS + 1);
    const shown = (rows: readonly Row[]) => rows.slice(0, MAX_RECORDS).map(readable);
    found.push({
      workspace_id: id,
      lead: kept.lead && readable(kept.lead),
      lists: kept.lists,
      tags: kept.tags,
      sends: shown(kept.sent),
      messages: shown(kept.written),
      events: shown(kept.happened),
      is_complete: [kept.sent, kept.written, kept.happened].every((r) => r.length <= MAX_RECORDS),
    });
  }
  return { report, created_at: iso(ctx.now()), workspaces: found };
}

const JSON_COLUMNS = new Set(["custom", "validation", "to_emails", "cc_emails", "body"]);

/** Times as people read them, and JSON as what it is. */
const readable = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name.endsWith("_at") && typeof value === "number") return [name, iso(unixMs(value))];
      if (JSON_COLUMNS.has(name) && typeof value === "string") return [name, JSON.parse(value)];
      return [name, value];
    }),
  );
