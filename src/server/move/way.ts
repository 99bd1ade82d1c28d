import type { Client } from "@libsql/client";
import type { WorkspaceFiles } from "#server/workspaces/workspace-files.ts";
import type { Leaving } from "./departure.ts";
import type { OwnDepartures } from "./departures.ts";
import type { Course } from "./move-workspace.ts";

/** Who runs moves: the product, or the command while that is stopped. */
export type Parts = Pick<Course, "pause" | "settled" | "alone"> & {
  /** The install's first database. */
  readonly client: Client;
  readonly shards: WorkspaceFiles;
  readonly deps: Leaving;
  /** Learns at once who has gone; without it, the next start does. */
  readonly departures?: Pick<OwnDepartures, "add">;
};

/** A move with what is its own around the decision. */
export type Way = {
  readonly course: Course;
  readonly isDecided: () => Promise<boolean>;
  /** It failed before the decision, and may be tried again later. */
  readonly interrupted?: () => Promise<void>;
  readonly decided?: () => Promise<void>;
  readonly cleared?: () => Promise<void>;
  readonly givenUp?: () => Promise<void>;
};

/** Notes how far a move is, and looks whether somebody gave it up. */
export type Notes = Pick<Course, "reached" | "pause" | "froze">;
