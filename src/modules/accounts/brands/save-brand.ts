import { createHash } from "node:crypto";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { BrandBody, WhiteLabel } from "#modules/accounts/contract/brands.ts";
import { assertLogo } from "#modules/accounts/rules/picture.ts";
import { isStanding } from "#modules/accounts/workspaces/store.ts";
import { logoUrlOf } from "./read-brand.ts";
import {
  type BrandRow,
  type BrandValues,
  deleteBrandRow,
  saveBrandRow,
  selectBrand,
  whileBranded,
} from "./store.ts";

const presentWhiteLabel = (row: BrandRow | null): WhiteLabel => ({
  name: row?.name ?? null,
  logo_url: row && logoUrlOf(row),
  accent: row?.accent ?? null,
  sender_name: row?.senderName ?? null,
  sender_email: row?.senderEmail ?? null,
  updated_at: row && iso(row.updatedAt),
});

export async function assertStanding(ctx: CallerCtx, id: WorkspaceId): Promise<void> {
  if (await isStanding(ctx.install, id)) return;
  throw new AppError("not_found", "Workspace not found.");
}

/** The white label of a workspace that stands. Throws `not_found`. */
export async function readWhiteLabel(ctx: CallerCtx, id: WorkspaceId): Promise<WhiteLabel> {
  await assertStanding(ctx, id);
  return presentWhiteLabel(await selectBrand(ctx.install, id));
}

/**
 * Changes what is given of the white label of a workspace; the first time it needs a name. Throws
 * `not_found`, and `validation_failed` for a picture that is none.
 */
export async function saveWhiteLabel(
  ctx: CallerCtx,
  id: WorkspaceId,
  body: BrandBody,
): Promise<WhiteLabel> {
  await assertStanding(ctx, id);
  const before = await selectBrand(ctx.install, id);
  if (!before && body.name === undefined) {
    throw invalidField("name", "required", "Enter a product name first.");
  }
  const values = valuesOf(body);
  const fields = Object.keys(body).filter((name) => body[name as keyof BrandBody] !== undefined);
  if (fields.length === 0) return presentWhiteLabel(before);
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "client.branding_changed",
      workspaceId: id,
      target: { type: "workspace", id },
      details: { fields, ...(values.senderEmail && { sender_email: values.senderEmail }) },
    }),
    saveBrandRow(ctx.install, id, values, ctx.now()),
  ]);
  return presentWhiteLabel(await selectBrand(ctx.install, id));
}

function valuesOf(body: BrandBody): BrandValues {
  const { name, accent, logo, sender_name: senderName, sender_email: senderEmail } = body;
  if (typeof logo === "string") assertLogo(logo);
  return {
    ...(name !== undefined && { name }),
    ...(accent !== undefined && { accent }),
    ...(senderName !== undefined && { senderName }),
    ...(senderEmail !== undefined && { senderEmail }),
    ...(logo !== undefined && { logo, logoHash: logo === null ? null : hashOf(logo) }),
  };
}

const hashOf = (logo: string): string =>
  createHash("sha256").update(logo).digest("hex").slice(0, 32);

/**
 * Takes the white label of a workspace away: its clients see the install's name again. Repeats change
 * nothing. Throws `not_found`, `invalid_state` while it has a host of its own.
 */
export async function removeWhiteLabel(ctx: CallerCtx, id: WorkspaceId): Promise<void> {
  await assertStanding(ctx, id);
  const [, gone] = (await runBatch(ctx.install, [
    auditStatement(
      ctx,
      {
        action: "client.branding_changed",
        workspaceId: id,
        target: { type: "workspace", id },
        details: { fields: ["removed"] },
      },
      whileBranded(id),
    ),
    deleteBrandRow(ctx.install, id),
  ])) as [unknown, unknown[]];
  if (gone.length > 0 || !(await selectBrand(ctx.install, id))) return;
  throw new AppError("invalid_state", "Remove the host of this workspace first.");
}
