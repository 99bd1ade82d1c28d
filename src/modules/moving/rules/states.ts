import type { Rival } from "./found.ts";

/** How each product is called, and where it answers. */
export const RIVAL_NAMES: Readonly<Record<Rival, string>> = {
  instantly: "Instantly",
  smartlead: "Smartlead",
  lemlist: "lemlist",
};

export const RIVAL_URLS: Readonly<Record<Rival, string>> = {
  instantly: "https://api.instantly.ai/api/v2",
  smartlead: "https://server.smartlead.ai/api/v1",
  lemlist: "https://api.lemlist.com/api",
};

/** How far a move is. */
export const MOVE_STATES = [
  "reading",
  "ready",
  "moving",
  "checking",
  "ready_to_start",
  "started",
  "ended",
] as const;
export type MoveState = (typeof MOVE_STATES)[number];

/** How far a move goes by itself: to the preview, to the check, or until its campaigns run. */
export const MOVE_GOALS = ["read", "move", "start"] as const;

/** Trouble of a move whose news were read and could not be kept: its campaigns write to nobody meanwhile. */
export const NEWS_NOT_STORED = "news_not_stored";

/** What becomes of a client: a workspace that is there, a new one, or nothing. */
export const CLIENT_CHOICES = ["workspace", "new", "leave_out"] as const;

/** What becomes of leads of whom nobody knows which step they got last. */
export const PLACE_CHOICES = ["start", "go_on", "leave_out"] as const;

/** How far a campaign is on its way to be started here. */
export const START_STATES = ["none", "asked", "started"] as const;
