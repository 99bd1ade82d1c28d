import type { Preview } from "#modules/campaigns/contract/campaign-tools.ts";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { isApiError } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { MailFrame } from "#dashboard/parts/mail-frame.tsx";
import { Bone, Failure } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import type { StepCheck } from "#dashboard/rooms/campaigns/steps/use-step-check.ts";
import { letterOf } from "#dashboard/rooms/campaigns/steps/use-variants.ts";

/** Who sends it, and which variant it is where there are some. */
function senderWords({ from, variant }: Preview, hasVariants: boolean): string {
  const letter = letterOf(variant);
  if (from === null) {
    return hasVariants
      ? t("No mailbox chosen yet, variant {letter}", { letter })
      : t("No mailbox chosen yet");
  }
  const { name, email } = from;
  return hasVariants
    ? t("From {name}, {email}, variant {letter}", { name, email, letter })
    : t("From {name}, {email}", { name, email });
}

/** The email as a lead gets it, and how many leads have empty variables. */
export function PreviewPanel({
  campaign,
  stepId,
  check,
}: {
  campaign: CampaignDetail;
  stepId: number;
  check: StepCheck;
}) {
  const { may } = useWorkspace();
  const { preview: data, error, leads, leadId } = check;
  if (!may("campaigns.edit")) return null;
  const hasVariants = campaign.steps.some(
    ({ id, variants }) => id === stepId && variants.length > 0,
  );
  const blocked = data?.preflight.held ?? 0;
  return (
    <section className="panel" aria-label={t("Preview")}>
      <header>
        <h2>{t("Preview")}</h2>
        <select
          className="in w-auto! min-w-0 flex-1"
          aria-label={t("Lead to preview")}
          value={leadId ?? ""}
          onChange={(event) => check.chooseLead(Number(event.target.value) || null)}
        >
          <option value="">{t("Sample lead")}</option>
          {leads.slice(0, 50).map(({ lead_id, first_name, last_name, email, company }) => (
            <option key={lead_id} value={lead_id}>
              {[`${first_name} ${last_name}`.trim() || email, company].filter(Boolean).join(", ")}
            </option>
          ))}
        </select>
      </header>
      <div className="body grid grid-cols-[minmax(0,1fr)] gap-3">
        {isApiError(error) && error.code === "validation_failed" ? (
          <p className="text-13 text-text-2">
            {t("Fix the error in the message to see the preview.")}
          </p>
        ) : error ? (
          <Failure
            what={t("The preview could not be loaded.")}
            error={error}
            onRetry={check.retry}
          />
        ) : !data ? (
          <div className="sk-late grid gap-3">
            <Bone width="60%" />
            <Bone width="90%" />
            <Bone width="80%" />
          </div>
        ) : data.error ? (
          <p className="text-13 text-bad">{fromServer(data.error)}</p>
        ) : (
          <>
            <p className="text-12 text-text-3">{senderWords(data, hasVariants)}</p>
            <p className="font-strong">{data.subject || t("No subject")}</p>
            {data.html === null ? (
              <p className="text-14 whitespace-pre-wrap">{data.text}</p>
            ) : (
              <MailFrame title={t("Preview of the message")} html={data.html} own />
            )}
          </>
        )}
      </div>
      {blocked > 0 && data && (
        <footer>
          <Status tone="warn" shape="triangle">
            <span className="whitespace-normal">
              {t(
                "{blocked} of {checked} leads cannot be sent to: {variables} is empty. Add a fallback.",
                {
                  blocked: count(blocked),
                  checked: count(data.preflight.checked),
                  variables: data.preflight.variables.map(({ name }) => name).join(", "),
                },
              )}
            </span>
          </Status>
        </footer>
      )}
    </section>
  );
}
