import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AdminSettings, Dashboard } from "#modules/operations/contract/admin.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { distance } from "#dashboard/lib/time.ts";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Fact, Panel } from "#dashboard/parts/panel.tsx";
import { Check } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { UNITS } from "#dashboard/lib/units.ts";
import { t } from "#dashboard/words/words.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { BrandingPanel } from "./branding-panel.tsx";
import { adminSettingsQuery, installQuery } from "./queries.ts";

/** The whole install: sending, queue and problems. */
export function Install() {
  const me = useMe();
  const { data, error, refetch } = useQuery(installQuery);
  if (!data) {
    return <Waiting what={t("figures")} error={error} onRetry={refetch} />;
  }
  const { queues, last_30_days: month } = data;
  return (
    <div className="grid gap-4">
      <section className="lede">
        <div>
          <p className="big">
            {t("{sent, plural, one {# email} other {# emails}} sent in 30 days", {
              sent: month.sent,
            })}
          </p>
          <p className="text-text-2">
            {t(
              "{replied, plural, one {# reply} other {# replies}}, {bounced, plural, one {# bounce} other {# bounces}}. Today: {sent} sent.",
              { replied: month.replied, bounced: month.bounced, sent: count(data.today.sent) },
            )}
          </p>
        </div>
      </section>
      <Wrong data={data} />
      <Panel title={t("Sent per day")} flush>
        <BarChart
          bars={month.by_day.map(({ date, sent }) => ({ date, value: sent }))}
          unit={UNITS.sent}
          label={t(
            "Emails per day in 30 days, {sent} in total. Use the arrow keys to move between days.",
            { sent: count(month.sent) },
          )}
        />
      </Panel>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t("Totals")}>
          <dl className="facts">
            <Fact name={t("Workspaces")}>
              {t("{workspaces}, {clients} of clients", {
                workspaces: count(data.workspaces),
                clients: count(data.clients),
              })}
            </Fact>
            <Fact name={t("People")}>
              {t(
                "{total}: {admins, plural, one {# admin} other {# admins}}, {employees, plural, one {# employee} other {# employees}}, {clients, plural, one {# client} other {# clients}}",
                {
                  total: count(data.users.total),
                  admins: data.users.admin + data.users.super_admin,
                  employees: data.users.employee,
                  clients: data.users.client,
                },
              )}
            </Fact>
            <Fact name={t("Campaigns")}>
              {t("{active} active of {total}", {
                active: count(data.campaigns.active),
                total: count(data.campaigns.total),
              })}
            </Fact>
            <Fact name={t("Mailboxes")}>
              {t("{active} active of {total}", {
                active: count(data.mailboxes.active),
                total: count(data.mailboxes.total),
              })}
            </Fact>
            <Fact name={t("Leads")}>{count(data.leads)}</Fact>
          </dl>
        </Panel>
        <Panel title={t("Queue")}>
          <dl className="facts">
            <Fact name={t("Emails due")}>{count(queues.due_sends)}</Fact>
            <Fact name={t("Delivery unknown")}>{count(queues.unknown_sends)}</Fact>
            <Fact name={t("Webhooks due")}>{count(queues.pending_deliveries)}</Fact>
            <Fact name={t("Webhooks off")}>{count(queues.disabled_webhooks)}</Fact>
            <Fact name={t("Last queue check")}>
              {data.last_tick_at ? distance(data.last_tick_at) : t("not yet")}
            </Fact>
          </dl>
        </Panel>
      </div>
      <Registration />
      <SignInPanel />
      {me.user?.role === "super_admin" && <BrandingPanel />}
    </div>
  );
}

function Wrong({ data }: { data: Dashboard }) {
  const { last_tick_at: tick, queues } = data;
  const isLate = tick !== null && Date.now() - new Date(tick).getTime() > 5 * 60_000;
  return (
    <>
      {isLate && (
        <Note tone="bad" title={t("Last queue check {ago}", { ago: distance(tick) })}>
          {t("Sending has stopped. Check that the server process is running, and check its log.")}
        </Note>
      )}
      {queues.unknown_sends > 0 && (
        <Note
          tone="warn"
          title={t("{emails, plural, one {# email} other {# emails}} with unknown delivery", {
            emails: queues.unknown_sends,
          })}
        >
          {t(
            "The connection was lost before the receiving server confirmed. A reply, a bounce, an open or the Sent folder can still resolve them. To send one again, open its campaign or lead.",
          )}
        </Note>
      )}
    </>
  );
}

function Registration() {
  const queries = useQueryClient();
  const settings = useQuery(adminSettingsQuery).data;
  const change = useMutation({
    mutationFn: (registration: AdminSettings["registration"]) =>
      api.put<AdminSettings>("/admin/settings", { registration }),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin", "settings"] }),
  });
  if (!settings) return null;
  return (
    <Panel title={t("Sign-up")}>
      <Check
        label={t("Allow public sign-up")}
        hint={t(
          "New users get their own workspace and see no others. You can always add clients and employees here.",
        )}
        checked={settings.registration === "open"}
        onChange={(event) => change.mutate(event.target.checked ? "open" : "closed")}
      />
    </Panel>
  );
}
