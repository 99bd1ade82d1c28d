import type { PauseReason } from "#modules/campaigns/rules/states.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import type { NewEvent } from "#modules/events/events/event-statements.ts";

/** A campaign as it was seen before it started or paused. */
type Seen = {
  readonly id: CampaignId;
  readonly name: string;
  readonly status: CampaignStatus;
  /** Counts its starts and pauses, so that each of them is an event of its own. */
  readonly epoch: number;
};

/** Why a campaign changes, for its event. */
export type CampaignChange = {
  readonly reason: PauseReason;
  /** `callerName`, or `system`. */
  readonly triggeredBy: string;
  readonly bounceRate?: number;
  /** Sends that the rate was measured on. */
  readonly sample?: number;
};

/** The event of a campaign that starts. */
export const startedEvent = (campaign: Seen, triggeredBy: string): NewEvent => ({
  type: "campaign.started",
  dedupeKey: `started:${campaign.id}:${campaign.epoch + 1}`,
  ...partsOf(campaign, "active", { reason: "manual", triggeredBy }),
});

/** The event of a campaign that pauses, whatever makes it. */
export const pausedEvent = (campaign: Seen, change: CampaignChange): NewEvent => ({
  type: "campaign.paused",
  dedupeKey: `paused:${campaign.id}:${campaign.epoch + 1}`,
  ...partsOf(campaign, "paused", change),
});

const partsOf = (campaign: Seen, status: CampaignStatus, change: CampaignChange) => ({
  leadId: null,
  campaignId: campaign.id,
  sendId: null,
  data: {
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    status,
    previous_status: campaign.status,
    reason: change.reason,
    bounce_rate: change.bounceRate ?? 0,
    sample: change.sample ?? 0,
    triggered_by: change.triggeredBy,
  },
});
