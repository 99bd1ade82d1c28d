import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { PlacementTestItem } from "#modules/placement/contract/tests.ts";
import { isSettled } from "#dashboard/lib/settled.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { History } from "./history.tsx";
import { seedsQuery, testsQuery } from "./queries.ts";
import { SeedsPanel } from "./seeds-panel.tsx";
import { StartTest } from "./start-test.tsx";

/** Where emails come to lie: tests over time, and the seeds that they go to. */
export function Placement() {
  const { wid, may } = useWorkspace();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const list = useQuery(testsQuery(wid));
  const { data, error, refetch } = list;
  usePrefetchQuery(seedsQuery(wid));
  const tests = data?.data ?? [];
  const start = may("campaigns.test") && (
    <Button look="primary" onClick={() => setStarting(true)}>
      <Plus size={16} aria-hidden="true" />
      {t("Test placement")}
    </Button>
  );
  return (
    <Page title={t("Placement")} actions={tests.length > 0 && start}>
      <div className="grid gap-4">
        <History wid={wid} tests={tests} />
        {!data ? (
          <Waiting what={t("placement tests")} rows={3} error={error} onRetry={refetch} framed />
        ) : tests.length === 0 ? (
          <Empty picture="placement" title={t("No placement tests yet")} action={start}>
            {t(
              "A placement test sends an email to mailboxes of your own and shows where it lies: in the inbox, as spam, elsewhere or nowhere.",
            )}
          </Empty>
        ) : (
          <section className="panel" aria-label={t("Placement tests")}>
            <table className="tbl as-list">
              <TableHead columns={[t("Email"), t("Result"), t("Status"), [t("Started"), "num"]]} />
              <tbody>
                {tests.map((test) => (
                  <tr key={test.id}>
                    <td className="full max-w-96">
                      <Link
                        className="name block truncate"
                        to="/w/$wid/placement/$testId"
                        params={{ wid: String(wid), testId: String(test.id) }}
                      >
                        {test.subject}
                      </Link>
                      <span className="block truncate text-12 text-text-2">{test.name}</span>
                    </td>
                    <td>{test.summary}</td>
                    <td>
                      <TestState test={test} />
                    </td>
                    <td className="num text-text-3">
                      <LocalTime at={test.created_at} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        {isSettled(list) && <SeedsPanel wid={wid} />}
      </div>
      {isStarting && (
        <StartTest
          wid={wid}
          onClose={() => setStarting(false)}
          onStarted={(id) =>
            void navigate({
              to: "/w/$wid/placement/$testId",
              params: { wid: String(wid), testId: String(id) },
            })
          }
        />
      )}
    </Page>
  );
}

export function TestState({ test }: { test: Pick<PlacementTestItem, "state"> }) {
  if (test.state === "running") return <Status tone="info">{t("Running")}</Status>;
  return test.state === "done" ? (
    <Status tone="ok">{t("Done")}</Status>
  ) : (
    <Status shape="pause">{t("Cancelled")}</Status>
  );
}
