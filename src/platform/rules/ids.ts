import type { OutsideText } from "./outside-text.ts";

declare const brand: unique symbol;
type Branded<T, B extends string> = T & { readonly [brand]: B };

export type UserId = Branded<number, "UserId">;
export type TotpId = Branded<number, "TotpId">;
export type PasskeyId = Branded<number, "PasskeyId">;
export type InvitationId = Branded<number, "InvitationId">;
/** A browser in which a person is notified. */
export type PushSubscriptionId = Branded<number, "PushSubscriptionId">;
/** A notice for one of those. */
export type PushMessageId = Branded<number, "PushMessageId">;
export type EmailChangeId = Branded<number, "EmailChangeId">;
export type WorkspaceId = Branded<number, "WorkspaceId">;
export type ListId = Branded<number, "ListId">;
export type TagId = Branded<number, "TagId">;
export type SegmentId = Branded<number, "SegmentId">;
export type LeadId = Branded<number, "LeadId">;
export type MailboxId = Branded<number, "MailboxId">;
export type CampaignId = Branded<number, "CampaignId">;
export type StepId = Branded<number, "StepId">;
/** A lead's place in one campaign (a row of `campaign_leads`). */
export type EnrolmentId = Branded<number, "EnrolmentId">;
export type SendId = Branded<number, "SendId">;
/** A follow-up rule of a campaign. */
export type RuleId = Branded<number, "RuleId">;
export type TaskId = Branded<number, "TaskId">;
/** Somebody was asked whether a version of a campaign may be sent. */
export type ApprovalId = Branded<number, "ApprovalId">;
export type TemplateId = Branded<number, "TemplateId">;
/** A template of the install: a campaign, a step or a snippet. */
export type InstallTemplateId = Branded<number, "InstallTemplateId">;
export type ThreadId = Branded<number, "ThreadId">;
export type MessageId = Branded<number, "MessageId">;
export type NoteId = Branded<number, "NoteId">;
export type HitId = Branded<number, "HitId">;
export type EventId = Branded<number, "EventId">;
export type WebhookId = Branded<number, "WebhookId">;
export type DeliveryId = Branded<number, "DeliveryId">;
/** A warmup mail. */
export type WarmupMailId = Branded<number, "WarmupMailId">;
/** An exchange of warmup mails with a workspace of another install. */
export type ExchangeId = Branded<number, "ExchangeId">;
export type PlacementTestId = Branded<number, "PlacementTestId">;
export type PlacementSearchId = Branded<number, "PlacementSearchId">;
export type PlacementMailId = Branded<number, "PlacementMailId">;
export type InstallSeedId = Branded<number, "InstallSeedId">;
export type JobId = Branded<number, "JobId">;
/** A file of leads that is fetched again by its address. */
export type ImportLinkId = Branded<number, "ImportLinkId">;
/** A file of mailboxes. */
export type MailboxImportId = Branded<number, "MailboxImportId">;
/** What opens a mailbox without a password. */
export type GrantId = Branded<number, "GrantId">;
/** A tenant or domain whose admin let the install in. */
export type OrganisationId = Branded<number, "OrganisationId">;
/** A move in from another product. */
export type MoveId = Branded<number, "MoveId">;

/** Milliseconds since the Unix epoch, UTC. */
export type UnixMs = Branded<number, "UnixMs">;
export const unixMs = (n: number): UnixMs => n as UnixMs;

/** Brands a checked positive integer. The caller has validated it (a row's id, or a parsed parameter). */
export const asId = <T extends number>(n: number): T => n as T;

/**
 * The place after a row in a list ordered by id, opaque to callers. Only the list that
 * wrote a cursor reads it.
 */
export const idCursor = (id: number): string => Buffer.from(`id:${id}`).toString("base64url");

/** The id in a cursor, or null when `idCursor` did not write it. */
export function readIdCursor(cursor: OutsideText): number | null {
  const match = /^id:(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  return match ? Number(match[1]) : null;
}
