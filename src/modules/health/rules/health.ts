import { bandOf, type HealthStatus, severity } from "#modules/mailboxes/rules/health-bands.ts";
import {
  connectionIssues,
  dnsIssues,
  type HealthInput,
  type HealthIssue,
  isReadingLate,
  listIssues,
  rateIssues,
} from "./health-issues.ts";

export type Health = {
  readonly score: number;
  readonly status: HealthStatus;
  readonly issues: readonly HealthIssue[];
};

/**
 * What a mailbox's signals come to: 100 less what bounces (40 at 10 %), complaints
 * (30 at 0.3 %), spam placement (40 at 40 %) and each failing DNS record (15) take away, and a block list (30). Rates
 * below the floors take nothing.
 */
export function healthOf(input: HealthInput): Health {
  const rates = rateIssues(input);
  const issues = [
    ...connectionIssues(input),
    ...rates,
    ...dnsIssues(input.records ?? []),
    ...listIssues(input.listed),
  ].sort((a, b) => b.points - a.points);
  const lost = issues.reduce((sum, issue) => sum + issue.points, 0);
  return { score: Math.max(0, 100 - lost), status: statusOf(input), issues };
}

function statusOf(input: HealthInput): HealthStatus {
  if (input.status === "connection_error" || input.status === "sending_error")
    return "disconnected";
  const { band } = bandOf(input.sample, input.spam);
  if (input.held && severity(input.held.state) >= severity(band)) return input.held.state;
  if (band !== "healthy") return band;
  // Signed out is not unhealthy: it is read again once its owner is back.
  const isShaky =
    (input.status !== "reconnect_required" && isReadingLate(input)) ||
    input.listed.length > 0 ||
    (input.records ?? []).some((record) => record.status === "fail");
  return isShaky ? "watch" : "healthy";
}
