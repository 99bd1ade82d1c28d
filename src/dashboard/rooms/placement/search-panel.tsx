import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PlacementTest } from "#modules/placement/contract/tests.ts";
import type { Search } from "#modules/placement/contract/searches.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Meter } from "#dashboard/parts/meter.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { testQuery } from "./queries.ts";
import { factorName, providerName } from "./words.ts";

/** What of the email is junked: the search, how far it is, and what it found. */
export function SearchPanel({ wid, test }: { wid: number; test: PlacementTest }) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const [search] = test.searches;
  const isRunning = search?.state === "running";
  const act = useMutation({
    mutationFn: (path: "search" | "search/cancel") =>
      api.post<PlacementTest>(`/workspaces/${wid}/placement-tests/${test.id}/${path}`, {}),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: testQuery(wid, test.id).queryKey }),
  });
  const canStart = test.spam > 0 && test.state !== "cancelled" && !isRunning;
  if (!search && !canStart) return null;
  return (
    <Panel
      title={t("What junks this email?")}
      aside={
        may("campaigns.test") &&
        (isRunning || canStart) && (
          <Button
            size="small"
            className="ml-auto"
            busy={act.isPending}
            onClick={() => act.mutate(isRunning ? "search/cancel" : "search")}
          >
            {isRunning
              ? t("Cancel the search")
              : search
                ? t("Search again")
                : t("Search the cause")}
          </Button>
        )
      }
      footer={t(
        "The search can't show the reputation of a sender, the history of a recipient, or filters of companies.",
      )}
    >
      {search ? (
        <Progress search={search} />
      ) : (
        <p className="text-text-2">
          {t(
            "The search sends versions of the email to the same seeds, each without some of its parts: at most 24 to a provider and 64 in all. It spends at most a quarter of the sender's daily limit, so it can take days.",
          )}
        </p>
      )}
    </Panel>
  );
}

const ANSWERS = {
  cause: { tone: "bad", says: t("Cause found") },
  not_junked: { tone: "ok", says: t("Not junked") },
  not_content: { tone: "warn", says: t("Not the content") },
  nothing_found: { tone: "plain", says: t("Nothing found") },
} as const;

function Progress({ search }: { search: Search }) {
  return (
    <div className="grid gap-3">
      <div>
        <Meter
          label={t("{mails} of at most {most} emails of the search", {
            mails: search.mails,
            most: search.mails_at_most,
          })}
          parts={[{ value: (100 * search.mails) / search.mails_at_most, tone: "plan" }]}
        />
        <p className="text-12 text-text-2">
          {t("{mails} of at most {most} emails, up to {perDay} a day. Looks at {parts}.", {
            mails: search.mails,
            most: search.mails_at_most,
            perDay: search.mails_per_day,
            parts: search.present.map(factorName).join(", "),
          })}
        </p>
      </div>
      <ul className="grid gap-3">
        {search.providers.map((one) => (
          <li key={one.provider}>
            <p className="flex flex-wrap items-center gap-2">
              <b className="font-medium">{providerName(one.provider)}</b>
              {one.answer === null ? (
                <Status tone="info">{t("Searching")}</Status>
              ) : (
                <Status tone={ANSWERS[one.answer].tone}>{ANSWERS[one.answer].says}</Status>
              )}
              {one.cause.length > 0 && <span>{one.cause.map(factorName).join(", ")}</span>}
            </p>
            <p className="text-text-2">{fromServer(one.message)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
