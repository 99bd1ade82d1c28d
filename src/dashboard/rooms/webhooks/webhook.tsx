import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "#dashboard/routing/use-place.ts";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { TestWebhookAnswer, Webhook } from "#modules/events/contract/webhooks.ts";
import { api } from "#dashboard/api/client.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { when } from "#dashboard/lib/time.ts";
import { useIsPhone } from "#dashboard/lib/use-media.ts";
import { deleteLater } from "#dashboard/parts/delete-later.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { Empty, Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { BackHeading } from "#dashboard/shell/back-heading.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { EditWebhook } from "./edit-webhook.tsx";
import { Logs, lookForAttempts } from "./logs.tsx";
import { webhookQuery } from "./queries.ts";
import { WebhookState } from "./webhooks.tsx";
import { ATTEMPT_WORDS, whyOff } from "./words.ts";

/** One receiver: whether it is on, every attempt, a test. */
export function WebhookPage() {
  const { wid } = useWorkspace();
  const { webhookId } = useParams({ from: "/w/$wid/webhooks/$webhookId" });
  const { data, error, refetch } = useQuery(webhookQuery(wid, Number(webhookId)));
  const title = data?.url.replace(/^https?:\/\//, "") ?? t("Webhook");
  return (
    <Page
      title={title}
      heading={<BackHeading to="/w/$wid/webhooks" all={t("All webhooks")} title={title} />}
      status={data && <WebhookState webhook={data} />}
      actions={data && <Actions wid={wid} webhook={data} />}
    >
      {data ? (
        <>
          <Off wid={wid} webhook={data} />
          <p className="text-text-2">
            {t("Events: {events}.", { events: data.events.join(", ") })}
          </p>
          <Logs wid={wid} webhook={data} />
        </>
      ) : isApiError(error) && error.status === 404 ? (
        <Empty title={t("Webhook not found")}>{t("It was deleted.")}</Empty>
      ) : (
        <Waiting what={t("webhook")} rows={4} error={error} onRetry={refetch} framed />
      )}
    </Page>
  );
}

/** Says loudly that it is off and why, with the way back. */
function Off({ wid, webhook }: { wid: number; webhook: Webhook }) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ["w", wid, "webhooks"] });
  const resume = useMutation({
    mutationFn: () =>
      api.put<Webhook>(`/workspaces/${wid}/webhooks/${webhook.id}`, { is_active: true }),
    onSuccess: () => {
      toast(t("Webhook turned on. Pending events are being delivered."));
      lookForAttempts(refresh);
    },
    onError: (error) => toast(sentenceOf(error)),
    onSettled: refresh,
  });
  const why = whyOff(webhook);
  if (why === null) return null;
  return (
    <Note
      tone={webhook.disabled_reason === "manual" ? "warn" : "bad"}
      title={
        webhook.disabled_at ? t("Turned off {when}", { when: when(webhook.disabled_at) }) : t("Off")
      }
      action={
        may("webhooks.edit") && (
          <Button look="primary" busy={resume.isPending} onClick={() => resume.mutate()}>
            {t("Turn on")}
          </Button>
        )
      }
    >
      {why}
    </Note>
  );
}

const reasonOf = (error: TestWebhookAnswer["error"]): string =>
  error ? ATTEMPT_WORDS[error] : t("no response");

function Actions({ wid, webhook }: { wid: number; webhook: Webhook }) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const [isEditing, setEditing] = useState(false);
  const at = `/workspaces/${wid}/webhooks/${webhook.id}`;
  const refresh = () => queries.invalidateQueries({ queryKey: ["w", wid, "webhooks"] });
  const test = useMutation({
    mutationFn: () => api.post<TestWebhookAnswer>(`${at}/test`),
    onSuccess: ({ ok, status_code, duration_ms, error }) =>
      toast(
        ok
          ? t("Your endpoint responded with {status} in {ms} ms.", {
              status: status_code ?? "",
              ms: duration_ms,
            })
          : status_code
            ? t("The test failed: {reason} ({status}).", {
                reason: reasonOf(error),
                status: status_code,
              })
            : t("The test failed: {reason}.", { reason: reasonOf(error) }),
      ),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: refresh,
  });
  const off = useMutation({
    mutationFn: () => api.put<Webhook>(at, { is_active: false }),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: refresh,
  });
  const remove = async (): Promise<void> => {
    await navigate({ to: "/w/$wid/webhooks", params: { wid: String(wid) } });
    deleteLater({
      key: `webhook:${webhook.id}`,
      path: at,
      text: t("Webhook and its log deleted."),
      done: refresh,
    });
  };
  if (!may("webhooks.edit")) return null;
  return (
    <>
      {!isPhone && (
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {t("Send test")}
        </Button>
      )}
      <Menu
        trigger={
          <Button icon aria-label={t("More actions")}>
            <Ellipsis size={16} aria-hidden="true" />
          </Button>
        }
      >
        {isPhone && <MenuItem onChoose={() => test.mutate()}>{t("Send test")}</MenuItem>}
        <MenuItem onChoose={() => setEditing(true)}>{t("Edit")}</MenuItem>
        {webhook.is_active && <MenuItem onChoose={() => off.mutate()}>{t("Turn off")}</MenuItem>}
        <MenuItem danger onChoose={() => void remove()}>
          {t("Delete webhook")}
        </MenuItem>
      </Menu>
      {isEditing && (
        <EditWebhook
          wid={wid}
          webhook={webhook}
          onClose={() => setEditing(false)}
          onSaved={() => undefined}
        />
      )}
    </>
  );
}
