import { useMutation } from "@tanstack/react-query";
import type { Preview } from "#modules/campaigns/contract/campaign-tools.ts";
import type { SpamAnswer } from "#modules/campaigns/contract/spam.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { postSpamCheck } from "#dashboard/rooms/campaigns/queries.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";

type Verdict = SpamAnswer["filters"][number];

const NAMES = { spamassassin: "SpamAssassin", rspamd: "rspamd" } as const;
const PROBLEMS = {
  unreachable: t("It can't be reached."),
  timeout: t("It did not answer in time."),
  unreadable: t("Its answer can't be read. Look at its address in SPAM_FILTERS."),
} as const;

/** What the operator's own spam filters say of the mail in the preview, once somebody asks. */
export function FiltersPanel({ wid, mail }: { wid: number; mail: Preview | null }) {
  const asking = useMutation({
    mutationFn: ({ subject, html, text }: Preview) =>
      postSpamCheck(wid, { subject, body: html ?? text }),
  });
  if (!mail || mail.error !== null) return null;
  const filters = asking.data?.filters;
  return (
    <section className="panel" aria-label={t("Spam filters")}>
      <header>
        <h2>{t("Spam filters")}</h2>
        <Button
          look="ghost"
          className="ml-auto"
          busy={asking.isPending}
          onClick={() => asking.mutate(mail)}
        >
          {asking.isPending ? t("Asking") : filters ? t("Ask again") : t("Ask spam filters")}
        </Button>
      </header>
      {asking.error !== null && (
        <p className="px-4 pb-4 text-13 text-bad" role="alert">
          {sentenceOf(asking.error)}
        </p>
      )}
      {filters?.length === 0 && (
        <p className="px-4 pb-4 text-13 text-ink-2">
          <Say
            id={"No filter is set up. <0>How to set one up</0>"}
            parts={{ 0: <a href="/docs/settings#spam-filters" /> }}
          />
        </p>
      )}
      {filters?.map((verdict) => (
        <FilterVerdict key={`${verdict.kind} ${verdict.at}`} verdict={verdict} />
      ))}
    </section>
  );
}

function FilterVerdict({ verdict }: { verdict: Verdict }) {
  const { kind, score, threshold, rules, problem } = verdict;
  const isSpam = score !== null && threshold !== null && score >= threshold;
  return (
    <>
      <p className="flex items-center gap-2 px-4 pb-2 text-13">
        <b>{NAMES[kind]}</b>
        {problem === null ? (
          <Status tone={isSpam ? "bad" : "ok"} shape={isSpam ? "octagon" : "disc"}>
            {t("{score} of {threshold} points", { score, threshold })}
          </Status>
        ) : (
          <span className="text-ink-2">{PROBLEMS[problem]}</span>
        )}
      </p>
      {rules.length > 0 && (
        <ul className="finds">
          {rules.map(({ name, points, about, advice }) => (
            <li key={name}>
              <span className="tag">{points > 0 ? `+${points}` : points}</span>
              <span>
                <b className="break-all">{name}</b> {about} {fromServer(advice ?? "")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
