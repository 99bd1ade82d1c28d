import { z } from "zod";
import {
  AssignTrackingAnswer,
  AssignTrackingBody,
  DomainsExportQuery,
  DomainsQuery,
  SendingDomainList,
  Verification,
  WorkspaceDomainsExportQuery,
  WorkspaceDomainsQuery,
  WorkspaceZoneQuery,
  ZoneQuery,
} from "#modules/operations/contract/domains.ts";
import { pathId } from "#platform/contract/common.ts";
import { accepted, ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { assignTracking } from "./assign-tracking.ts";
import { domainsCsv, domainsZone } from "./export-domains.ts";
import { listDomains } from "./list-domains.ts";
import { readVerification, verifyDomains } from "./verify-domains.ts";

const ADMIN = "/api/v1/admin/domains";
const OWN = `${WORKSPACE_PATH}/domains`;
const Params = z.object({ wid: pathId() });

const CSV =
  '"workspace_id","workspace","domain","record","type","host","wanted","found","status","code","hint","checked_at"\r\n"7","Acme","acme.example","dmarc","TXT","_dmarc.acme.example","v=DMARC1; p=none","","fail","none","There is no DMARC record.","2026-11-23T12:00:00.000Z"\r\n';
const ZONE =
  '; acme.example, workspace 7 (Acme)\n$ORIGIN acme.example.\n$TTL 3600\nacme.example. IN MX 1 smtp.google.com.\n_dmarc.acme.example. IN TXT "v=DMARC1; p=none"\n';
const LIST = {
  data: [
    {
      workspace: { id: 7, name: "Acme" },
      domain: "acme.example",
      mailboxes: 4,
      provider: "Gmail and Google Workspace",
      is_provider_domain: false,
      lacks: ["dmarc", "tracking"],
      records: [
        {
          domain: "acme.example",
          name: "dmarc",
          type: "TXT",
          host: "_dmarc.acme.example",
          expected: "v=DMARC1; p=none",
          wanted: ["v=DMARC1; p=none"],
          found: [],
          status: "fail",
          code: "none",
          hint: "There is no DMARC record. Large providers require one. p=none is enough to start.",
          agreement: "agree",
        },
      ],
      tracking: null,
      checked_at: "2026-11-23T12:00:00.000Z",
    },
  ],
  total: 1,
  next_cursor: null,
};
const RUNNING = {
  requested_at: "2026-11-23T12:00:00.000Z",
  total: 120,
  checked: 40,
  is_running: true,
};

const file = (body: ReadableStream<Uint8Array>, type: string, name: string): Response =>
  new Response(body, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
const csv = (body: ReadableStream<Uint8Array>) => file(body, "text/csv", "domains.csv");
const zone = (body: ReadableStream<Uint8Array>) => file(body, "text/dns", "domains.zone");

/** The domains of all workspaces, for admins of the install. */
const adminDomainRoutes = [
  endpoint(
    {
      method: "GET",
      path: ADMIN,
      scope: "caller",
      action: "admin.read",
      summary: "The sending domains of all workspaces, with their DNS records wanted and found.",
      description:
        "Admins may; it changes nothing and asks no resolver: it shows the last check. Domains are listed once for each workspace that sends from them.",
      query: DomainsQuery,
      answers: { 200: SendingDomainList },
      example: { answer: LIST },
    },
    async (ctx, { query }) => ok(await listDomains(ctx, query, query.workspace_id ?? null)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${ADMIN}/export`,
      scope: "caller",
      action: "admin.read",
      summary: "The DNS records of the domains of all workspaces as CSV, a line each.",
      description: "Admins may; it changes nothing. No cell is a formula to a spreadsheet.",
      query: DomainsExportQuery,
      answers: { 200: z.string() },
      produces: "text/csv",
      example: { answer: CSV },
    },
    async (ctx, { query }) => csv(domainsCsv(ctx, query, query.workspace_id ?? null)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${ADMIN}/zone`,
      scope: "caller",
      action: "admin.read",
      summary: "The DNS records of the domains of all workspaces as a zone file (RFC 1035).",
      description:
        "Admins may; it changes nothing. Records that are right stand as they are, others as they should be, with a remark on what they replace. What only the mail provider knows is a remark.",
      query: ZoneQuery,
      answers: { 200: z.string() },
      produces: "text/dns",
      example: { answer: ZONE },
    },
    async (ctx, { query }) => zone(domainsZone(ctx, query, query.workspace_id ?? null)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${ADMIN}/verify`,
      scope: "caller",
      action: "admin.edit",
      summary: "Check all sending and tracking domains in the background.",
      description:
        "Admins may. Each name is asked about once, some at a time. Asked again while that runs, it starts from the beginning.",
      answers: { 202: Verification },
      example: { answer: { ...RUNNING, checked: 0 } },
    },
    async (ctx) => accepted(await verifyDomains(ctx)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${ADMIN}/verify`,
      scope: "caller",
      action: "admin.read",
      summary: "How far the check of all domains is.",
      description: "Admins may; it changes nothing. Ask every few seconds while it runs.",
      answers: { 200: Verification },
      example: { answer: RUNNING },
    },
    async (ctx) => ok(await readVerification(ctx)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${ADMIN}/tracking`,
      scope: "caller",
      action: "admin.edit",
      summary: "Give workspaces without a tracking domain one by a rule, such as go.{domain}.",
      description:
        "Admins may. Takes 100 workspaces at a time. Tracking domains that are set stay as they are; a name that another workspace has is not taken. Links use a new one once its DNS records and https work.",
      body: AssignTrackingBody,
      answers: { 200: AssignTrackingAnswer },
      example: {
        body: { rule: "go.{domain}", dry_run: true },
        answer: {
          data: [
            {
              workspace: { id: 7, name: "Acme" },
              domain: "acme.example",
              host: "go.acme.example",
              status: "new",
              message: null,
              points_to: { target: "prox.itrackly.com", product: "Instantly" },
            },
          ],
          kept: 3,
          cname_target: "outreach.example.com",
          next_cursor: null,
        },
      },
    },
    async (ctx, { body }) => ok(await assignTracking(ctx, body)),
  ),
];

/** The domains of one workspace. */
const ownDomainRoutes = [
  endpoint(
    {
      method: "GET",
      path: OWN,
      scope: "workspace",
      action: "settings.read",
      summary: "The sending domains of the workspace, with their DNS records wanted and found.",
      description:
        "Staff may; it changes nothing and asks no resolver: it shows the last check. `POST .../settings/verify-dns` asks now.",
      params: Params,
      query: WorkspaceDomainsQuery,
      answers: { 200: SendingDomainList },
      example: { answer: LIST },
    },
    async (ctx, { query }) => ok(await listDomains(ctx, query, ctx.workspaceId)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${OWN}/export`,
      scope: "workspace",
      action: "settings.read",
      summary: "The DNS records of the workspace's domains as CSV, a line each.",
      description: "Staff may; it changes nothing. No cell is a formula to a spreadsheet.",
      params: Params,
      query: WorkspaceDomainsExportQuery,
      answers: { 200: z.string() },
      produces: "text/csv",
      example: { answer: CSV },
    },
    async (ctx, { query }) => csv(domainsCsv(ctx, query, ctx.workspaceId)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${OWN}/zone`,
      scope: "workspace",
      action: "settings.read",
      summary: "The DNS records of the workspace's domains as a zone file (RFC 1035).",
      description:
        "Staff may; it changes nothing. Records that are right stand as they are, others as they should be, with a remark on what they replace.",
      params: Params,
      query: WorkspaceZoneQuery,
      answers: { 200: z.string() },
      produces: "text/dns",
      example: { answer: ZONE },
    },
    async (ctx, { query }) => zone(domainsZone(ctx, query, ctx.workspaceId)),
  ),
];

export const domainRoutes = [...adminDomainRoutes, ...ownDomainRoutes];
