import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SystemUpdate, UpdateCheck } from "#modules/operations/contract/system.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { when } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { ListSkeleton, Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { updateQuery, versionQuery } from "./queries.ts";

const STEPS = [
  ["download", t("Download")],
  ["backup", t("Backup")],
  ["install", t("Install")],
  ["rehearse", t("Rehearse")],
  ["switch", t("Switch")],
] as const;

/** What runs, what there is, and the way from one to the other and back. */
export function Updates() {
  const queries = useQueryClient();
  const { data: version, error, refetch } = useQuery(versionQuery);
  const [started, setStarted] = useState<number | null>(null);
  const check = useMutation({
    mutationFn: () => api.get<UpdateCheck>("/admin/system/check-update"),
  });
  const update = useMutation({
    mutationFn: () => api.post<{ update_id: number }>("/admin/system/update"),
    onSuccess: ({ update_id: id }) => setStarted(id),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin", "version"] }),
  });
  if (!version) return <Waiting what={t("version")} rows={3} error={error} onRetry={refetch} />;
  const found = check.data;
  return (
    <div className="grid max-w-3xl gap-4">
      <Panel
        title={t("Version {version}", { version: version.version })}
        aside={
          <Button className="ml-auto" busy={check.isPending} onClick={() => check.mutate()}>
            {t("Check for updates")}
          </Button>
        }
      >
        <dl className="facts">
          <div>
            <dt>{t("Runtime")}</dt>
            <dd>{version.runtime}</dd>
          </div>
          <div>
            <dt>{t("Commit")}</dt>
            <dd className="mono">{version.commit?.slice(0, 12) ?? "–"}</dd>
          </div>
          <div>
            <dt>{t("Database")}</dt>
            <dd>{version.schema_version ?? "–"}</dd>
          </div>
        </dl>
      </Panel>
      <div role="status" className="grid gap-4">
        {found && found.status !== "ok" && (
          <Note
            tone={found.status === "error" ? "bad" : "info"}
            title={
              found.status === "error"
                ? t("Could not check for updates")
                : t("Updates are not configured")
            }
          >
            {found.error ?? t("Set RELEASES_URL and RELEASES_PUBLIC_KEY to get updates.")}
          </Note>
        )}
        {!found && version.newer_version && (
          <Note
            tone="info"
            title={t("Version {version} is available", {
              version: version.newer_version,
            })}
            action={
              <Button look="primary" busy={check.isPending} onClick={() => check.mutate()}>
                {t("View release notes")}
              </Button>
            }
          />
        )}
        {found?.status === "ok" && !found.update_available && (
          <Note title={t("You have the latest version.")} />
        )}
        {found?.update_available && (
          <Note
            tone="info"
            title={t("Version {version} is available", { version: found.latest ?? "" })}
            action={
              <Button
                look="primary"
                busy={update.isPending}
                onClick={() =>
                  void ask({
                    title:
                      found.latest === null
                        ? t("Update to the latest version?")
                        : t("Update to {version}?", { version: found.latest }),
                    text: t(
                      "The database is backed up and the new version is tested on a copy first. Sending pauses for a few seconds. If anything fails, the current version is restored automatically.",
                    ),
                    yes: t("Update"),
                    danger: false,
                  }).then((yes) => yes && update.mutate())
                }
              >
                {t("Update")}
              </Button>
            }
          >
            {found.notes}
          </Note>
        )}
        {(check.error ?? update.error) && (
          <Note tone="bad" title={t("The request failed.")}>
            {sentenceOf(check.error ?? update.error)}
          </Note>
        )}
      </div>
      {started === null ? (
        version.last_update && <Progress update={version.last_update} />
      ) : (
        <Live id={started} />
      )}
    </div>
  );
}

function Live({ id }: { id: number }) {
  const { data } = useQuery(updateQuery(id));
  return data ? (
    <Progress update={data} />
  ) : (
    <ListSkeleton label={t("Loading the update")} rows={2} />
  );
}

const OUTCOMES: Readonly<Record<SystemUpdate["state"], string>> = {
  running: t("In progress"),
  succeeded: t("Done"),
  failed: t("Failed before anything changed"),
  rolled_back: t("Rolled back to the previous version"),
};

function Progress({ update }: { update: SystemUpdate }) {
  const at = STEPS.findIndex(([step]) => step === update.step);
  const isOver = update.state !== "running";
  return (
    <Panel
      title={t("{from} to {to}", { from: update.from, to: update.to })}
      aside={
        <Status
          tone={update.state === "succeeded" ? "ok" : isOver ? "bad" : "info"}
          shape={update.state === "succeeded" ? "tick" : isOver ? "octagon" : "half"}
        >
          {OUTCOMES[update.state]}
        </Status>
      }
    >
      <ol className="flex flex-wrap gap-4" aria-label={t("Steps")}>
        {STEPS.map(([step, name], index) => (
          <li key={step}>
            {index < at || update.state === "succeeded" ? (
              <Status tone="ok" shape="tick">
                {name}
              </Status>
            ) : index === at ? (
              <Status tone={isOver ? "bad" : "info"} shape={isOver ? "octagon" : "half"}>
                {name}
              </Status>
            ) : (
              <Status shape="ring">{name}</Status>
            )}
          </li>
        ))}
      </ol>
      <p className="mt-3 text-13 text-text-2">
        {update.detail ?? t("Started {when}.", { when: when(update.started_at) })}{" "}
        {update.restore_point &&
          t("Database restore point: {point}.", { point: update.restore_point })}
      </p>
    </Panel>
  );
}
