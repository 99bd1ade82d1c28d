import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Webhook } from "#modules/events/contract/webhooks.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { useGone } from "#dashboard/parts/delete-later.ts";
import { Empty, Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { EditWebhook } from "./edit-webhook.tsx";
import { webhooksQuery } from "./queries.ts";
import { RECOVERY } from "./words.ts";

/** The endpoints that receive events, and whether they respond. */
export function Webhooks() {
  const { wid, may } = useWorkspace();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(webhooksQuery(wid));
  const isGone = useGone();
  const rows = (data?.data ?? []).filter(({ id }) => !isGone(`webhook:${id}`));
  const off = rows.filter(({ disabled_reason }) => disabled_reason === "consecutive_failures");
  const add = may("webhooks.edit") && (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden="true" />
      {t("Add webhook")}
    </Button>
  );
  return (
    <Page title={t("Webhooks")} actions={rows.length > 0 && add}>
      {off.length > 0 && (
        <Note
          tone="bad"
          title={t(
            "{off, plural, one {# webhook} other {# webhooks}} turned off after 10 failed attempts in a row",
            { off: off.length },
          )}
        >
          {RECOVERY}
        </Note>
      )}
      {!data ? (
        <Waiting what={t("webhooks")} rows={3} error={error} onRetry={refetch} framed />
      ) : rows.length === 0 ? (
        <Empty picture="webhook" title={t("No webhooks yet")} action={add}>
          {t(
            "A webhook receives events as signed JSON within seconds: replies, bounces, opens, clicks, unsubscribes, booked meetings and campaign changes.",
          )}
        </Empty>
      ) : (
        <section className="panel" aria-label={t("Webhooks")}>
          <table className="tbl as-list">
            <TableHead columns={["URL", t("Events"), t("Status"), [t("Added"), "num"]]} />
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className="full max-w-96">
                    <Link
                      className="name block truncate"
                      to="/w/$wid/webhooks/$webhookId"
                      params={{ wid: String(wid), webhookId: String(row.id) }}
                    >
                      {row.url}
                    </Link>
                  </td>
                  <td className="text-text-2" title={row.events.join(", ")}>
                    {shortened(row.events)}
                  </td>
                  <td>
                    <WebhookState webhook={row} />
                  </td>
                  <td className="num text-text-3">
                    <LocalTime at={row.created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {isAdding && (
        <EditWebhook
          wid={wid}
          webhook={null}
          onClose={() => setAdding(false)}
          onSaved={(id) =>
            void navigate({
              to: "/w/$wid/webhooks/$webhookId",
              params: { wid: String(wid), webhookId: String(id) },
            })
          }
        />
      )}
    </Page>
  );
}

function shortened(events: Webhook["events"]): string {
  if (events.length === 9) return t("all");
  const names = events.slice(0, 2).join(", ");
  const more = events.length - 2;
  return more > 0 ? t("{names} and {more} more", { names, more }) : names;
}

export function WebhookState({ webhook }: { webhook: Webhook }) {
  if (!webhook.is_active) {
    return webhook.disabled_reason === "manual" ? (
      <Status shape="pause">{t("Off")}</Status>
    ) : (
      <Status tone="bad" shape="octagon" loud>
        {t("Turned off")}
      </Status>
    );
  }
  const failures = webhook.consecutive_failures;
  return failures === 0 ? (
    <Status tone="ok">{t("On")}</Status>
  ) : (
    <Status tone="warn" shape="triangle">
      {t("{failures} of 10 failed attempts", { failures })}
    </Status>
  );
}
