import type { Places } from "./furnish.ts";

/** Every room of the dashboard by its address, each of which may be the first that somebody opens. */
export const ROOMS = [
  "/sign-in",
  "/",
  "/w/:wid/inbox",
  "/w/:wid/campaigns",
  "/w/:wid/campaigns/:campaignId",
  "/w/:wid/leads",
  "/w/:wid/leads/:leadId",
  "/w/:wid/mailboxes",
  "/w/:wid/mailboxes/:mailboxId",
  "/w/:wid/notices",
  "/w/:wid/webhooks",
  "/w/:wid/settings",
  "/admin",
  "/report/:slug",
] as const;
export type Room = (typeof ROOMS)[number];

export const addressOf = (room: Room, places: Places): string =>
  // Every name that stands in a room is one of a place.
  room.replaceAll(/:(\w+)/g, (_, name: string) => String(places[name as keyof Places]));

/** Seen without a session. */
export const isPublic = (room: Room): boolean => room === "/sign-in" || room === "/report/:slug";
