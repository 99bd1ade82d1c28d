import { z } from "zod";
import { isTimezone } from "#platform/rules/zone.ts";

/** An IANA zone that this install knows. */
export const Timezone = z
  .string()
  .max(64)
  .refine(isTimezone, {
    message: "Enter an IANA time zone, such as Europe/Berlin.",
    params: { code: "unknown_timezone" },
  });

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const END = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

const Window = z.strictObject({
  /** 1 = Monday to 7 = Sunday (ISO 8601). */
  days: z
    .array(z.int().min(1).max(7))
    .min(1, "Choose at least one day, 1 = Monday to 7 = Sunday.")
    .max(7)
    .transform((days) => [...new Set(days)].sort((a, b) => a - b))
    .describe("Weekdays on which it opens: 1 Monday to 7 Sunday."),
  start: z
    .string()
    .regex(CLOCK, "Enter a time as HH:MM, such as 09:00.")
    .describe("When it opens, HH:MM."),
  /** Before `start`: the window crosses midnight. Equal: a whole day. */
  end: z
    .string()
    .regex(END, "Enter a time as HH:MM, such as 17:00, or 24:00.")
    .describe("When it closes, HH:MM; before `start`: on the next day."),
});

const DateOnly = z.iso.date("Enter a date as YYYY-MM-DD.");

/** Parts left out keep their value. */
export const ScheduleBody = z
  .strictObject({
    timezone: Timezone.describe("IANA time zone of its clock."),
    windows: z
      .array(Window)
      .min(1, "Add at least one window.")
      .max(50)
      .describe("When emails may leave in a week."),
    start_date: DateOnly.nullable().describe("First day, YYYY-MM-DD; null: at once."),
    end_date: DateOnly.nullable().describe("Last day, YYYY-MM-DD; null: none."),
    /** By the clock of each lead that names a zone in its custom field `timezone`, `time_zone` or `tz`. */
    use_lead_timezone: z
      .boolean()
      .describe("Whether the clock of each lead counts that names a time zone in a custom field."),
    holidays: z.array(DateOnly).max(500).describe("Days without emails, YYYY-MM-DD."),
  })
  .partial()
  .refine((s) => !s.start_date || !s.end_date || s.start_date <= s.end_date, {
    path: ["end_date"],
    message: "The end is before the start.",
    params: { code: "end_before_start" },
  });
export type ScheduleBody = z.output<typeof ScheduleBody>;

export const Schedule = z.object({
  timezone: z.string().describe("IANA time zone of its clock."),
  windows: z
    .array(
      z.object({
        days: z.array(z.int()).describe("Weekdays on which it opens: 1 Monday to 7 Sunday."),
        start: z.string().describe("When it opens, HH:MM."),
        end: z
          .string()
          .describe(
            "When it closes, HH:MM; before `start`: on the next day; the same: after a whole day.",
          ),
      }),
    )
    .describe("When emails may leave in a week."),
  start_date: z.string().nullable().describe("First day, YYYY-MM-DD; null: at once."),
  end_date: z.string().nullable().describe("Last day, YYYY-MM-DD; null: none."),
  use_lead_timezone: z
    .boolean()
    .describe("Whether the clock of each lead counts that names a time zone in a custom field."),
  holidays: z.array(z.string()).describe("Days without emails, YYYY-MM-DD."),
});
