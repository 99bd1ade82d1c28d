import { useQuery } from "@tanstack/react-query";
import type { Explanation } from "#modules/campaigns/contract/campaign-tools.ts";
import type { Enrolment } from "#modules/campaigns/contract/campaigns.ts";
import { words } from "#dashboard/lib/format.ts";
import { fully, when } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Failure, ListSkeleton } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { explanationQuery } from "#dashboard/rooms/campaigns/queries.ts";
import { letterOf } from "#dashboard/rooms/campaigns/steps/use-variants.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

/** A lead in a campaign, as the question names it. */
type Explained = Pick<Enrolment, "lead_id" | "email"> & {
  /** Of the lead in the campaign. */
  readonly status: string;
};

/** When the lead's next mail leaves, and every rule that was asked. */
export function ExplainDialog({
  campaignId,
  zone,
  lead,
  onClose,
}: {
  campaignId: number;
  /** Of the campaign, where it is known. */
  zone?: string;
  lead: Explained;
  onClose: () => void;
}) {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(explanationQuery(wid, campaignId, lead.lead_id));
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={titleOf(lead)}
      acts={<Button onClick={onClose}>{t("Close")}</Button>}
    >
      {error ? (
        <Failure
          what={t("The explanation could not be loaded.")}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <ListSkeleton label={t("Loading the explanation")} rows={4} />
      ) : (
        <>
          <p className="text-15">
            {fromServer(data.message)}{" "}
            {data.earliest_at && data.decided_by !== "ready" && (
              <b title={fully(data.earliest_at, zone)}>
                {t("Sends {when}.", { when: when(data.earliest_at) })}
              </b>
            )}
          </p>
          <dl className="dl">
            <dt>{t("Status")}</dt>
            <dd>{words(data.status)}</dd>
            {data.next_step && (
              <>
                <dt>{t("Next step")}</dt>
                <dd>
                  {t("Step {position}, variant {letter}", {
                    position: data.next_step.position,
                    letter: letterOf(data.next_step.variant),
                  })}
                </dd>
              </>
            )}
            {data.mailbox && (
              <>
                <dt>{t("From")}</dt>
                <dd>
                  {data.mailbox.sticky
                    ? t("{email}, which contacted this lead before", { email: data.mailbox.email })
                    : data.mailbox.email}
                </dd>
              </>
            )}
          </dl>
          <Rules
            rules={data.rules.filter(({ blocks }) => blocks)}
            decider={data.decided_by}
            label={t("Blocking rules")}
          />
          {data.follow_ups.length > 0 && (
            <section aria-label={t("Follow-up rules")}>
              <h3>{t("Follow-up rules")}</h3>
              <ul className="text-13">
                {data.follow_ups.map(({ rule_id: rule, summary, matched, at }) => (
                  <li key={rule}>
                    {summary}{" "}
                    <span className="text-text-3">
                      {matched
                        ? t("It has acted.")
                        : at
                          ? t("It acts {when}.", { when: when(at) })
                          : null}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <details>
            <summary className="link w-fit cursor-pointer text-13">
              {t("{n, plural, one {# rule passed} other {# rules passed}}", {
                n: data.rules.filter(({ blocks }) => !blocks).length,
              })}
            </summary>
            <div className="mt-3">
              <Rules
                rules={data.rules.filter(({ blocks }) => !blocks)}
                decider={data.decided_by}
                label={t("Passed rules")}
              />
            </div>
          </details>
        </>
      )}
    </Dialog>
  );
}

const WAITING: readonly string[] = ["pending", "in_progress", "paused"];

/** The question that is answered: skipped and finished leads are not waiting. */
function titleOf({ email, status }: Explained): string {
  if (WAITING.includes(status)) return t("Why {email} is waiting", { email });
  return status === "skipped"
    ? t("Why {email} is skipped", { email })
    : t("Why {email} gets no further emails", { email });
}

function Rules({
  rules,
  decider,
  label,
}: {
  rules: Explanation["rules"];
  decider: string;
  label: string;
}) {
  return (
    <ol className="why" aria-label={label}>
      {rules.map(({ rule, blocks, until, detail }) => (
        <li key={rule} aria-current={blocks && rule === decider ? "true" : undefined}>
          {blocks ? (
            <Status tone={until ? "warn" : "bad"} shape={until ? "pause" : "octagon"}>
              <span className="sr-only">{t("Blocking")}</span>
            </Status>
          ) : (
            <Status tone="ok" shape="tick">
              <span className="sr-only">{t("Passed")}</span>
            </Status>
          )}
          <span>
            {fromServer(detail)}
            {blocks && until && (
              <span className="text-text-3"> {t("Until {when}.", { when: when(until) })}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
