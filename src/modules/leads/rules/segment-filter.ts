import type { CampaignId, ListId } from "#platform/rules/ids.ts";

/** What a segment stores: conditions that all have to hold. */
export type StoredFilter = {
  readonly status?: "valid" | "risky" | "invalid" | "unvalidated" | undefined;
  readonly min_score?: number | undefined;
  readonly q?: string | undefined;
  readonly list_id?: ListId | undefined;
  readonly campaign_id?: CampaignId | undefined;
  readonly engaged?: "opened" | "clicked" | "replied" | undefined;
  /** The name of a tag. */
  readonly tag?: string | undefined;
};
