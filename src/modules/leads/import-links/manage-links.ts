import { auditStatement, deletionLine } from "#modules/accounts/audit/audit-statement.ts";
import type {
  CreateImportLinkBody,
  ImportLink,
  UpdateImportLinkBody,
} from "#modules/leads/contract/import-links.ts";
import { leadsEnrolled } from "#modules/leads/hooks.ts";
import { findList } from "#modules/leads/lists/find-list.ts";
import { shownUrl } from "#modules/leads/rules/import-links/file-url.ts";
import { nextRunAt } from "#modules/leads/rules/import-links/interval.ts";
import { assertMayDo } from "#platform/access/permissions.ts";
import { type MemberCtx, userIdOf, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import {
  asId,
  type CampaignId,
  type ImportLinkId,
  type JobId,
  type UnixMs,
} from "#platform/rules/ids.ts";
import { meantUrl, sealUrl } from "./link-url.ts";
import { newSince } from "./new-leads-sql.ts";
import { presentLinks } from "./present.ts";
import { wakeLink } from "./run-link.ts";
import {
  askForRun,
  deleteLinkRow,
  insertLink,
  type LinkChange,
  selectLink,
  type ShownLink,
  updateLinkRow,
  whileLink,
} from "./store.ts";

/** A link is a file of its own; more are a list of lists. */
const MAX_LINKS = 100;

/** A link of the workspace. Throws `not_found`. */
export async function findLink(ctx: WorkspaceCtx, id: ImportLinkId): Promise<ShownLink> {
  const row = await selectLink(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("link");
  return row;
}

export async function readLink(ctx: WorkspaceCtx, id: ImportLinkId): Promise<ImportLink> {
  const [link] = await presentLinks(ctx, [await findLink(ctx, id)]);
  if (!link) throw notFound("link");
  return link;
}

/**
 * Adds a link; an active one runs at once. Throws `not_found` for a foreign list or campaign,
 * `forbidden` for who may not enrol, `validation_failed` for an address that may not be fetched,
 * `limit_reached` beyond 100.
 */
export async function createLink(ctx: MemberCtx, body: CreateImportLinkBody): Promise<ImportLink> {
  const url = meantUrl(ctx, body.url);
  if (body.list_id !== undefined) await findList(ctx, body.list_id);
  await assertCampaign(ctx, body.campaign_id);
  const now = ctx.now();
  const row = await insertLink(
    ctx.db,
    ctx.workspaceId,
    {
      name: body.name,
      url: await sealUrl(ctx, url),
      urlShown: shownUrl(url),
      every: body.every,
      mapping: body.mapping,
      sheet: body.sheet,
      list:
        body.list_id === undefined ? { name: body.list_name ?? body.name } : { id: body.list_id },
      onDuplicate: body.on_duplicate,
      campaignId: body.campaign_id,
      active: body.active,
      nextAt: body.active ? now : null,
      createdBy: userIdOf(ctx.caller),
      createdByName: ctx.caller.name,
    },
    MAX_LINKS,
    now,
    ({ id, source }) =>
      auditStatement(
        ctx,
        {
          action: "import_link.created",
          workspaceId: ctx.workspaceId,
          target: { type: "import_link", id },
          details: { name: body.name, every: body.every },
        },
        source,
      ),
  );
  if (!row) {
    throw new AppError(
      "limit_reached",
      `A workspace can have up to ${MAX_LINKS} links. Delete one first.`,
    );
  }
  if (row.active) await wakeLink(ctx, row.id);
  return readLink(ctx, row.id);
}

async function assertCampaign(ctx: MemberCtx, id: CampaignId | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  assertMayDo(ctx.caller, "leads.enrol");
  await ctx.hooks.one(leadsEnrolled)(ctx, id, newSince(ctx.workspaceId, asId<JobId>(1)));
}

/** What a run does. After a change of one of them, the next run reads the file whatever it read last. */
const OF_A_RUN = ["url", "mapping", "sheet", "listId", "onDuplicate", "campaignId"] as const;

/** Changes a link. Throws like `createLink`. */
export async function updateLink(
  ctx: MemberCtx,
  id: ImportLinkId,
  body: UpdateImportLinkBody,
): Promise<ImportLink> {
  const link = await findLink(ctx, id);
  const url = body.url === undefined ? undefined : meantUrl(ctx, body.url);
  if (body.list_id !== undefined) await findList(ctx, body.list_id);
  await assertCampaign(ctx, body.campaign_id);
  const change: LinkChange = {
    ...(body.name !== undefined && { name: body.name }),
    ...(url !== undefined && { url: await sealUrl(ctx, url), urlShown: shownUrl(url) }),
    ...(body.every !== undefined && { every: body.every }),
    ...(body.mapping !== undefined && { mapping: body.mapping }),
    ...(body.sheet !== undefined && { sheet: body.sheet }),
    ...(body.list_id !== undefined && { listId: body.list_id }),
    ...(body.on_duplicate !== undefined && { onDuplicate: body.on_duplicate }),
    ...(body.campaign_id !== undefined && { campaignId: body.campaign_id }),
    ...(body.active !== undefined && { active: body.active }),
  };
  const renew = OF_A_RUN.some((name) => name in change);
  const now = ctx.now();
  const line = auditStatement(
    ctx,
    {
      action: "import_link.changed",
      workspaceId: ctx.workspaceId,
      target: { type: "import_link", id },
      details: { fields: Object.keys(body) },
    },
    whileLink(ctx.workspaceId, id),
  );
  const nextAt = nextAfter(link, change, renew, now);
  const { db, workspaceId } = ctx;
  if (!(await updateLinkRow(db, workspaceId, id, change, { renew, nextAt, now }, line))) {
    throw notFound("link");
  }
  if (nextAt === now) await wakeLink(ctx, id);
  return readLink(ctx, id);
}

/** When a changed link runs next: at once where there is reason to; undefined leaves it as it was. */
function nextAfter(
  link: ShownLink,
  change: LinkChange,
  renew: boolean,
  now: UnixMs,
): UnixMs | null | undefined {
  const active = change.active ?? link.active;
  if (!active) return change.active === false ? null : undefined;
  if (renew || (change.active === true && (!link.active || link.failures > 0))) return now;
  if (change.every === undefined || link.nextAt === null) return undefined;
  const next = nextRunAt(now, change.every, link.failures);
  return link.nextAt <= now ? undefined : next;
}

/** Runs a link now, paused or not; one that runs is not begun a second time. Throws `not_found`. */
export async function runLinkNow(ctx: MemberCtx, id: ImportLinkId): Promise<ImportLink> {
  if (!(await askForRun(ctx.db, ctx.workspaceId, id, ctx.now()))) throw notFound("link");
  await wakeLink(ctx, id);
  return readLink(ctx, id);
}

/** Removes a link; the leads that it brought stay. Throws `not_found`. */
export async function deleteLink(ctx: MemberCtx, id: ImportLinkId): Promise<void> {
  const line = deletionLine(ctx, "import_link", id, whileLink(ctx.workspaceId, id));
  if (!(await deleteLinkRow(ctx.db, ctx.workspaceId, id, line))) throw notFound("link");
}
