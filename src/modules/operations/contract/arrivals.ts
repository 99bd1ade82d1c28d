import { z } from "zod";
import { NullableTime, Time } from "#platform/contract/common.ts";

const Id = z.uuid();

/** A workspace that another installation hands over. */
export const Arrival = z
  .object({
    id: Id.describe("Names the move, in both installations."),
    workspace_id: z.int().describe("Number of the workspace in this installation."),
    name: z.string().describe("Its name."),
    state: z
      .enum(["filling", "ready", "open"])
      .describe(
        "`open`: it is here, with its campaigns paused. Before that nobody can enter it, and nothing of it is sent.",
      ),
    created_at: Time.describe("When the other installation asked first."),
    opened_at: NullableTime.describe("When it was decided that it lies here; null: not yet."),
  })
  .meta({
    examples: [
      {
        id: "0b9de0e4-6f5b-4a8f-9a3a-0f4a5a0f9a11",
        workspace_id: 12,
        name: "Acme",
        state: "filling",
        created_at: "2026-11-28T08:12:00.000Z",
        opened_at: null,
      },
    ],
  });
export type Arrival = z.output<typeof Arrival>;

export const ArrivalList = z.object({
  data: z
    .array(Arrival)
    .describe("All of them, the newest first; those that were forgotten are gone."),
});

const Secret = z.string().regex(/^[\w-]{43}$/);
const EXAMPLE_SECRET = "s".repeat(43);
const EXAMPLE_HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

export const ExpectArrivalBody = z
  .strictObject({
    id: Id.describe("Names the move; the same once more goes on with it."),
    secret: Secret.describe(
      "256 random bits, base64url: the other installation signs its calls with it.",
    ).meta({ examples: [EXAMPLE_SECRET] }),
    release_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe(
        "SHA-256, hex, of what the other installation shows when it has let the workspace go.",
      )
      .meta({ examples: [EXAMPLE_HASH] }),
    workspace: z
      .strictObject({
        id: z.int().positive().describe("Its number there."),
        name: z.string().min(1).max(200).describe("Its name."),
      })
      .describe("What comes."),
    tables: z
      .record(z.string().max(100), z.array(z.string().max(100)).max(200))
      .describe("Columns of each table there. They must be those of this version."),
  })
  .meta({
    examples: [
      {
        id: "0b9de0e4-6f5b-4a8f-9a3a-0f4a5a0f9a11",
        secret: EXAMPLE_SECRET,
        release_hash: EXAMPLE_HASH,
        workspace: { id: 3, name: "Acme" },
        tables: { leads: ["id", "workspace_id", "email"] },
      },
    ],
  });
export type ExpectArrivalBody = z.output<typeof ExpectArrivalBody>;

export const ArrivalParams = z.object({ arrival: Id.describe("Id of the arrival.") });
