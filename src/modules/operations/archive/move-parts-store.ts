import { type SQL, sql } from "drizzle-orm";
import {
  moveBoxes,
  moveCampaigns,
  moveClients,
  moveFound,
  moveMails,
  moves,
} from "#modules/moving/schema/moves.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { Part } from "./parts-store.ts";

/** A file of the archive from a table of the install: the rows that concern a workspace. */
export type InstallPart = Pick<Part, "name" | "table" | "without"> & {
  readonly where: (id: WorkspaceId) => SQL;
};

const KEYS = ["key", "hash", "cursor", "news_cursor", "base_url", "lease", "lease_until"] as const;
const WORK = ["doing", "requests", "waited_ms", "last_requests", "trouble", "troubles"] as const;
const STAFF = ["created_by", "created_by_key", "created_by_name"] as const;

const movesInto = (id: WorkspaceId): SQL =>
  sql`(SELECT move_id FROM ${moveClients} WHERE workspace_id = ${id} AND choice = 'workspace')`;

/** What moves in hold of a client; what they hold of others of the same agency stays out. */
export const MOVE_PARTS: readonly InstallPart[] = [
  {
    name: "moves",
    table: moves,
    without: [...KEYS, ...WORK, ...STAFF],
    where: (id) => sql`id IN ${movesInto(id)}`,
  },
  {
    name: "move_clients",
    table: moveClients,
    without: ["new_name", "new_slug"],
    where: (id) => sql`workspace_id = ${id} AND choice = 'workspace'`,
  },
  {
    name: "move_campaigns",
    table: moveCampaigns,
    without: ["making_at"],
    where: (id) => sql`workspace_id = ${id}`,
  },
  {
    name: "move_boxes",
    table: moveBoxes,
    without: ["folders"],
    where: (id) => sql`workspace_id = ${id}`,
  },
  {
    // Emails and figures name a campaign, and what still waits its client: neither has a workspace yet.
    name: "move_found",
    table: moveFound,
    without: [],
    where: (
      id,
    ) => sql`+move_id IN ${movesInto(id)} AND (workspace_id = ${id} OR workspace_id IS NULL AND (
      kind IN ('mail', 'figure', 'place') AND (move_id, campaign) IN
        (SELECT move_id, ref FROM ${moveCampaigns} WHERE workspace_id = ${id})
      OR kind IN ('lead', 'list', 'sender', 'campaign') AND (move_id, client) IN
        (SELECT move_id, ref FROM ${moveClients} WHERE workspace_id = ${id} AND choice = 'workspace')))`,
  },
  {
    name: "move_mails",
    table: moveMails,
    without: ["folder", "uid_validity", "uid"],
    where: (id) => sql`workspace_id = ${id}`,
  },
];
