import { z } from "zod";
import { TRACKING_SSL_STATES, TRACKING_STATES } from "#modules/accounts/contract/settings.ts";
import { DnsRecord } from "#modules/links/contract/tracking-domains.ts";
import { NullableTime, PageQuery, pathId } from "#platform/contract/common.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** What a domain can lack. */
export const DOMAIN_LACKS = ["mx", "spf", "dkim", "dmarc", "tracking"] as const;
export type DomainLack = (typeof DOMAIN_LACKS)[number];

const Place = z.object({
  id: z.int().describe("Id of the workspace."),
  name: z.string().describe("Name of the workspace."),
});

/** Names of records behind each other, as a query has them. */
const Lacks = z
  .string()
  .max(100)
  .transform((text) => text.split(",").map((name) => name.trim()))
  .pipe(z.array(z.enum([...DOMAIN_LACKS, "any"])).max(DOMAIN_LACKS.length + 1));

const Which = PageQuery.pick({ q: true }).extend({
  q: z.string().max(200).optional().describe("Part of the domain's name."),
  lacks: Lacks.optional().describe(
    "Only domains that lack one of these, separated by commas: mx, spf, dkim, dmarc, tracking, or any.",
  ),
  sort: z
    .enum(["domain", "workspace"])
    .default("domain")
    .describe("By name of the domain, or by id of the workspace and then by name."),
  order: z.enum(["asc", "desc"]).default("asc").describe("Direction of the order."),
});

export const WorkspaceDomainsQuery = Which.extend(
  PageQuery.pick({ limit: true, cursor: true }).shape,
);
export const DomainsQuery = WorkspaceDomainsQuery.extend({
  workspace_id: pathId<WorkspaceId>().optional().describe("Only the domains of this workspace."),
});
export type DomainsQuery = z.output<typeof DomainsQuery>;

export const WorkspaceDomainsExportQuery = Which;
export const DomainsExportQuery = Which.extend({
  workspace_id: DomainsQuery.shape.workspace_id,
});
export type DomainsExportQuery = z.output<typeof DomainsExportQuery>;

const ZoneMore = {
  domain: z.string().max(253).optional().describe("Only this domain."),
  only: z
    .enum(["all", "missing"])
    .default("all")
    .describe("missing: without the records that are right already."),
};
export const WorkspaceZoneQuery = Which.extend(ZoneMore);
export const ZoneQuery = DomainsExportQuery.extend(ZoneMore);
export type ZoneQuery = z.output<typeof ZoneQuery>;

const PointsTo = z
  .object({
    target: z.string().describe("The name that its CNAME record has."),
    product: z.string().nullable().describe("Whose name that is; null: not known."),
  })
  .describe("Another place that the tracking domain leads to.");

export const DomainRecord = DnsRecord.extend({
  domain: z.string().describe("The domain that the record belongs to."),
  name: DnsRecord.shape.name.describe("Which record it is."),
  type: DnsRecord.shape.type.describe("Type in DNS."),
  host: z.string().describe("Its name in DNS."),
  expected: z
    .string()
    .nullable()
    .describe("What to set; null where it is right, or only the mail provider knows."),
  wanted: z
    .array(z.string())
    .describe("Its values as they should be; empty where only the mail provider knows them."),
  found: z.array(z.string()).describe("Its values in DNS, at the last check."),
  status: DnsRecord.shape.status.describe(
    "unknown: not checked yet, the resolvers failed or disagree, or DNS was not conclusive.",
  ),
  code: z.string().describe("Why, for programs."),
  hint: z.string().nullable().describe("What to do; null: nothing."),
  agreement: DnsRecord.shape.agreement.describe("How far the resolvers agree."),
});
export type DomainRecord = z.output<typeof DomainRecord>;

export const SendingDomain = z.object({
  workspace: Place.describe("The workspace whose mailboxes send from it."),
  domain: z.string().describe("The domain of the mailboxes' addresses."),
  mailboxes: z.int().describe("Mailboxes of the workspace at this domain."),
  provider: z
    .string()
    .nullable()
    .describe("The mail provider that the mailboxes send through; null: not known."),
  is_provider_domain: z
    .boolean()
    .describe(
      "The domain is the provider's own, such as gmail.com: its records are not yours to set.",
    ),
  lacks: z.array(z.enum(DOMAIN_LACKS)).describe("What has to be set or corrected."),
  records: z
    .array(DomainRecord)
    .describe("MX, SPF, DKIM and DMARC, and the two of the workspace's tracking domain."),
  tracking: z
    .object({
      domain: z.string().describe("The workspace's tracking domain."),
      status: z.enum(TRACKING_STATES).describe("Links use it while it is verified."),
      ssl: z.enum(TRACKING_SSL_STATES).describe("Whether https answers there."),
      points_to: PointsTo.nullable().describe(
        "Where it leads instead of here; null: nowhere else.",
      ),
    })
    .nullable()
    .describe("The tracking domain of the workspace; null: it has none."),
  checked_at: NullableTime.describe("When DNS was asked last; null: not yet."),
});
export type SendingDomain = z.output<typeof SendingDomain>;

export const SendingDomainList = z.object({
  data: z
    .array(SendingDomain)
    .describe("The domains of this page; it may have fewer than the limit."),
  total: z
    .int()
    .nullable()
    .describe("Domains of the whole list; null with a filter by what they lack."),
  next_cursor: z
    .string()
    .nullable()
    .describe("Give it as cursor for the next page; null at the end of the list."),
});
export type SendingDomainList = z.output<typeof SendingDomainList>;

export const Verification = z.object({
  requested_at: NullableTime.describe("When all domains were asked for last; null: never."),
  total: z.int().describe("Sending and tracking domains that were asked for."),
  checked: z.int().describe("Those of them that were checked since."),
  is_running: z.boolean().describe("Whether some are still to be checked."),
});
export type Verification = z.output<typeof Verification>;

export const AssignTrackingBody = z
  .strictObject({
    rule: z
      .string()
      .trim()
      .toLowerCase()
      .max(100)
      .regex(/^(?:[a-z0-9-]{1,63}\.){1,4}\{domain\}$/, "Write it as go.{domain}.")
      .default("go.{domain}")
      .describe("A name before {domain}, which stands for the workspace's largest sending domain."),
    dry_run: z.boolean().describe("true: show what it would do, and change nothing."),
    cursor: z.string().max(100).optional().describe("next_cursor of the answer before."),
  })
  .meta({ examples: [{ rule: "go.{domain}", dry_run: true }] });
export type AssignTrackingBody = z.output<typeof AssignTrackingBody>;

export const ASSIGNMENT_STATES = ["new", "assigned", "taken", "no_domain", "refused"] as const;

export const TrackingAssignment = z.object({
  workspace: Place.describe("A workspace without a tracking domain."),
  domain: z.string().nullable().describe("The sending domain that the rule was applied to."),
  host: z.string().nullable().describe("The tracking domain by the rule; null: there is none."),
  status: z
    .enum(ASSIGNMENT_STATES)
    .describe(
      "new: would be assigned. assigned: done, and waits for its records. taken: another workspace has the name. no_domain: no domain of its own. refused: links cannot lead there.",
    ),
  message: z.string().nullable().describe("Why it was refused; null: it was not."),
  points_to: PointsTo.nullable().describe("Where the name leads in DNS now; null: nowhere else."),
});
export type TrackingAssignment = z.output<typeof TrackingAssignment>;

export const AssignTrackingAnswer = z.object({
  data: z
    .array(TrackingAssignment)
    .describe("The next workspaces without a tracking domain, by id."),
  kept: z.int().describe("Workspaces of the install that have a tracking domain, and keep it."),
  cname_target: z.string().describe("What the CNAME record of each has to name."),
  next_cursor: z
    .string()
    .nullable()
    .describe("Give it as cursor to go on with further workspaces; null: that were all."),
});
export type AssignTrackingAnswer = z.output<typeof AssignTrackingAnswer>;
