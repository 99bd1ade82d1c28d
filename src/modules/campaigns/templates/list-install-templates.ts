import type { TemplatesQuery } from "#modules/campaigns/contract/templates.ts";
import { paginationOf } from "#platform/contract/common.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { presentTemplateItem } from "./present.ts";
import { countInstallTemplates, selectInstallTemplates } from "./store.ts";

/** The templates of the install, newest first, without their texts. */
export async function listInstallTemplates({ install }: Deps, query: TemplatesQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const filter = { kind: query.kind, q: query.q?.trim() ?? "" };
  const [rows, total] = await Promise.all([
    selectInstallTemplates(install, filter, { before, ...page }),
    countInstallTemplates(install, filter),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentTemplateItem),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}
