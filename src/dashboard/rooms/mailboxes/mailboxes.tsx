import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { MailboxHealth } from "#modules/health/contract/mailbox-health.ts";
import type { WarmupStatus } from "#modules/warmup/contract/warmup.ts";
import { count, counted } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Meter } from "#dashboard/parts/meter.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { ChooseProvider } from "./choose-provider.tsx";
import { ConnectProblem, useConnectProblem } from "./connect-problem.tsx";
import { Connect } from "./connect.tsx";
import { Faults } from "./faults.tsx";
import { healthsQuery, warmupQuery } from "./queries.ts";
import type { MailboxesSearch } from "./search.ts";
import {
  doesNotSend,
  HealthState,
  issuesOf,
  toneOfHealth,
  useWords,
  WarmupStateMark,
} from "./states.tsx";

/** Which mailbox is in danger, why, and how much each may still send today. */
export function Mailboxes() {
  const { wid, may } = useWorkspace();
  const navigate = useNavigate();
  const { connect: step, connect_problem } = useSearch({ from: "/app/w/$wid/mailboxes" });
  const setStep = (connect: MailboxesSearch["connect"] | null): void =>
    void navigate({
      to: "/w/$wid/mailboxes",
      params: { wid: String(wid) },
      search: connect ? { connect } : {},
      replace: true,
    });
  const [problem, dismiss] = useConnectProblem(connect_problem, () => setStep(step ?? null));
  const { data, error, refetch } = useQuery(healthsQuery(wid));
  const warmups = useQuery(warmupQuery(wid)).data?.data ?? [];
  const rows = (data?.data ?? []).toSorted(
    // Unknown values are sorted last.
    (a, b) => (a.score ?? 101) - (b.score ?? 101),
  );
  const connect = may("mailboxes.edit") && (
    <Button look="primary" onClick={() => setStep(true)}>
      <Plus size={16} aria-hidden="true" />
      Connect mailbox
    </Button>
  );
  return (
    <Page
      title="Mailboxes"
      status={
        rows.length > 0 && (
          <span className="text-12 text-text-3 max-wide:hidden">{summaryOf(rows)}</span>
        )
      }
      actions={rows.length > 0 && connect}
    >
      {problem && (
        <ConnectProblem
          code={problem}
          onRetry={
            may("connections.edit")
              ? () => {
                  dismiss();
                  setStep(true);
                }
              : undefined
          }
        />
      )}
      <Faults rows={rows} />
      {!data ? (
        <Waiting what="mailboxes" rows={6} error={error} onRetry={refetch} framed />
      ) : rows.length === 0 ? (
        <Empty title="Connect your first mailbox" action={connect}>
          Sign in at its provider, or enter an SMTP and IMAP account. The servers of large providers
          are filled in. The test sends no email.
        </Empty>
      ) : (
        <section className="panel" aria-label="Mailboxes, worst first">
          <table className="tbl as-list">
            <TableHead
              columns={[["Health", "num"], "Mailbox", "Status", "Problem", "Warmup", "Today"]}
            />
            <tbody>
              {rows.map((row) => (
                <Row
                  key={row.mailbox_id}
                  wid={wid}
                  row={row}
                  warmup={warmups.find(({ mailbox_id }) => mailbox_id === row.mailbox_id)}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {step === true && may("connections.edit") && (
        <ChooseProvider
          wid={wid}
          onClose={() => setStep(null)}
          onPassword={() => setStep("password")}
        />
      )}
      {step === "password" && may("mailboxes.edit") && (
        <Connect
          wid={wid}
          onClose={() => setStep(null)}
          onDone={(id) =>
            void navigate({
              to: "/w/$wid/mailboxes/$mailboxId",
              params: { wid: String(wid), mailboxId: String(id) },
            })
          }
        />
      )}
    </Page>
  );
}

function Row({
  wid,
  row,
  warmup,
}: {
  wid: number;
  row: MailboxHealth;
  warmup: WarmupStatus | undefined;
}) {
  const { usage } = row;
  const share = (n: number): number =>
    usage.daily_limit === 0 ? 0 : Math.min(100, (n / usage.daily_limit) * 100);
  const left = doesNotSend(row) ? 0 : Math.max(0, usage.effective_limit - usage.sent_today);
  const worst = issuesOf(row)[0];
  const isOn = warmup !== undefined && warmup.state !== "not_started";
  return (
    <tr>
      <td className="num w-16">
        <b className={`health ${toneOfHealth(row.status)}`}>{row.score ?? <Unknown />}</b>
      </td>
      <td className="max-w-72">
        <Link
          className="name block truncate"
          title={row.email}
          to="/w/$wid/mailboxes/$mailboxId"
          params={{ wid: String(wid), mailboxId: String(row.mailbox_id) }}
        >
          {row.email}
        </Link>
      </td>
      <td>
        <HealthState health={row} />
      </td>
      <td
        className="max-w-64 truncate text-text-2 max-wide:whitespace-normal"
        title={worst?.message}
      >
        {worst?.message ?? ""}
      </td>
      <td>
        {isOn ? (
          <WarmupStateMark state={warmup.state} />
        ) : (
          <span className="text-12 text-text-3 max-wide:hidden">Off</span>
        )}
      </td>
      <td className="full w-48">
        <span className="grid gap-1">
          <Meter
            label={`${usage.sent_today} sent today, ${left} left, daily limit ${usage.daily_limit}`}
            parts={[{ value: share(usage.sent_today) }, { value: share(left), tone: "plan" }]}
          />
          <span className="text-12 text-text-3">{useWords(row)}</span>
        </span>
      </td>
    </tr>
  );
}

/** There is no score before the DNS check. */
const Unknown = () => (
  <span className="text-text-3" title="Its DNS records have not been checked yet.">
    –<span className="sr-only">no score yet</span>
  </span>
);

function summaryOf(rows: readonly MailboxHealth[]): string {
  const sending = rows.filter((row) => !doesNotSend(row) && row.usage.effective_limit > 0);
  const left = sending.reduce(
    (sum, { usage }) => sum + Math.max(0, usage.effective_limit - usage.sent_today),
    0,
  );
  return `${count(sending.length)} of ${rows.length} sending, ${counted(left, "email")} left today`;
}
