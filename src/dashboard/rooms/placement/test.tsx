import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAnyParams } from "#dashboard/routing/use-place.ts";
import type { Cell, PlacementMail, PlacementTest } from "#modules/placement/contract/tests.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { mailboxesQuery } from "#dashboard/api/workspace.ts";
import { percent } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { ShareBar } from "#dashboard/parts/funnel.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { BackHeading } from "#dashboard/shell/back-heading.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { TestState } from "./placement.tsx";
import { testQuery } from "./queries.ts";
import { SearchPanel } from "./search-panel.tsx";
import { factorName, placeTone, placeWords, providerName } from "./words.ts";

/** One placement test: its matrix, what junks it, and each email. */
export function PlacementTestPage() {
  const { wid, may } = useWorkspace();
  const { testId } = useAnyParams();
  const id = Number(testId);
  const queries = useQueryClient();
  const query = testQuery(wid, id);
  const { data: test, error, refetch } = useQuery(query);
  const cancel = useMutation({
    mutationFn: () =>
      api.post<PlacementTest>(`/workspaces/${wid}/placement-tests/${id}/cancel`, {}),
    onError: (problem) => toast(sentenceOf(problem)),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  const title = test?.subject ?? t("Placement test");
  return (
    <Page
      title={title}
      heading={<BackHeading to="/w/$wid/placement" all={t("All placement tests")} title={title} />}
      status={test && <TestState test={test} />}
      actions={
        test?.state === "running" &&
        may("campaigns.test") && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {t("Cancel")}
          </Button>
        )
      }
    >
      {!test ? (
        <Waiting what={t("placement test")} rows={4} error={error} onRetry={refetch} framed />
      ) : (
        <div className="grid gap-4">
          <Matrix wid={wid} test={test} />
          <SearchPanel wid={wid} test={test} />
          <Emails emails={test.emails} />
        </div>
      )}
    </Page>
  );
}

function Matrix({ wid, test }: { wid: number; test: PlacementTest }) {
  const { data: mailboxes } = useQuery(mailboxesQuery(wid));
  const emailOf = (id: number): string =>
    mailboxes?.find((mailbox) => mailbox.id === id)?.email ?? t("Mailbox {id}", { id });
  const providers = [...new Set(test.matrix.map(({ provider }) => provider))];
  const senders = [...new Set(test.matrix.map(({ mailbox_id }) => mailbox_id))];
  return (
    <Panel
      title={test.summary}
      flush
      footer={t("A rate is shown from 8 emails on, with its range.")}
    >
      <Scroll label={t("Placement by sender and provider")}>
        <table className="tbl">
          <TableHead columns={[t("Sender"), ...providers.map(providerName)]} />
          <tbody>
            {senders.map((id) => (
              <tr key={id}>
                <th scope="row" className="text-left font-medium wrap-anywhere">
                  {emailOf(id)}
                </th>
                {providers.map((provider) => (
                  <td key={provider}>
                    <CellWords
                      cell={test.matrix.find(
                        (one) => one.mailbox_id === id && one.provider === provider,
                      )}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}

function CellWords({ cell }: { cell: Cell | undefined }) {
  if (!cell) return <span className="text-text-3">{t("Not tested")}</span>;
  const more = [
    cell.spam > 0 && t("{spam} spam", { spam: cell.spam }),
    cell.promotions > 0 && t("{promotions} in promotions", { promotions: cell.promotions }),
    cell.other > 0 && t("{other} elsewhere", { other: cell.other }),
    cell.missing > 0 && t("{missing} missing", { missing: cell.missing }),
    cell.unknown > 0 && t("{unknown} unknown", { unknown: cell.unknown }),
    cell.failed > 0 && t("{failed} not sent", { failed: cell.failed }),
    cell.waiting > 0 && t("{waiting} to come", { waiting: cell.waiting }),
  ].filter((part) => part !== false);
  const tone = cell.spam > 0 ? "bad" : cell.missing + cell.other > 0 ? "warn" : "ok";
  return (
    <>
      <Status tone={cell.inbox + cell.spam + cell.missing + cell.other > 0 ? tone : "plain"}>
        {cell.summary}
      </Status>
      <ShareBar
        label={[t("{inbox} inbox", { inbox: cell.inbox }), ...more].join(", ")}
        parts={[
          { tone: "ok", value: cell.inbox },
          { tone: "bad", value: cell.spam },
          { tone: "warn", value: cell.other + cell.missing },
          { tone: "past", value: cell.unknown + cell.failed + cell.waiting },
        ]}
      />
      {cell.rate && (
        <span className="block text-12 text-text-2">
          {t("{rate} ({low} to {high})", {
            rate: percent(cell.rate.rate, 0),
            low: percent(cell.rate.low, 0),
            high: percent(cell.rate.high, 0),
          })}
        </span>
      )}
      {more.length > 0 && <span className="block text-12 text-text-2">{more.join(", ")}</span>}
    </>
  );
}

function Emails({ emails }: { emails: readonly PlacementMail[] }) {
  return (
    <Panel title={t("Emails")} flush>
      <Scroll label={t("Emails of the test")}>
        <table className="tbl">
          <TableHead
            columns={[t("Seed"), t("Place"), [t("Authentication"), "wide"], [t("Version"), "wide"]]}
          />
          <tbody>
            {emails.map((mail) => (
              <tr key={mail.id}>
                <td className="wrap-anywhere">{mail.seed_email}</td>
                <td>
                  <Status tone={placeTone(mail)}>{placeWords(mail)}</Status>
                </td>
                <td className="text-text-2 max-wide:hidden">{authenticationOf(mail)}</td>
                <td className="text-text-2 max-wide:hidden">
                  {mail.replaced.length === 0
                    ? t("Whole email")
                    : t("Without {parts}", {
                        parts: mail.replaced.map((name) => factorName(name)).join(", "),
                      })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}

function authenticationOf({ authentication }: PlacementMail): string {
  if (!authentication) return t("Not reported");
  const { spf, dkim, dmarc } = authentication;
  return [
    ["SPF", spf],
    ["DKIM", dkim],
    ["DMARC", dmarc],
  ]
    .map(([name, result]) => `${name} ${result ?? t("not reported")}`)
    .join(", ");
}
