import type { Places } from "./furnish.ts";

/** Every room of the dashboard by its address, each of which may be the first that somebody opens. */
export const ROOMS = [
  "/sign-in",
  "/",
  "/w/:wid/inbox",
  "/w/:wid/tasks",
  "/w/:wid/campaigns",
  "/w/:wid/campaigns/:campaignId",
  "/w/:wid/leads",
  "/w/:wid/leads/:leadId",
  "/w/:wid/mailboxes",
  "/w/:wid/mailboxes/:mailboxId",
  "/w/:wid/placement",
  "/w/:wid/reputation",
  "/w/:wid/notices",
  "/w/:wid/webhooks",
  "/w/:wid/settings",
  "/account",
  "/inboxes",
  "/clients",
  "/templates",
  "/admin",
  "/admin/moves",
  "/report/:slug",
] as const;

/** The tabs of rooms that show something else in each. */
export const TABS = [
  "/w/:wid/campaigns/:campaignId?tab=rules",
  "/w/:wid/campaigns/:campaignId?tab=schedule",
  "/w/:wid/campaigns/:campaignId?tab=mailboxes",
  "/w/:wid/campaigns/:campaignId?tab=leads",
  "/w/:wid/campaigns/:campaignId?tab=analytics",
  "/w/:wid/campaigns/:campaignId?tab=settings",
  "/w/:wid/settings?tab=sending",
  "/w/:wid/settings?tab=tracking",
  "/w/:wid/settings?tab=white-label",
  "/w/:wid/settings?tab=ai",
  "/w/:wid/settings?tab=integrations",
  "/w/:wid/settings?tab=keys",
  "/w/:wid/settings?tab=suppressions",
  "/admin?tab=clients",
  "/admin?tab=costs",
  "/admin?tab=people",
  "/admin?tab=assignments",
  "/admin?tab=sso",
  "/admin?tab=domains",
  "/admin?tab=connections",
  "/admin?tab=organisations",
  "/admin?tab=suppressions",
  "/admin?tab=addresses",
  "/admin?tab=audit",
  "/admin?tab=updates",
] as const;
export type Room = (typeof ROOMS)[number];
export type Address = Room | (typeof TABS)[number];

export const addressOf = (room: Address, places: Places): string =>
  // Every name that stands in a room is one of a place.
  room.replaceAll(/:(\w+)/g, (_, name: string) => String(places[name as keyof Places]));

/** Seen without a session. */
export const isPublic = (room: Address): boolean => room === "/sign-in" || room === "/report/:slug";
