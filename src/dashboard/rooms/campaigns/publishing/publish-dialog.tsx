import { useMutation, useQuery } from "@tanstack/react-query";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import type { DraftChange, DraftChanges } from "#modules/campaigns/contract/publishing/drafts.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { DRAFT_FIELD_NAMES, valueWords, waitWords } from "./field-words.ts";
import { changesQuery, postPublish } from "./queries.ts";

/** What publishing changes, for how many leads, before and after; and the button that does it. */
export function PublishDialog({
  campaign,
  onClose,
  onPublished,
}: {
  campaign: CampaignDetail;
  onClose: () => void;
  onPublished: () => void;
}) {
  const { wid } = useWorkspace();
  const { id } = campaign;
  const { data, error, refetch } = useQuery(changesQuery(wid, id));
  const hasClash =
    data?.data.some(({ fields }) => fields.some((one) => one.changed_since)) === true;
  const publish = useMutation({
    mutationFn: ({ revision }: DraftChanges) => postPublish(wid, id, revision, hasClash),
    onSuccess: ({ version, leads }) => {
      toast(
        t("Version {version} published to {leads, plural, one {# lead} other {# leads}}.", {
          version: version.version,
          leads,
        }),
      );
      onPublished();
    },
    onError: (cause) => {
      if (isApiError(cause) && cause.status === 409) void refetch();
    },
  });
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={
        data
          ? t("Review {changes, plural, one {# change} other {# changes}}", {
              changes: data.changes,
            })
          : t("Review changes")
      }
      acts={
        <>
          <Button onClick={onClose}>{t("Keep as draft")}</Button>
          {data && (
            <Button
              look="primary"
              busy={publish.isPending}
              disabled={data.approval_required || data.changes === 0}
              onClick={() => publish.mutate(data)}
            >
              {hasClash
                ? t("Publish over it, to {leads, plural, one {# lead} other {# leads}}", {
                    leads: data.leads,
                  })
                : t("Publish to {leads, plural, one {# lead} other {# leads}}", {
                    leads: data.leads,
                  })}
            </Button>
          )}
        </>
      }
    >
      {!data ? (
        <Waiting what={t("changes")} rows={4} error={error} onRetry={refetch} />
      ) : (
        <div className="grid gap-4">
          {publish.error && <Note tone="bad" title={sentenceOf(publish.error)} />}
          {data.approval_required && (
            <Note tone="warn" title={t("These emails are not approved yet.")}>
              {t("Close this and ask for approval. Then publish.")}
            </Note>
          )}
          {hasClash && (
            <Note
              tone="warn"
              title={t("Somebody changed what is published since this draft began.")}
            >
              {t("The fields are marked below. Publishing replaces their version with yours.")}
            </Note>
          )}
          <ul className="grid gap-4">
            {data.data.map((change) => (
              <Changed key={`${change.kind} ${change.step_id}`} change={change} />
            ))}
          </ul>
          <p className="text-12 text-text-3">
            {t("Emails that were sent stay as they are. No lead gets a step twice.")}
          </p>
        </div>
      )}
    </Dialog>
  );
}

const TITLES: Readonly<Record<DraftChange["kind"], (position: number | null) => string>> = {
  added: (position) => t("Step {position} is new", { position }),
  changed: (position) => t("Step {position} changes", { position }),
  removed: (position) => t("Step {position} is removed", { position }),
  moved: () => t("The steps get another order"),
  settings: () => t("Settings of the campaign change"),
};

function Changed({ change }: { change: DraftChange }) {
  const { kind, position, leads } = change;
  const unit = change.fields.find(({ field }) => field === "delay_unit");
  // Of a new step the wait is one thing: "3 days".
  const fields =
    kind === "added" ? change.fields.filter(({ field }) => field !== "delay_unit") : change.fields;
  const afterOf = ({ field, after }: DraftChange["fields"][number]): string =>
    kind === "added" && field === "delay"
      ? waitWords(Number(after), unit?.after as Step["delay_unit"])
      : valueWords(field, after);
  return (
    <li className="grid gap-2">
      <h3>
        {TITLES[kind](position)}{" "}
        <span className="text-12 text-text-3">
          {t("for {leads, plural, one {# lead} other {# leads}}", { leads })}
        </span>
      </h3>
      {fields.map((one) => (
        <div key={one.field} className="grid gap-2 wide:grid-cols-2">
          {kind !== "added" && (
            <Side
              title={
                one.changed_since
                  ? t("{field} now, changed by someone else", {
                      field: DRAFT_FIELD_NAMES[one.field],
                    })
                  : t("{field} now", { field: DRAFT_FIELD_NAMES[one.field] })
              }
              text={valueWords(one.field, one.before)}
            />
          )}
          <Side
            title={
              kind === "added"
                ? DRAFT_FIELD_NAMES[one.field]
                : t("{field} after", { field: DRAFT_FIELD_NAMES[one.field] })
            }
            text={afterOf(one)}
          />
        </div>
      ))}
    </li>
  );
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <div className="rounded-2 border border-line bg-surface p-3">
      <p className="text-12 text-text-3">{title}</p>
      <p className="wrap-anywhere whitespace-pre-wrap">{text || t("Empty")}</p>
    </div>
  );
}
