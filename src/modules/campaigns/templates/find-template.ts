import type { TemplateKind } from "#modules/campaigns/rules/states.ts";
import type { TemplateContent } from "#modules/campaigns/rules/template-content.ts";
import { assertMayDo } from "#platform/access/permissions.ts";
import type { CallerCtx, Deps } from "#platform/ctx/ctx.ts";
import { invalidField, notFound } from "#platform/rules/errors.ts";
import type { InstallTemplateId } from "#platform/rules/ids.ts";
import { type InstallTemplateRow, selectInstallTemplate } from "./store.ts";

/** A template of the install. Throws `not_found`. */
export async function findInstallTemplate(
  { install }: Pick<Deps, "install">,
  id: InstallTemplateId,
): Promise<InstallTemplateRow> {
  const row = await selectInstallTemplate(install, id);
  if (!row) throw notFound("template");
  return row;
}

/**
 * What a template of that kind holds, for who may use it. Throws `forbidden`, `not_found`, and
 * `validation_failed` for another kind.
 */
export async function contentToUse(
  ctx: CallerCtx,
  id: InstallTemplateId,
  kind: TemplateKind,
): Promise<TemplateContent> {
  assertMayDo(ctx.caller, "templates.read");
  const row = await findInstallTemplate(ctx, id);
  if (row.kind === kind) return row.content;
  throw invalidField("template_id", "wrong_kind", `Choose a template of a ${kind}.`);
}
