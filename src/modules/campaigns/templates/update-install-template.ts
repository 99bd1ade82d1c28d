import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { UpdateTemplateBody } from "#modules/campaigns/contract/templates.ts";
import type { TemplateContent, TemplateText } from "#modules/campaigns/rules/template-content.ts";
import { assertUnchanged, changedMeanwhile } from "#modules/campaigns/status/expected-version.ts";
import { EMPTY_STEP } from "#modules/campaigns/steps/step-values.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { invalidField, notFound } from "#platform/rules/errors.ts";
import type { InstallTemplateId } from "#platform/rules/ids.ts";
import { templateNameTaken } from "./create-install-template.ts";
import { findInstallTemplate } from "./find-template.ts";
import {
  changeInstallTemplate,
  type InstallTemplateRow,
  isTemplateNameTaken,
  removeInstallTemplate,
  type TemplateValues,
} from "./store.ts";
import { templateText, templateValues } from "./template-values.ts";

/**
 * Changes what is given; campaigns and steps that were made of it stay as they are. Throws
 * `not_found`, `conflict` for a name that is taken or where somebody was faster, `validation_failed`.
 */
export async function updateInstallTemplate(
  ctx: CallerCtx,
  id: InstallTemplateId,
  body: UpdateTemplateBody,
  expected: string | null,
): Promise<InstallTemplateRow> {
  const row = await findInstallTemplate(ctx, id);
  assertUnchanged(row, expected);
  assertOwnFields(row, body);
  const { name = row.name, description = row.description } = body;
  return replaceTemplate(ctx, row, templateValues(name, description, contentWith(row, body)), body);
}

/** Writes a template that was read. Throws `conflict`. */
export async function replaceTemplate(
  ctx: CallerCtx,
  row: InstallTemplateRow,
  values: TemplateValues,
  changed: object,
): Promise<InstallTemplateRow> {
  const { id, kind } = row;
  const line = {
    action: "template.changed",
    target: { type: "template", id },
    details: { kind, name: values.name, fields: Object.keys(changed) },
  } as const;
  const won = await changeInstallTemplate(ctx.install, row, values, ctx.now(), (source) =>
    auditStatement(ctx, line, source),
  );
  if (won) return findInstallTemplate(ctx, id);
  if (await isTemplateNameTaken(ctx.install, kind, values.name, id)) {
    throw templateNameTaken(values.name);
  }
  await findInstallTemplate(ctx, id);
  throw changedMeanwhile();
}

/** Deletes a template; what was made of it stays. Throws `not_found`. */
export async function deleteInstallTemplate(ctx: CallerCtx, id: InstallTemplateId): Promise<void> {
  const { kind, name } = await findInstallTemplate(ctx, id);
  const line = {
    action: "record.deleted",
    target: { type: "template", id },
    details: { kind, name },
  } as const;
  const gone = await removeInstallTemplate(ctx.install, id, (source) =>
    auditStatement(ctx, line, source),
  );
  if (!gone) throw notFound("template");
}

/** What templates of a kind have beside name and description. */
const FIELDS = {
  campaign: ["steps", "settings"],
  step: ["step"],
  snippet: ["body_html", "body_text"],
} as const;

function assertOwnFields(row: InstallTemplateRow, body: UpdateTemplateBody): void {
  for (const path of ["id", "kind"] as const) {
    if (body[path] !== undefined && body[path] !== row[path]) {
      throw invalidField(path, "read_only_field", "This field cannot be changed; leave it out.");
    }
  }
  const own: readonly string[] = FIELDS[row.kind];
  for (const path of Object.values(FIELDS).flat()) {
    if (body[path] === undefined || own.includes(path)) continue;
    throw invalidField(path, "unknown_field", `A template of a ${row.kind} has no such field.`);
  }
}

function contentWith({ kind, content }: InstallTemplateRow, body: UpdateTemplateBody) {
  const [first = EMPTY_STEP] = content.steps;
  const one = (text: TemplateText): TemplateContent => ({ steps: [text], settings: {} });
  switch (kind) {
    case "campaign":
      return {
        steps: body.steps
          ? body.steps.map((step, i) => templateText(step, `steps.${i}.`))
          : content.steps,
        settings: body.settings ?? content.settings,
      };
    case "step":
      return body.step ? one(templateText(body.step, "step.", first)) : content;
    case "snippet": {
      const { body_html, body_text } = body;
      return one(templateText({ body_html, body_text }, "", first));
    }
  }
}
