import { UPDATE_STEPS } from "#platform/wire/release.ts";
import { z } from "zod";
import { NullableTime, pathId, Time } from "#platform/contract/common.ts";

export const UPDATE_STATES = ["running", "succeeded", "failed", "rolled_back"] as const;

export const SystemUpdate = z
  .object({
    update_id: z.int().describe("Id of the update."),
    state: z
      .enum(UPDATE_STATES)
      .describe("Where it is; `rolled_back`: the former version runs again."),
    step: z.enum(UPDATE_STEPS).describe("The step that it is at, or ended at."),
    from: z.string().describe("Version before."),
    to: z.string().describe("Version that is installed."),
    detail: z
      .string()
      .nullable()
      .describe("Why it did not succeed, for a person; null: nothing went wrong."),
    restore_point: z
      .string()
      .nullable()
      .describe(
        "What the database can be brought back to: name of a file, or a bookmark of D1. Null: none was made.",
      ),
    started_at: Time.describe("When it began."),
    finished_at: NullableTime.describe("When it ended; null while it goes on."),
  })
  .meta({
    examples: [
      {
        update_id: 3,
        state: "succeeded",
        step: "switch",
        from: "0.8.0",
        to: "0.8.1",
        detail: null,
        restore_point: "before-0.8.1.db",
        started_at: "2026-11-24T08:12:00.000Z",
        finished_at: "2026-11-24T08:12:00.000Z",
      },
    ],
  });
export type SystemUpdate = z.output<typeof SystemUpdate>;

export const SystemVersion = z
  .object({
    version: z.string().describe("Version that runs."),
    commit: z.string().nullable().describe("Commit that it was built from; null: not known."),
    built_at: NullableTime.describe("When it was built; null: not known."),
    runtime: z.string().describe("What it runs on, such as `node 24.21.0` or `workerd`."),
    schema_version: z
      .string()
      .nullable()
      .describe("The newest migration of the database; null: none."),
    last_update: SystemUpdate.nullable().describe("The last update; null: there was none."),
    newer_version: z
      .string()
      .nullable()
      .describe(
        "A newer version that the feed of releases named when it was last read, twice a day; null: none is known.",
      ),
  })
  .meta({
    examples: [
      {
        version: "0.8.1",
        commit: null,
        built_at: null,
        runtime: "node 24.21.0",
        schema_version: "0041",
        last_update: {
          update_id: 3,
          state: "succeeded",
          step: "switch",
          from: "0.8.0",
          to: "0.8.1",
          detail: null,
          restore_point: "before-0.8.1.db",
          started_at: "2026-11-24T08:12:00.000Z",
          finished_at: "2026-11-24T08:12:00.000Z",
        },
        newer_version: null,
      },
    ],
  });
export type SystemVersion = z.output<typeof SystemVersion>;

/** A feed that cannot be used is a result, not an error. */
export const UpdateCheck = z
  .object({
    status: z
      .enum(["ok", "not_configured", "error"])
      .describe("`not_configured`: there is no feed of releases; `error`: it cannot be used."),
    error: z
      .string()
      .nullable()
      .describe("What is wrong with the feed, for a person; null: nothing."),
    current: z.string().describe("Version that runs."),
    latest: z.string().nullable().describe("Newest version of the feed; null: not known."),
    update_available: z.boolean().describe("Whether that is newer than the one that runs."),
    notes: z.string().nullable().describe("What is new in it; null: nothing is said."),
    published_at: NullableTime.describe("When it was published; null: not known."),
  })
  .meta({
    examples: [
      {
        status: "ok",
        error: null,
        current: "0.8.0",
        latest: "0.8.1",
        update_available: true,
        notes: "Fixes.",
        published_at: "2026-11-24T08:12:00.000Z",
      },
    ],
  });
export type UpdateCheck = z.output<typeof UpdateCheck>;

export const StartedUpdate = z
  .object({
    update_id: z.int().describe("Id of the update, to follow it by."),
  })
  .meta({ examples: [{ update_id: 3 }] });
export const UpdateParams = z.object({ id: pathId<number>() });
