import type { ErrorCode } from "#platform/rules/errors.ts";
import { type Endpoint, takesIdempotencyKey } from "#platform/http/endpoint.ts";
import { PROBLEMS } from "#platform/http/problem.ts";

/**
 * The problems that a route may answer, by status: those that its scope, method and schemas imply,
 * and those that it names. Any route may find that the database is down. `internal` is left out: no
 * caller can cause it.
 */
export function problemsOf(e: Endpoint): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>(e.problems);
  const writes = e.method !== "GET";
  const add = (when: boolean, ...more: ErrorCode[]): void => {
    if (when) for (const code of more) codes.add(code);
  };
  add(e.query !== undefined || writes, "malformed_request");
  add(writes, "payload_too_large", "unsupported_media_type");
  add(e.body !== undefined || e.form !== undefined, "validation_failed");
  add(e.params !== undefined, "not_found");
  add(e.limit !== null, "rate_limited");
  // A key may lack the scope of any route.
  add(e.scope !== "public", "unauthenticated", "forbidden", "address_not_allowed", "rate_limited");
  add(e.scope !== "public" && writes, "cross_site");
  add(e.scope !== "public" && !e.beforeFactor, "factor_required");
  add(e.reauthentication !== null, "reauthentication_required");
  add(e.scope === "workspace", "workspace_forbidden", "not_found");
  add(
    takesIdempotencyKey(e),
    "validation_failed",
    "idempotency_mismatch",
    "conflict",
    "outcome_unclear",
  );
  add(e.scope === "workspace" && writes, "conflict", "invalid_state", "limit_reached");
  add(e.scope === "workspace" && (e.method === "POST" || e.method === "PUT"), "validation_failed");
  add(e.answers[503] === undefined && e.produces === undefined, "upstream_unavailable");
  const byStatus = new Map<number, ErrorCode[]>();
  // In the order of the table, so that equal sets look alike.
  for (const [code, [status]] of Object.entries(PROBLEMS) as [
    ErrorCode,
    readonly [number, string],
  ][]) {
    if (codes.has(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}
