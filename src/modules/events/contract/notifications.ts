import { z } from "zod";
import { NOTICE_KINDS, NOTICE_SEVERITIES, NOTICE_TARGETS } from "#modules/events/rules/notices.ts";
import { bodyId, NullableTime, PageQuery, Pagination, Time } from "#platform/contract/common.ts";

/** Something that an operator has to know: what happened, what to do, and where. */
export const Notification = z.object({
  id: z.int().describe("Id of the notification."),
  kind: z.enum(NOTICE_KINDS).describe("What it is about."),
  severity: z.enum(NOTICE_SEVERITIES).describe("How bad it is."),
  title: z.string().describe("What happened, in a line."),
  message: z.string().describe("What happened and what to do."),
  target: z
    .object({
      kind: z.enum(NOTICE_TARGETS).describe("Kind of the record, or the page of the workspace."),
      id: z.int().nullable().describe("Id of the record; null: the page."),
    })
    .describe("What it leads to."),
  is_read: z.boolean().describe("Whether it was marked as read."),
  read_at: NullableTime.describe("When it was marked as read; null: it was not."),
  created_at: Time.describe("When it happened."),
});
export type Notification = z.output<typeof Notification>;

export const NotificationsQuery = PageQuery.omit({ q: true }).extend({
  unread: z
    .enum(["true", "false"])
    .transform((flag) => flag === "true")
    .optional()
    .describe("`true`: only unread ones."),
});
export type NotificationsQuery = z.output<typeof NotificationsQuery>;

export const NotificationList = z
  .object({
    data: z.array(Notification).describe("The notifications of this page, newest first."),
    pagination: Pagination.describe("Where this page stands in the list."),
    unread: z.int().describe("Unread ones of the workspace, whatever the page shows."),
  })
  .meta({
    examples: [
      {
        data: [
          {
            id: 12,
            kind: "webhook_disabled",
            severity: "error",
            title: "Webhook to hooks.acme.example was turned off",
            message: "Its last 10 attempts in a row failed.",
            target: { kind: "webhook", id: 4 },
            is_read: false,
            read_at: null,
            created_at: "2026-11-24T08:12:00.000Z",
          },
        ],
        pagination: { page: 1, limit: 50, total: 1, total_pages: 1, next_cursor: null },
        unread: 1,
      },
    ],
  });

/** Without ids: all of them. */
export const MarkReadBody = z.strictObject({
  ids: z
    .array(bodyId())
    .max(200)
    .optional()
    .describe("Up to 200 notifications; left out: all of them."),
});
export type MarkReadBody = z.output<typeof MarkReadBody>;
export const MarkReadAnswer = z
  .object({
    unread: z.int().describe("Notifications that are still unread."),
  })
  .meta({ examples: [{ unread: 0 }] });
