import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { CreateTemplateBody } from "#modules/campaigns/contract/templates.ts";
import type { TemplateKind } from "#modules/campaigns/rules/states.ts";
import type { TemplateContent } from "#modules/campaigns/rules/template-content.ts";
import { type CallerCtx, userIdOf } from "#platform/ctx/ctx.ts";
import { MAX_INSTALL_TEMPLATES } from "#platform/rules/choices.ts";
import { AppError } from "#platform/rules/errors.ts";
import { findInstallTemplate } from "./find-template.ts";
import {
  insertInstallTemplate,
  type InstallTemplateRow,
  isTemplateNameTaken,
  type TemplateValues,
} from "./store.ts";
import { templateText, templateValues } from "./template-values.ts";

/**
 * Keeps a template for every workspace. Throws `conflict` for a name that is taken among its kind,
 * `limit_reached` beyond 1,000 or 1 MB, `validation_failed`.
 */
export function createInstallTemplate(
  ctx: CallerCtx,
  body: CreateTemplateBody,
): Promise<InstallTemplateRow> {
  const { kind, name, description = "" } = body;
  return keepTemplate(ctx, kind, templateValues(name, description, contentOf(body)));
}

function contentOf(body: CreateTemplateBody): TemplateContent {
  switch (body.kind) {
    case "campaign":
      return {
        steps: body.steps.map((step, i) => templateText(step, `steps.${i}.`)),
        settings: body.settings ?? {},
      };
    case "step":
      return { steps: [templateText(body.step, "step.")], settings: {} };
    case "snippet": {
      const { body_html, body_text } = body;
      return { steps: [templateText({ body_html, body_text }, "")], settings: {} };
    }
  }
}

/** Stores a new template. Throws as `createInstallTemplate`. */
export async function keepTemplate(
  ctx: CallerCtx,
  kind: TemplateKind,
  values: TemplateValues,
): Promise<InstallTemplateRow> {
  const { install } = ctx;
  const made = { by: userIdOf(ctx.caller), at: ctx.now(), limit: MAX_INSTALL_TEMPLATES };
  const { name } = values;
  const id = await insertInstallTemplate(install, kind, values, made, (source) =>
    auditStatement(ctx, { action: "template.created", details: { kind, name } }, source),
  );
  if (id !== null) return findInstallTemplate(ctx, id);
  if (await isTemplateNameTaken(install, kind, name, null)) throw templateNameTaken(name);
  throw new AppError(
    "limit_reached",
    `An installation can have up to ${MAX_INSTALL_TEMPLATES} templates. Delete one first.`,
  );
}

/** The error for a second template of a kind with the same name. */
export const templateNameTaken = (name: string): AppError =>
  new AppError("conflict", `A template named "${name}" already exists. Choose another name.`, {
    errors: [{ path: "name", code: "taken", message: "Already in use." }],
  });
