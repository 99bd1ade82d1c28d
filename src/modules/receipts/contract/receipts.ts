import { z } from "zod";

const Day = z.iso.date();
const Hash = z.string().regex(/^[0-9a-f]{64}$/);

export const ReceiptsQuery = z.object({
  from: Day.optional()
    .describe("The first day, in UTC. Without it, the first day with receipts.")
    .meta({ examples: ["2026-12-01"] }),
  to: Day.optional()
    .describe("The last day, in UTC. Without it, today.")
    .meta({ examples: ["2026-12-31"] }),
});

const ReceiptDay = z.object({
  day: Day.describe("The day, in UTC, on which the receipts were recorded.").meta({
    examples: ["2026-12-01"],
  }),
  count: z
    .int()
    .describe("Receipts of the day.")
    .meta({ examples: [301] }),
  is_closed: z
    .boolean()
    .describe("Whether the day is over and its head is final.")
    .meta({ examples: [true] }),
  head: Hash.nullable()
    .describe("SHA-256 of the signed head, in hex. Null while the day is open.")
    .meta({ examples: ["9f2c4a6e8b0d1f3a5c7e9b1d3f5a7c9e0b2d4f6a8c0e2f4a6b8d0c2e4f6a8b0d"] }),
});

export const ReceiptDays = z.object({
  began_at: z.iso
    .datetime()
    .nullable()
    .describe("Since when receipts are recorded. Null before the first one.")
    .meta({ examples: ["2026-12-01T08:00:00.000Z"] }),
  data: z.array(ReceiptDay).describe("The newest 400 days with receipts, newest first."),
});

export const ReceiptKey = z.object({
  algorithm: z.literal("Ed25519").describe("The algorithm of the signatures."),
  public_key: z
    .string()
    .describe("The public key of the installation, raw in base64url.")
    .meta({ examples: ["3vT9q1mZp0Yx2Lr8wQ5sK7nB4cV6dF1gH0jJ2kM3lN4"] }),
});
