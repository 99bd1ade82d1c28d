import type { LeadDetails, UpdateLeadBody } from "#modules/leads/contract/leads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { byLeadProperty } from "#modules/leads/rules/fields.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { hashAddress, restoreAddress } from "#modules/leads/hashes/restore-address.ts";
import { leadsRenamed } from "#modules/leads/hooks.ts";
import { setTags } from "#modules/leads/tags/lead-tags-store.ts";
import { insertTags } from "#modules/leads/tags/store.ts";
import { updateLeadRow } from "./lead-store.ts";
import type { LeadRow } from "./list-store.ts";
import { describeLead, findLead } from "./read-lead.ts";

/**
 * Changes the fields that are given (PUT is partial). A new address clears the score,
 * which was the old one's, and is used by what still waits to be sent. Throws `not_found`,
 * `conflict` for an address that is another lead's, `validation_failed` for a read-only field.
 */
export async function updateLead(
  ctx: WorkspaceCtx,
  id: LeadId,
  body: UpdateLeadBody,
): Promise<LeadDetails> {
  const row = await findLead(ctx, id);
  assertReadOnly(row, body);
  const patch = patchOf(row, body);
  const { tags } = body;
  if (Object.keys(patch).length === 0 && tags === undefined) return describeLead(ctx, row);
  const email = patch.email;
  const now = ctx.now();
  const [[updated]] = await ctx.db
    .batch([
      updateLeadRow(ctx.db, ctx.workspaceId, id, { ...patch, updatedAt: now }),
      ...(tags === undefined
        ? []
        : [
            insertTags(ctx.db, ctx.workspaceId, tags, now),
            ...setTags(ctx.db, ctx.workspaceId, id, tags),
          ]),
      ...(email === undefined
        ? []
        : [
            ...ctx.hooks.ask(leadsRenamed).flatMap((give) => give(ctx, id, email)),
            hashAddress(ctx, [row.email]),
            ...(await restoreAddress(ctx, [email])),
          ]),
    ])
    .catch((cause: unknown) => {
      throw isUniqueViolation(cause) ? taken(cause) : cause;
    });
  if (!updated) throw new AppError("conflict", "The lead was deleted.");
  return describeLead(ctx, updated);
}

/** Ids never change, and scores come from validation alone; times and places are computed. */
function assertReadOnly(row: LeadRow, body: UpdateLeadBody): void {
  const fixed = [
    ["id", row.id, body.id],
    ["workspace_id", row.workspaceId, body.workspace_id],
    ["score", row.score, body.score],
    ["validation_status", row.validationStatus, body.validation_status],
  ] as const;
  for (const [path, stored, given] of fixed) {
    if (given !== undefined && given !== stored) {
      throw invalidField(path, "read_only_field", "This field cannot be changed; leave it out.");
    }
  }
}

function patchOf(row: LeadRow, body: UpdateLeadBody): Partial<LeadRow> {
  const { email } = body;
  const { email: _, ...fields } = byLeadProperty((field) => body[field]);
  const given: Partial<LeadRow> = Object.fromEntries(
    Object.entries({ ...fields, custom: body.custom }).filter(([, value]) => value !== undefined),
  );
  if (email === undefined || email === row.email) return given;
  return {
    ...given,
    email,
    domain: domainOf(email),
    score: null,
    validationStatus: null,
    validation: null,
    validatedAt: null,
    bouncedAt: null,
  };
}

const taken = (cause: unknown): AppError =>
  new AppError("conflict", "Another lead in this workspace has this address.", {
    cause,
    errors: [{ path: "email", code: "taken", message: "Already in use." }],
  });
