import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AdminSettings, Dashboard } from "#modules/operations/contract/admin.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count, counted } from "#dashboard/lib/format.ts";
import { distance } from "#dashboard/lib/time.ts";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Fact, Panel } from "#dashboard/parts/panel.tsx";
import { Check } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import { BrandingPanel } from "./branding-panel.tsx";
import { adminSettingsQuery, installQuery } from "./queries.ts";

/** The whole install: sending, queue and problems. */
export function Install() {
  const me = useMe();
  const { data, error, refetch } = useQuery(installQuery);
  if (!data) {
    return <Waiting what="figures" error={error} onRetry={refetch} />;
  }
  const { queues, last_30_days: month } = data;
  return (
    <div className="grid gap-4">
      <section className="lede">
        <div>
          <p className="big">{counted(month.sent, "email")} sent in 30 days</p>
          <p className="text-text-2">
            {counted(month.replied, "reply", "replies")}, {counted(month.bounced, "bounce")}. Today:{" "}
            {count(data.today.sent)} sent.
          </p>
        </div>
      </section>
      <Wrong data={data} />
      <Panel title="Sent per day" flush>
        <BarChart
          bars={month.by_day.map(({ date, sent }) => ({ date, value: sent }))}
          unit="sent"
          label={`Emails per day in 30 days, ${count(month.sent)} in total. Use the arrow keys to move between days.`}
        />
      </Panel>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title="Totals">
          <dl className="facts">
            <Fact name="Workspaces">{`${count(data.workspaces)}, ${count(data.clients)} of clients`}</Fact>
            <Fact name="People">
              {`${count(data.users.total)}: ${counted(data.users.admin + data.users.super_admin, "admin")}, ${counted(data.users.employee, "employee")}, ${counted(data.users.client, "client")}`}
            </Fact>
            <Fact name="Campaigns">{`${count(data.campaigns.active)} active of ${count(data.campaigns.total)}`}</Fact>
            <Fact name="Mailboxes">{`${count(data.mailboxes.active)} active of ${count(data.mailboxes.total)}`}</Fact>
            <Fact name="Leads">{count(data.leads)}</Fact>
          </dl>
        </Panel>
        <Panel title="Queue">
          <dl className="facts">
            <Fact name="Emails due">{count(queues.due_sends)}</Fact>
            <Fact name="Delivery unknown">{count(queues.unknown_sends)}</Fact>
            <Fact name="Webhooks due">{count(queues.pending_deliveries)}</Fact>
            <Fact name="Webhooks off">{count(queues.disabled_webhooks)}</Fact>
            <Fact name="Last queue check">
              {data.last_tick_at ? distance(data.last_tick_at) : "not yet"}
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
        <Note tone="bad" title={`Last queue check ${distance(tick)}`}>
          Sending has stopped. Check that the server process is running, and check its log.
        </Note>
      )}
      {queues.unknown_sends > 0 && (
        <Note tone="warn" title={`${counted(queues.unknown_sends, "email")} with unknown delivery`}>
          The connection was lost before the receiving server confirmed. A reply, a bounce, an open
          or the Sent folder can still resolve them. To send one again, open its campaign or lead.
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
    <Panel title="Sign-up">
      <Check
        label="Allow public sign-up"
        hint="New users get their own workspace and see no others. You can always add clients and employees here."
        checked={settings.registration === "open"}
        onChange={(event) => change.mutate(event.target.checked ? "open" : "closed")}
      />
    </Panel>
  );
}
