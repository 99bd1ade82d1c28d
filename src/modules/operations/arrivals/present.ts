import type { Arrival } from "#modules/operations/contract/arrivals.ts";
import type { Arrival as Known } from "#platform/ctx/ports.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";

export const presentArrival = (arrival: Known): Arrival => ({
  id: arrival.id,
  workspace_id: arrival.workspaceId,
  name: arrival.name,
  state: arrival.state,
  created_at: iso(arrival.createdAt),
  opened_at: isoOrNull(arrival.openedAt),
});
