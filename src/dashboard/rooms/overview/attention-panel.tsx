import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useEffect } from "react";
import type { Notification } from "#modules/events/contract/notifications.ts";
import { api } from "#dashboard/api/client.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { attentionQuery, unreadQuery } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

const SHOWN = 6;

/** What a person has to do something about; nothing at all when there is nothing. */
export function AttentionPanel() {
  const { wid, may } = useWorkspace();
  const mayRead = may("notifications.read");
  const { data } = useQuery({ ...attentionQuery(wid), enabled: mayRead });
  useFresh(wid, data?.unread);
  const done = useMutation({
    mutationFn: (id: number) => api.post(`/workspaces/${wid}/notifications/read`, { ids: [id] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["w", wid, "notices"] }),
  });
  if (!data || data.data.length === 0) return null;
  const rows = data.data.filter(({ id }) => id !== done.variables).slice(0, SHOWN);
  return (
    <Panel
      title={t("Needs attention")}
      flush
      aside={<span className="ml-auto text-12 text-text-3">{count(data.unread)}</span>}
    >
      <ul>
        {rows.map((notice) => (
          <li
            key={notice.id}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2 [&>.st]:min-h-5 gap-y-1 border-t border-line px-4 py-3 text-13 first:border-t-0"
          >
            <Severity of={notice.severity} />
            <div>
              <p className="font-strong">{notice.title}</p>
              <p className="text-text-2">{notice.message}</p>
              <p className="mt-2 flex flex-wrap items-center gap-2">
                <Target wid={wid} notice={notice} />
                {may("notifications.edit") && (
                  <Button look="ghost" onClick={() => done.mutate(notice.id)}>
                    {t("Done")}
                  </Button>
                )}
                <span className="text-12 text-text-3">
                  <LocalTime at={notice.created_at} />
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Reads them again when the pulse counts others than these. */
function useFresh(wid: number, shown: number | undefined): void {
  const { data } = useQuery(unreadQuery(wid));
  const unread = data?.notices;
  useEffect(() => {
    if (shown !== undefined && unread !== undefined && unread !== shown) {
      void queryClient.refetchQueries({ queryKey: attentionQuery(wid).queryKey });
    }
    // A new count is the sign; what it is compared with came before it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wid, unread]);
}

function Severity({ of }: { of: Notification["severity"] }) {
  const bad = of === "error";
  return (
    <Status
      tone={bad ? "bad" : of === "warning" ? "warn" : "info"}
      shape={bad ? "octagon" : "triangle"}
    >
      <span className="sr-only">{bad ? t("Error") : t("Warning")}</span>
    </Status>
  );
}

/** A link to where it can be fixed. */
function Target({ wid, notice: { target } }: { wid: number; notice: Notification }) {
  const params = { wid: String(wid) };
  const look = { className: buttonClass({}) };
  switch (target.kind) {
    case "reputation":
      return (
        <Link to="/w/$wid/reputation" params={params} {...look}>
          {t("Open reputation")}
        </Link>
      );
    case "campaign":
      return target.id === null ? null : (
        <Link to="/w/$wid/campaigns/$id" params={{ ...params, id: String(target.id) }} {...look}>
          {t("Open campaign")}
        </Link>
      );
    case "mailbox":
      return target.id === null ? null : (
        <Link
          to="/w/$wid/mailboxes/$mailboxId"
          params={{ ...params, mailboxId: String(target.id) }}
          {...look}
        >
          {t("Open mailbox")}
        </Link>
      );
    case "webhook":
      return target.id === null ? null : (
        <Link
          to="/w/$wid/webhooks/$webhookId"
          params={{ ...params, webhookId: String(target.id) }}
          {...look}
        >
          {t("Open log")}
        </Link>
      );
    case "import_link":
      return (
        <Link to="/w/$wid/leads/links" params={params} {...look}>
          {t("Open links")}
        </Link>
      );
    case "thread":
      return (
        <Link
          to="/w/$wid/inbox"
          params={params}
          search={{ view: "all", ...(target.id !== null && { thread: target.id }) }}
          {...look}
        >
          {t("Open thread")}
        </Link>
      );
    case "settings":
      return (
        <Link to="/w/$wid/settings" params={params} {...look}>
          {t("Open settings")}
        </Link>
      );
    case "system":
      return (
        <Link to="/admin" search={{ tab: "updates" }} {...look}>
          {t("Open updates")}
        </Link>
      );
  }
}
