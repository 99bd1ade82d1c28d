import { z } from "zod";
import { PRESENCES } from "#modules/inbox/rules/thread.ts";
import { bodyId, Time } from "#platform/contract/common.ts";
import type { UserId } from "#platform/rules/ids.ts";

const text = z
  .string()
  .trim()
  .min(1)
  .max(10_000)
  .regex(/^[^\0]*$/, "This character is not allowed.")
  .describe("Plain text, 1 to 10,000 characters.");
const mentions = z
  .array(bodyId<UserId>())
  .max(20)
  .describe("Who gets a notice of it: ids of staff who may enter the workspace, at most 20.");

const NOTE = { text: "@Bob, they ask for a discount. May I?", mentions: [4] };

/** What colleagues tell each other about a thread. It is never sent, and clients do not see it. */
export const ThreadNote = z
  .object({
    id: z.int().describe("Id of the note."),
    thread_id: z.int().describe("The thread that it is about."),
    author: z
      .object({
        id: z.int().nullable().describe("The person's id; null: written with an API key."),
        name: z.string().describe("Name of the person, or of the key."),
      })
      .describe("Who wrote it."),
    text: z.string().describe("Plain text."),
    mentions: z.array(z.int()).describe("Ids of the people who got a notice of it."),
    created_at: Time.describe("When it was written."),
    updated_at: Time.describe("When it was last changed."),
  })
  .meta({
    examples: [
      {
        id: 31,
        thread_id: 12,
        author: { id: 2, name: "Ann" },
        ...NOTE,
        created_at: "2026-11-24T08:20:00.000Z",
        updated_at: "2026-11-24T08:20:00.000Z",
      },
    ],
  });
export type ThreadNote = z.output<typeof ThreadNote>;

export const ThreadNotes = z.object({
  data: z.array(ThreadNote).describe("All notes of the thread, the oldest first."),
});

export const ThreadNoteBody = z.strictObject({ text, mentions: mentions.optional() });
export type ThreadNoteBody = z.output<typeof ThreadNoteBody>;

export const ThreadPresenceBody = z
  .strictObject({
    doing: z
      .enum(PRESENCES)
      .nullable()
      .describe(
        "What the caller does: viewing, or answering while a reply is being written; null leaves the thread.",
      ),
  })
  .meta({ examples: [{ doing: "answering" }] });
export type ThreadPresenceBody = z.output<typeof ThreadPresenceBody>;

export const ThreadPresence = z
  .object({
    others: z
      .array(
        z.object({
          user_id: z.int().describe("Id of the person."),
          name: z.string().describe("Their name."),
          doing: z.enum(PRESENCES).describe("What they do."),
          until: Time.describe("When that ends, unless they say it again."),
        }),
      )
      .describe("Who else has the thread open, those who answer first."),
  })
  .meta({
    examples: [
      {
        others: [
          { user_id: 2, name: "Ann", doing: "answering", until: "2026-11-24T08:20:20.000Z" },
        ],
      },
    ],
  });
export type ThreadPresence = z.output<typeof ThreadPresence>;
