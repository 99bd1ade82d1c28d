import type { Notification } from "#modules/events/contract/notifications.ts";
import type { ReaderLanguage } from "#platform/rules/choices.ts";
import { tell } from "#platform/words/phrase.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { NoticeRow } from "./store.ts";

/** What a notice says in a language; in English where it is from before there were others. */
export const wordsOfNotice = (
  { title, message, phrases }: Pick<NoticeRow, "title" | "message" | "phrases">,
  language: ReaderLanguage | null,
): { readonly title: string; readonly message: string } =>
  phrases === null || language === null || language === "en"
    ? { title, message }
    : { title: tell(language, phrases.title), message: tell(language, phrases.message) };

export const presentNotice = (row: NoticeRow, language: ReaderLanguage | null): Notification => ({
  id: row.id,
  kind: row.kind,
  severity: row.severity,
  ...wordsOfNotice(row, language),
  target: { kind: row.targetKind, id: row.targetId },
  is_read: row.readAt !== null,
  read_at: isoOrNull(row.readAt),
  created_at: iso(row.createdAt),
});
