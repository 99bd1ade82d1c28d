import { z } from "zod";
import type { Api } from "./api.ts";
import type { Operation } from "./operator.ts";

const Figures = z.object({
  sent: z.int(),
  opens: z.int(),
  unique_opens: z.int(),
  machine_opens: z.int(),
  clicks: z.int(),
  unique_clicks: z.int(),
  machine_clicks: z.int(),
  replies: z.int(),
  unique_replies: z.int(),
  positive_replies: z.int(),
  auto_replies: z.int(),
  bounces: z.int(),
  unsubscribes: z.int(),
});
const CampaignFigures = Figures.extend({
  leads: z.int(),
  contacted: z.int(),
  refused: z.int(),
  delivered: z.int(),
  completed: z.int(),
  pending: z.int(),
  by_step: z.array(z.object({ position: z.int().nullable(), sent: z.int() })),
});
const Threads = z.object({ pagination: z.object({ total: z.int() }) });
const Leads = Threads;
const Held = z.object({
  data: z.array(
    z.object({
      email: z.string(),
      status: z.string(),
      skip_reason: z.string().nullable(),
      skip_detail: z.string().nullable(),
    }),
  ),
});
const Rule = z.object({ matched: z.int() });
const Status = z.object({ status: z.string() });

export type Figures = z.output<typeof Figures>;

/** What the product has counted so far, by its own API. */
export async function readCounted(
  api: Api,
  { workspaceId, campaignId, followUpId, ruleId }: Operation,
) {
  const at = `/workspaces/${workspaceId}`;
  const campaign = await api.call("GET", `${at}/campaigns/${campaignId}`, Status);
  const stats = await api.call("GET", `${at}/campaigns/${campaignId}/stats`, CampaignFigures);
  const workspace = await api.call("GET", `${at}/stats`, Figures);
  const threads = await api.call("GET", `${at}/threads?limit=1`, Threads);
  const leads = await api.call("GET", `${at}/leads?limit=1`, Leads);
  const rule = await api.call("GET", `${at}/campaigns/${campaignId}/rules/${ruleId}`, Rule);
  const follows = `${at}/campaigns/${followUpId}/leads?status=in_progress&limit=1`;
  const followed = await api.call("GET", follows, Leads);
  const tasks = await api.call("GET", `${at}/tasks?campaign_id=${followUpId}&limit=1`, Leads);
  return {
    matched: rule.matched,
    followed: followed.pagination.total,
    tasks: tasks.pagination.total,
    status: campaign.status,
    stats,
    workspace,
    threads: threads.pagination.total,
    leads: leads.pagination.total,
  };
}
export type Counted = Awaited<ReturnType<typeof readCounted>>;

/** The figures in which campaign and workspace differ; none may, where there is one campaign. */
export const disagreements = ({ stats, workspace }: Counted): string[] =>
  Object.keys(Figures.shape).filter((name) => {
    const figure = name as keyof Figures; // a key of the very schema
    return stats[figure] !== workspace[figure];
  });

/** Leads that the campaign left out, with its reason; nobody should be. */
export async function readLeftOut(api: Api, operation: Operation): Promise<string[]> {
  const { workspaceId, campaignId } = operation;
  const path = `/workspaces/${workspaceId}/campaigns/${campaignId}/leads`;
  const skipped = await api.call("GET", `${path}?status=skipped`, Held);
  const failed = await api.call("GET", `${path}?status=failed`, Held);
  return [...skipped.data, ...failed.data].map(
    ({ email, status, skip_reason: reason, skip_detail: detail }) =>
      `${email}: ${[status, reason, detail].filter((part) => part !== null).join(", ")}`,
  );
}
