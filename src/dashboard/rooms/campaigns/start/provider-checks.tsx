import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { ProviderChecks } from "#modules/placement/contract/checks.ts";
import { day } from "#dashboard/lib/time.ts";
import { Status } from "#dashboard/parts/status.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { providerChecksQuery } from "./queries.ts";

type Check = ProviderChecks["data"][number];
const LOOK = {
  fail: ["bad", "octagon", t("Fails")],
  warn: ["warn", "triangle", t("Warning")],
  unknown: ["plain", "ring", t("Unknown")],
  pass: ["ok", "tick", t("Passed")],
} as const;
const RULES: Readonly<Record<Check["rule"], string>> = {
  spf: "SPF",
  dkim: "DKIM",
  dmarc: t("Aligned DMARC"),
  one_click: t("One-click unsubscribe"),
  signed_unsubscribe: t("Signed unsubscribe headers"),
  spam_rate: t("Spam rate"),
};

/** What big providers ask of this campaign's senders, each with its source and since when it applies. */
export function ProviderChecksList({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const { data, error, refetch } = useQuery(providerChecksQuery(wid, campaign.id));
  const all = data?.data ?? [];
  const wrong = all.filter(({ status }) => status === "fail" || status === "warn");
  const unknown = all.filter(({ status }) => status === "unknown");
  const passed = all.filter(({ status }) => status === "pass");
  return (
    <section className="grid gap-2" aria-label={t("Rules of providers")}>
      <h3>{t("Rules of providers")}</h3>
      {!data ? (
        <Waiting what={t("checks")} rows={3} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {wrong.length === 0 && <p className="text-13">{t("No problems found.")}</p>}
          <Checks checks={wrong} label={t("Problems")} />
          {unknown.length > 0 && (
            <details>
              <summary className="cursor-pointer text-13">
                {t("{n, plural, other {# unknown}}", { n: unknown.length })}
              </summary>
              <Checks checks={unknown} label={t("Unknown")} />
              {may("mailboxes.read") && unknown.some(({ rule }) => rule === "spam_rate") && (
                <p className="mt-2 text-13">
                  <Link className="link" to="/w/$wid/reputation" params={{ wid: String(wid) }}>
                    {t("Enter spam rates")}
                  </Link>
                </p>
              )}
            </details>
          )}
          {passed.length > 0 && (
            <details>
              <summary className="cursor-pointer text-13">
                {t("{n, plural, one {# check passed} other {# checks passed}}", {
                  n: passed.length,
                })}
              </summary>
              <Checks checks={passed} label={t("Passed")} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

function Checks({ checks, label }: { checks: readonly Check[]; label: string }) {
  if (checks.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-3 text-13" aria-label={label}>
      {checks.map(({ rule, domain, status, message, sources }) => {
        const [tone, shape, word] = LOOK[status];
        return (
          <li key={rule + domain} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-x-3">
              <Status tone={tone} shape={shape}>
                {word}
              </Status>
              <b className="font-medium">{RULES[rule]}</b>
              <span className="break-all text-text-2">{domain}</span>
            </span>
            <span>{fromServer(message)}</span>
            <span className="text-12 text-text-3">
              {sources.map(({ provider, title, url, since, applies }, index) => (
                <span key={url}>
                  {index > 0 && "; "}
                  <Say
                    id="<0/>, since {day}"
                    values={{ day: day(`${since}T12:00:00`) }}
                    parts={{
                      0: (
                        <a
                          className="underline"
                          href={url}
                          target="_blank"
                          rel="noreferrer"
                          title={applies}
                        >
                          {provider}: {title}
                        </a>
                      ),
                    }}
                  />
                </span>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
