import {
  DmarcReports,
  ReportMailboxSettings,
  ReportSettingsBody,
  ReportsQuery,
  TlsReports,
} from "#modules/reputation/contract/reports.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { readDmarcReports, readTlsReports } from "./read-reports.ts";
import { saveReportSettings, showReportSettings } from "./report-settings.ts";

const COUNTS = { verified: 1, unverified: 0, other_domain: 0, refused: 0 };
const HEAD = {
  reporter: "google.com",
  sender: "google.com",
  domain: "ours.example",
  begins_at: "2026-11-23T00:00:00.000Z",
  received_at: "2026-11-24T06:00:00.000Z",
  messages: 310,
  standing: "verified",
  flaw: null,
};

export const domainReportRoutes = [
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/reports/dmarc`,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "Who sends with your domains: DMARC reports by day and source.",
      description:
        "Sums of the aggregate reports (RFC 7489, RFC 9990) that arrived in the mailbox named for them. Only reports count whose email passed DMARC for its sender and that are about a domain of the workspace. Kept for 400 days. Who may read mailboxes can call it.",
      query: ReportsQuery,
      answers: { 200: DmarcReports },
      example: {
        answer: {
          from: "2026-11-23",
          to: "2026-11-23",
          domains: ["ours.example"],
          totals: {
            messages: 310,
            passing: 300,
            failing: 10,
            dkim_aligned: 300,
            spf_aligned: 280,
            quarantined: 0,
            rejected: 0,
          },
          stricter: {
            would_refuse: 10,
            of: 310,
            message: "p=reject would refuse 10 of 310 emails, 10 from 198.51.100.7.",
          },
          days: [
            { day: "2026-11-23", passing: 300, failing: 10, yours: 300, known: 0, unknown: 10 },
          ],
          sources: [
            {
              source: "198.51.100.7",
              domain: "ours.example",
              owner: "unknown",
              provider: null,
              messages: 10,
              dkim_aligned: 0,
              spf_aligned: 0,
              failing: 10,
              last_day: "2026-11-23",
            },
          ],
          reports: COUNTS,
          latest: [HEAD],
          destinations: [
            {
              domain: "ours.example",
              address: "dmarc@ours.example",
              external: "own",
              record: null,
            },
          ],
        },
      },
    },
    async (ctx, { query }) => ok(await readDmarcReports(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/reports/tls`,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "Whether others could deliver to your domains securely: TLS reports by day.",
      description:
        "Sums of the TLS reports (RFC 8460) that arrived in the mailbox named for reports; the same ones count as of DMARC. Who may read mailboxes can call it.",
      query: ReportsQuery,
      answers: { 200: TlsReports },
      example: {
        answer: {
          from: "2026-11-23",
          to: "2026-11-23",
          totals: { sessions: 120, failed: 2 },
          days: [{ day: "2026-11-23", secure: 118, failed: 2 }],
          failures: [
            {
              domain: "ours.example",
              failure: "certificate-expired",
              mx: "mx.ours.example",
              sessions: 2,
              last_day: "2026-11-23",
            },
          ],
          reports: COUNTS,
          latest: [{ ...HEAD, messages: 120 }],
        },
      },
    },
    async (ctx, { query }) => ok(await readTlsReports(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${WORKSPACE_PATH}/settings/reports`,
      scope: "workspace",
      action: "settings.read",
      summary: "Which mailbox DMARC and TLS reports arrive in.",
      description:
        "With where the sending domains ask for reports, as DNS said last. Who may read settings can call it.",
      answers: { 200: ReportMailboxSettings },
    },
    async (ctx) => ok(await showReportSettings(ctx)),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${WORKSPACE_PATH}/settings/reports`,
      scope: "workspace",
      action: "settings.edit",
      summary: "Name the mailbox that DMARC and TLS reports arrive in.",
      description:
        "From then on the files of its new emails are read as reports. DNS is asked where the sending domains want their reports. Who may edit settings can call it; written to the audit log.",
      body: ReportSettingsBody,
      answers: { 200: ReportMailboxSettings },
      example: { body: { mailbox_id: 7, auth_server: null } },
    },
    async (ctx, { body }) => ok(await saveReportSettings(ctx, body)),
  ),
];
