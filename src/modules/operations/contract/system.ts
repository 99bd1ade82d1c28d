import { UPDATE_STEPS } from "#platform/wire/release.ts";
import { z } from "zod";
import { NullableTime, pathId, Time } from "#platform/contract/common.ts";

export const UPDATE_STATES = ["running", "succeeded", "failed", "rolled_back"] as const;

export const SystemUpdate = z.object({
  update_id: z.int(),
  state: z.enum(UPDATE_STATES),
  /** Where it is, or where it ended. */
  step: z.enum(UPDATE_STEPS),
  from: z.string(),
  to: z.string(),
  /** Why it did not succeed, for a person. */
  detail: z.string().nullable(),
  /** What the database can be brought back to: a file's name, or a bookmark of D1's Time Travel. */
  restore_point: z.string().nullable(),
  started_at: Time,
  finished_at: NullableTime,
});
export type SystemUpdate = z.output<typeof SystemUpdate>;

export const SystemVersion = z.object({
  version: z.string(),
  /** Null where the sources do not tell. */
  commit: z.string().nullable(),
  built_at: NullableTime,
  /** `node 24.21.0`, or `workerd`. */
  runtime: z.string(),
  /** The newest migration that the database has. */
  schema_version: z.string().nullable(),
  last_update: SystemUpdate.nullable(),
  /** A newer version that the releases feed named when it was last looked at, twice a day; null: none known. */
  newer_version: z.string().nullable(),
});
export type SystemVersion = z.output<typeof SystemVersion>;

/** A feed that cannot be used is a result, not an error. */
export const UpdateCheck = z.object({
  status: z.enum(["ok", "not_configured", "error"]),
  /** What is wrong with the feed, for a person. */
  error: z.string().nullable(),
  current: z.string(),
  latest: z.string().nullable(),
  update_available: z.boolean(),
  notes: z.string().nullable(),
  published_at: NullableTime,
});
export type UpdateCheck = z.output<typeof UpdateCheck>;

export const StartedUpdate = z.object({ update_id: z.int() });
export const UpdateParams = z.object({ id: pathId<number>() });
