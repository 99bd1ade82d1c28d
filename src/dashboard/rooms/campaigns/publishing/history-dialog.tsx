import { useMutation, useQuery } from "@tanstack/react-query";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type {
  CampaignDraft,
  CampaignVersion,
} from "#modules/campaigns/contract/publishing/drafts.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { moment } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { postRestore, versionsQuery } from "./queries.ts";

/** What was published, by whom and when; each version can become the draft. */
export function HistoryDialog({
  campaign,
  draft,
  onClose,
  onRestored,
}: {
  campaign: CampaignDetail;
  draft: CampaignDraft;
  onClose: () => void;
  onRestored: () => void;
}) {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(versionsQuery(wid, campaign.id));
  const restore = useMutation({
    mutationFn: (version: number) => postRestore(wid, campaign.id, version, draft.revision),
    onSuccess: (_, version) => {
      toast(t("Version {version} is the draft now. Review and publish it.", { version }));
      onRestored();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Published versions")}
      acts={<Button onClick={onClose}>{t("Close")}</Button>}
    >
      {restore.error && <Note tone="bad" title={sentenceOf(restore.error)} />}
      {draft.changes > 0 && (
        <Note
          tone="warn"
          title={t("The draft has {changes, plural, one {# change} other {# changes}}.", {
            changes: draft.changes,
          })}
        >
          {t("Bringing a version back replaces the draft.")}
        </Note>
      )}
      {!data ? (
        <Waiting what={t("versions")} rows={3} error={error} onRetry={refetch} />
      ) : data.data.length === 0 ? (
        <p className="text-text-2">
          {t("No version is stored yet. Versions are kept from the next start or publishing on.")}
        </p>
      ) : (
        <ol className="mt-2 grid gap-3">
          {data.data.map((version) => (
            <li key={version.version} className="flex flex-wrap items-center gap-3">
              <div className="min-w-0 flex-1">
                <h3>
                  {version.is_current
                    ? t("Version {version} (newest)", { version: version.version })
                    : t("Version {version}", { version: version.version })}
                </h3>
                <p className="text-12 text-text-3">{whoAndWhen(version)}</p>
              </div>
              <Button
                size="small"
                busy={restore.isPending && restore.variables === version.version}
                disabled={version.steps === null}
                onClick={() => restore.mutate(version.version)}
                aria-label={t("Bring back version {version}", { version: version.version })}
              >
                {t("Bring back")}
              </Button>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function firstWordsOf({ kind, published_by: by, published_at }: CampaignVersion): string {
  const { name } = by;
  const at = moment(published_at);
  switch (kind) {
    case "started":
      return name ? t("Started by {name}, {at}", { name, at }) : t("Started, {at}", { at });
    case "published":
      return name ? t("Published by {name}, {at}", { name, at }) : t("Published, {at}", { at });
    case "direct":
      return name
        ? t("Changed by API or a test, found by {name}, {at}", { name, at })
        : t("Changed by API or a test, found, {at}", { at });
  }
}

function whoAndWhen(version: CampaignVersion): string {
  const { steps, restored_version: restored } = version;
  return [
    firstWordsOf(version),
    steps === null
      ? t("too large to be stored")
      : t("{steps, plural, one {# step} other {# steps}}", { steps }),
    ...(restored ? [t("version {restored} again", { restored })] : []),
    ...(version.approval_id ? [t("approved")] : []),
  ].join(", ");
}
