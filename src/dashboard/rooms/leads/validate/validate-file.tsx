import { useQuery } from "@tanstack/react-query";
import { useGone } from "#dashboard/parts/delete-later.ts";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { LeadsTabs } from "#dashboard/rooms/leads/leads-tabs.tsx";
import { addressValidationsQuery } from "#dashboard/rooms/leads/queries.ts";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { ChooseFile } from "./choose-file.tsx";
import { ValidatedFile } from "./validated-file.tsx";

/** Files whose addresses are validated without becoming leads, the newest first. */
export function ValidateFile() {
  const { wid } = useWorkspace();
  const jobs = useQuery(addressValidationsQuery(wid));
  const isGone = useGone();
  const shown = jobs.data?.data.filter(({ id }) => !isGone(`validation:${id}`)) ?? [];
  return (
    <Page title={t("Validate a file")} heading={<h1 className="truncate">{t("Leads")}</h1>}>
      <LeadsTabs current="validate" />
      <ChooseFile wid={wid} />
      {jobs.data ? (
        shown.map((job) => <ValidatedFile key={job.id} wid={wid} job={job} />)
      ) : (
        <Waiting
          what={t("validations")}
          rows={3}
          error={jobs.error}
          onRetry={() => void jobs.refetch()}
          framed
        />
      )}
    </Page>
  );
}
