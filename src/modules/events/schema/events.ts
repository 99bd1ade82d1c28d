import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import type { Network } from "#platform/rules/network.ts";
import { EVENT_TYPES } from "#modules/events/rules/event.ts";
import type { StoredDealRule } from "#modules/events/rules/integrations/deal-rule.ts";
import type {
  CampaignId,
  DeliveryId,
  EventId,
  HitId,
  LeadId,
  SendId,
  WebhookId,
} from "#platform/rules/ids.ts";
import {
  createdAt,
  flag,
  json,
  rowId,
  time,
  updatedAt,
  workspaceColumn,
} from "#platform/db/columns.ts";

/** What happened, once per cause: the dedupe key is unique within the workspace. */
export const events = sqliteTable(
  "events",
  {
    id: rowId<EventId>(),
    workspaceId: workspaceColumn(),
    type: text("type", { enum: EVENT_TYPES }).notNull(),
    dedupeKey: text("dedupe_key").notNull(),
    leadId: integer("lead_id").$type<LeadId>(),
    campaignId: integer("campaign_id").$type<CampaignId>(),
    sendId: integer("send_id").$type<SendId>(),
    /** The exact JSON bytes that every delivery signs and posts. */
    body: text("body").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("events_dedupe").on(t.workspaceId, t.dedupeKey),
    index("events_lead").on(t.workspaceId, t.leadId, t.id),
    index("events_workspace").on(t.workspaceId, t.id),
  ],
);

export const webhooks = sqliteTable(
  "webhooks",
  {
    id: rowId<WebhookId>(),
    workspaceId: workspaceColumn(),
    /** The connection to a service that it is; null for one that a person subscribed. */
    provider: text("provider"),
    /** What people call the connection. */
    name: text("name"),
    /** When a CRM gets a deal, and which; null: never. */
    deals: json<StoredDealRule>("deals"),
    /** Empty for a service: its address is a secret. */
    url: text("url").notNull(),
    /** Sealed: the signing secret, or a service's credentials. */
    secret: text("secret").notNull(),
    events: json<(typeof EVENT_TYPES)[number][]>("events").notNull(),
    isActive: flag("is_active").notNull().default(true),
    /** Attempts that failed in a row, across events; ten deactivate. */
    consecutiveFailures: integer("consecutive_failures").notNull().default(0),
    /** While the streak is above 0 attempts start alone, and none before this. */
    nextAttemptAt: time("next_attempt_at"),
    disabledAt: time("disabled_at"),
    disabledReason: text("disabled_reason"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("webhooks_workspace").on(t.workspaceId, t.id),
    uniqueIndex("webhooks_provider")
      .on(t.workspaceId, t.provider)
      .where(sql`provider IS NOT NULL`),
  ],
);

/** One event owed to one webhook; written in the batch that writes the event. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: rowId<DeliveryId>(),
    workspaceId: workspaceColumn(),
    eventId: integer("event_id").notNull().$type<EventId>(),
    webhookId: integer("webhook_id").notNull().$type<WebhookId>(),
    state: text("state", {
      enum: ["pending", "leased", "delivered", "exhausted", "parked", "cancelled"],
    })
      .notNull()
      .default("pending"),
    /** Failed attempts that count against the retry schedule; interrupted ones do not. */
    attempts: integer("attempts").notNull().default(0),
    nextAt: time("next_at").notNull(),
    lease: text("lease"),
    leaseUntil: time("lease_until"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("webhook_deliveries_key").on(t.eventId, t.webhookId),
    // State first: one index finds leases, the hooks that have pending work, and each hook's next.
    index("webhook_deliveries_state").on(t.state, t.webhookId, t.nextAt),
  ],
);

/** The log: a row before each request, finished after it. A test request has no delivery. */
export const webhookAttempts = sqliteTable(
  "webhook_attempts",
  {
    id: rowId<number>(),
    workspaceId: workspaceColumn(),
    deliveryId: integer("delivery_id").$type<DeliveryId>(),
    webhookId: integer("webhook_id").notNull().$type<WebhookId>(),
    event: text("event", { enum: EVENT_TYPES }).notNull(),
    /** 1 for the delivery's first request, interrupted ones included. */
    attempt: integer("attempt").notNull(),
    /** The lease under which it was started. */
    lease: text("lease").notNull(),
    startedAt: time("started_at").notNull(),
    finishedAt: time("finished_at"),
    statusCode: integer("status_code"),
    responseBody: text("response_body"),
    durationMs: integer("duration_ms"),
    /** null while running or fine; else timeout, refused, dns, tls, blocked, reset, interrupted, status. */
    error: text("error"),
    /** What to grant or to correct, where a service says it. */
    problem: text("problem"),
  },
  (t) => [
    index("webhook_attempts_webhook").on(t.workspaceId, t.webhookId, t.id),
    index("webhook_attempts_delivery").on(t.deliveryId, t.id),
    index("webhook_attempts_open")
      .on(t.startedAt)
      .where(sql`finished_at IS NULL`),
  ],
);

/** Every answered pixel load and link click, as it came; judged afterwards. */
export const hits = sqliteTable(
  "hits",
  {
    id: rowId<HitId>(),
    workspaceId: workspaceColumn(),
    sendId: integer("send_id").notNull().$type<SendId>(),
    kind: text("kind", { enum: ["open", "click"] }).notNull(),
    url: text("url"),
    at: time("at").notNull(),
    /** Null until judged. */
    verdict: text("verdict", { enum: ["human", "proxy", "machine"] }),
    reasons: json<string[]>("reasons"),
    /** Daily-salted hash of the address; forgotten two minutes after the hit. */
    source: text("source"),
    /** Signals that the rules need; no agent, and no address unless the workspace keeps it. */
    signals: json<HitSignals>("signals").notNull(),
  },
  (t) => [
    index("hits_unjudged")
      .on(t.kind, t.at)
      .where(sql`verdict IS NULL`),
    index("hits_source")
      .on(t.at)
      .where(sql`source IS NOT NULL AND verdict IS NOT NULL`),
    index("hits_send").on(t.workspaceId, t.sendId, t.id),
  ],
);
export type HitSignals = {
  /** Family of the agent: gmail_proxy, apple_proxy, browser, empty, crawler, ... */
  readonly agent: string;
  readonly prefetch: boolean;
  /** Set where it was asked for by HEAD. */
  readonly head?: boolean | undefined;
  readonly private: boolean;
  /** Only where the workspace keeps addresses. */
  readonly address?: string;
  /** Whose network it came from, where that says something. */
  readonly network?: Network | undefined;
};

/**
 * Queue messages of hits already written, so that a redelivered message adds nothing; and, inside
 * one batch only, the mark by which its statements know that its condition was met.
 */
export const hitBatches = sqliteTable(
  "hit_batches",
  { id: text("id").primaryKey(), at: time("at").notNull() },
  (t) => [index("hit_batches_at").on(t.at)],
);
