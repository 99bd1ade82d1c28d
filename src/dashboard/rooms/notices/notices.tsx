import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import type { z } from "zod";
import type { MarkReadAnswer, Notification } from "#modules/events/contract/notifications.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { noticesQuery } from "#dashboard/api/workspace.ts";
import { Button, buttonClass, ShowEarlier } from "#dashboard/parts/button.tsx";
import { Glyph } from "#dashboard/parts/glyph.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** What stopped and what to do about it, newest first. */
export function Notices() {
  const { wid, may } = useWorkspace();
  const queries = useQueryClient();
  const list = useInfiniteQuery(noticesQuery(wid));
  const { data, error, refetch } = list;
  const read = useMutation({
    mutationFn: () =>
      api.post<z.output<typeof MarkReadAnswer>>(`/workspaces/${wid}/notifications/read`),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["w", wid, "notices"] }),
  });
  const rows = (data?.pages ?? []).flatMap((page) => page.data);
  const unread = data?.pages[0]?.unread ?? 0;
  return (
    <Page
      title={t("Notifications")}
      actions={
        unread > 0 &&
        may("notifications.edit") && (
          <Button busy={read.isPending} onClick={() => read.mutate()}>
            {t("Mark all as read")}
          </Button>
        )
      }
    >
      {!data ? (
        <Waiting what={t("notifications")} rows={4} error={error} onRetry={refetch} framed />
      ) : rows.length === 0 ? (
        <Empty picture="notices" title={t("No notifications")}>
          {t(
            "You are notified here and by email when a mailbox fails, a campaign auto-pauses or a webhook is turned off.",
          )}
        </Empty>
      ) : (
        <Panel
          title={unread === 0 ? t("All read") : t("{unread} unread", { unread })}
          flush
          footer={list.hasNextPage && <ShowEarlier list={list} />}
        >
          <ul>
            {rows.map((notice) => (
              <Row key={notice.id} wid={wid} notice={notice} />
            ))}
          </ul>
        </Panel>
      )}
    </Page>
  );
}

const SEVERITY = {
  error: ["bad", "octagon"],
  warning: ["warn", "triangle"],
  info: ["info", "disc"],
} as const;

function Row({ wid, notice }: { wid: number; notice: z.output<typeof Notification> }) {
  const [tone, shape] = SEVERITY[notice.severity];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <span className={`st ${tone} min-h-5`}>
        <Glyph shape={shape} />
      </span>
      <div className="min-w-60 flex-1 text-13">
        <b className={notice.is_read ? "font-medium" : ""}>{notice.title}</b>
        <p className="text-text-2">{notice.message}</p>
      </div>
      <span className="text-12 text-text-3">
        <LocalTime at={notice.created_at} />
      </span>
      <Target wid={wid} target={notice.target} />
    </li>
  );
}

/** The page where the cause can be fixed. */
function Target({ wid, target }: { wid: number; target: z.output<typeof Notification>["target"] }) {
  const id = String(target.id ?? "");
  const at = { wid: String(wid) };
  const className = buttonClass({ size: "small" }, "max-wide:ml-7");
  switch (target.kind) {
    case "mailbox":
      return (
        <Link
          className={className}
          to="/w/$wid/mailboxes/$mailboxId"
          params={{ ...at, mailboxId: id }}
        >
          {t("Mailbox")}
        </Link>
      );
    case "webhook":
      return (
        <Link
          className={className}
          to="/w/$wid/webhooks/$webhookId"
          params={{ ...at, webhookId: id }}
        >
          {t("Webhook")}
        </Link>
      );
    case "reputation":
      return (
        <Link className={className} to="/w/$wid/reputation" params={at}>
          {t("Reputation")}
        </Link>
      );
    case "campaign":
      return (
        <Link className={className} to="/w/$wid/campaigns/$id" params={{ ...at, id }}>
          {t("Campaign")}
        </Link>
      );
    case "import_link":
      return (
        <Link className={className} to="/w/$wid/leads/links" params={at}>
          {t("Links")}
        </Link>
      );
    case "thread":
      return (
        <Link
          className={className}
          to="/w/$wid/inbox"
          params={at}
          search={{ view: "all", ...(target.id !== null && { thread: target.id }) }}
        >
          {t("Thread")}
        </Link>
      );
    case "settings":
      return (
        <Link className={className} to="/w/$wid/settings" params={at}>
          {t("Settings")}
        </Link>
      );
    case "system":
      return (
        <Link className={className} to="/admin">
          {t("Admin")}
        </Link>
      );
  }
}
