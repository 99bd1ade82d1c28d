import { Archive, Clock, MailOpen, Tag, UserRound, X } from "lucide-react";
import { useState } from "react";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem, MenuLabel } from "#dashboard/parts/menu.tsx";
import { when } from "#dashboard/lib/time.ts";
import { laterTimes } from "#dashboard/rooms/inbox/later-times.ts";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { useChangeMany } from "./use-change-many.ts";
import { LabelsLater } from "#dashboard/rooms/inbox/later/later-parts.tsx";
import { t } from "#dashboard/words/words.ts";

/** What can be done with the threads that are selected; each verb says with how many. */
export function ManyBar({ chosen, onDone }: { chosen: readonly Thread[]; onDone: () => void }) {
  const me = useMe();
  const [labelling, setLabelling] = useState(false);
  const { change, busy } = useChangeMany(chosen, onDone);
  const n = chosen.length;
  return (
    <div
      className="flex flex-wrap items-center gap-1"
      role="toolbar"
      aria-label={t("Selected threads")}
    >
      <b className="text-13" role="status">
        {t("{n} selected", { n })}
      </b>
      <Button
        look="ghost"
        icon
        busy={busy}
        aria-label={t("Archive {n}", { n })}
        title={t("Archive")}
        onClick={() =>
          change({ status: "closed" }, (threads) =>
            t("{threads, plural, one {# thread} other {# threads}} archived.", { threads }),
          )
        }
      >
        <Archive size={16} aria-hidden="true" />
      </Button>
      <Menu
        align="start"
        trigger={
          <Button look="ghost" icon aria-label={t("Snooze {n}", { n })} title={t("Snooze")}>
            <Clock size={16} aria-hidden="true" />
          </Button>
        }
      >
        <MenuLabel>{t("Snooze {n} until", { n })}</MenuLabel>
        {laterTimes().map(([label, at]) => (
          <MenuItem
            key={label}
            onChoose={() =>
              change({ snoozed_until: at }, (threads) =>
                t("{threads, plural, one {# thread} other {# threads}} snoozed.", { threads }),
              )
            }
          >
            {label}
            <span className="ml-auto text-12 text-text-3">{when(at)}</span>
          </MenuItem>
        ))}
      </Menu>
      {me.user && (
        <Button
          look="ghost"
          icon
          aria-label={t("Assign {n} to me", { n })}
          title={t("Assign to me")}
          onClick={() =>
            change({ assigned_to: me.user?.id ?? null }, (threads) =>
              t("{threads, plural, one {# thread} other {# threads}} assigned to you.", {
                threads,
              }),
            )
          }
        >
          <UserRound size={16} aria-hidden="true" />
        </Button>
      )}
      <Button
        look="ghost"
        icon
        aria-label={t("Mark {n} as read", { n })}
        title={t("Mark as read")}
        onClick={() =>
          change({ is_unread: false }, (threads) =>
            t("{threads, plural, one {# thread} other {# threads}} marked as read.", { threads }),
          )
        }
      >
        <MailOpen size={16} aria-hidden="true" />
      </Button>
      <Button
        look="ghost"
        icon
        aria-label={t("Label {n}", { n })}
        title={t("Label")}
        onClick={() => setLabelling(true)}
      >
        <Tag size={16} aria-hidden="true" />
      </Button>
      <Button
        look="ghost"
        icon
        className="ml-auto"
        aria-label={t("Clear the selection")}
        onClick={onDone}
      >
        <X size={16} aria-hidden="true" />
      </Button>
      {labelling && (
        <LabelsLater
          title={t("Label {n} threads", { n })}
          labels={[]}
          onSave={(labels) =>
            labels.length > 0 &&
            change({ add_tags: labels }, (threads) =>
              t("{threads, plural, one {# thread} other {# threads}} labelled.", { threads }),
            )
          }
          onClose={() => setLabelling(false)}
        />
      )}
    </div>
  );
}
