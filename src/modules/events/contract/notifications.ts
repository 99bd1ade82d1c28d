import { z } from "zod";
import { NOTICE_KINDS, NOTICE_SEVERITIES, NOTICE_TARGETS } from "#modules/events/rules/notices.ts";
import { bodyId, NullableTime, PageQuery, Pagination, Time } from "#platform/contract/common.ts";

/** Something that an operator has to know: what happened, what to do, and where. */
export const Notification = z.object({
  id: z.int(),
  kind: z.enum(NOTICE_KINDS),
  severity: z.enum(NOTICE_SEVERITIES),
  title: z.string(),
  message: z.string(),
  target: z.object({ kind: z.enum(NOTICE_TARGETS), id: z.int().nullable() }),
  is_read: z.boolean(),
  read_at: NullableTime,
  created_at: Time,
});
export type Notification = z.output<typeof Notification>;

export const NotificationsQuery = PageQuery.omit({ q: true }).extend({
  /** `true`: only what nobody has read yet. */
  unread: z
    .enum(["true", "false"])
    .transform((flag) => flag === "true")
    .optional(),
});
export type NotificationsQuery = z.output<typeof NotificationsQuery>;

export const NotificationList = z.object({
  data: z.array(Notification),
  pagination: Pagination,
  /** Unread ones of the workspace, whatever the page shows. */
  unread: z.int(),
});

/** Without ids: all of them. */
export const MarkReadBody = z.strictObject({ ids: z.array(bodyId()).max(200).optional() });
export type MarkReadBody = z.output<typeof MarkReadBody>;
export const MarkReadAnswer = z.object({ unread: z.int() });
