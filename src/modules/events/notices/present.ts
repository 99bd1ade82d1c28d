import type { Notification } from "#modules/events/contract/notifications.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { NoticeRow } from "./store.ts";

export const presentNotice = (row: NoticeRow): Notification => ({
  id: row.id,
  kind: row.kind,
  severity: row.severity,
  title: row.title,
  message: row.message,
  target: { kind: row.targetKind, id: row.targetId },
  is_read: row.readAt !== null,
  read_at: isoOrNull(row.readAt),
  created_at: iso(row.createdAt),
});
