import type {
  Template,
  TemplateItem,
  TemplateStep,
} from "#modules/campaigns/contract/templates.ts";
import type { TemplateText } from "#modules/campaigns/rules/template-content.ts";
import { iso } from "#platform/rules/time.ts";
import type { InstallTemplateRow, TemplateItemRow } from "./store.ts";

const headOf = (row: TemplateItemRow) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  created_by: row.createdBy === null ? null : { id: row.createdBy, name: row.creator },
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

/** A template in a list. */
export const presentTemplateItem = (row: TemplateItemRow): TemplateItem => ({
  kind: row.kind,
  ...headOf(row),
  step_count: row.stepCount,
  subject: row.subject,
  excerpt: row.excerpt,
});

const presentText = (text: TemplateText): TemplateStep => ({
  delay: text.delay,
  delay_unit: text.delayUnit,
  subject: text.subject,
  body_html: text.bodyHtml,
  body_text: text.bodyText,
  variants: text.variants.map((arm) => ({
    id: arm.id,
    label: arm.label,
    subject: arm.subject,
    body: arm.body_html,
    body_text: arm.body_text,
    weight: arm.weight,
    is_active: arm.is_active,
  })),
});

/** A template with everything in it. */
export function presentInstallTemplate(row: InstallTemplateRow): Template {
  const { kind, content } = row;
  const [first, ...more] = content.steps.map(presentText);
  if (!first) throw new Error(`template ${row.id} has no text`);
  const head = headOf(row);
  switch (kind) {
    case "campaign":
      return { kind, ...head, steps: [first, ...more], settings: { ...content.settings } };
    case "step":
      return { kind, ...head, step: first };
    case "snippet":
      return { kind, ...head, body_html: first.body_html, body_text: first.body_text };
  }
}
