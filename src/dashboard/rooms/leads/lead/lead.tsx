import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useParams } from "#dashboard/routing/use-place.ts";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { LeadDetails } from "#modules/leads/contract/leads.ts";
import type { ValidateEmailAnswer } from "#modules/leads/contract/validation.ts";
import { LEAD_FIELDS } from "#modules/leads/rules/fields.ts";
import { api } from "#dashboard/api/client.ts";

import { moment } from "#dashboard/lib/time.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { BackHeading } from "#dashboard/shell/back-heading.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { Activity } from "./activity.tsx";
import { AddToCampaign } from "#dashboard/rooms/leads/table/add-to-campaign.tsx";
import { EditLead } from "./edit-lead.tsx";
import { VERDICTS } from "./finding.ts";
import { LeadMenu } from "./lead-menu.tsx";
import { leadNameOf, Stands, TagChips } from "#dashboard/rooms/leads/standing.tsx";
import { NewTask } from "#dashboard/rooms/tasks/new-task.tsx";
import { searchFilterOf, leadQuery } from "#dashboard/rooms/leads/queries.ts";
import { fieldLabel, standingWords } from "#dashboard/rooms/leads/words.ts";
import { Breakdown } from "#dashboard/rooms/leads/score-cell.tsx";
import { t } from "#dashboard/words/words.ts";

const ExplainDialog = lazy(() =>
  import("#dashboard/rooms/campaigns/leads/explain-dialog.tsx").then((m) => ({
    default: m.ExplainDialog,
  })),
);

/** Name and address are above. */
const KNOWN = LEAD_FIELDS.filter((field) => !["email", "first_name", "last_name"].includes(field));

/** One lead: its fields, the validation of its address, its campaigns and its activity. */
export function LeadPage() {
  const { wid } = useWorkspace();
  const { leadId } = useParams({ from: "/w/$wid/leads/$leadId" });
  const { data, error, refetch } = useQuery(leadQuery(wid, Number(leadId)));
  const title = data ? leadNameOf(data) || data.email : t("Lead");
  return (
    <Page
      title={title}
      heading={<BackHeading to="/w/$wid/leads" all={t("All leads")} title={title} />}
      status={data && <Stands lead={data} />}
      actions={data && <Actions wid={wid} lead={data} />}
    >
      {data ? (
        <Details wid={wid} lead={data} />
      ) : isApiError(error) && error.status === 404 ? (
        <Empty title={t("Lead not found")}>
          {t("It was deleted, or belongs to another workspace.")}
        </Empty>
      ) : (
        <Waiting what={t("lead")} rows={5} error={error} onRetry={refetch} framed />
      )}
    </Page>
  );
}

function Details({ wid, lead }: { wid: number; lead: LeadDetails }) {
  const custom = Object.entries(lead.custom);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="grid gap-4">
        <Panel title={t("Address")}>
          <div className="mb-3 flex items-center gap-1">
            <span className="truncate">{lead.email}</span>
            <Copy text={lead.email} label={t("Copy the address")} />
          </div>
          {lead.validation ? (
            <div className="-mx-4 -mb-4 border-t border-line">
              <Breakdown found={lead.validation} />
            </div>
          ) : (
            <p className="text-text-2">{t("Not validated yet.")}</p>
          )}
        </Panel>
        <Panel title={t("Details")}>
          <dl className="facts">
            {KNOWN.map((field) => (
              <Fact key={field} name={fieldLabel(field)} value={lead[field]} />
            ))}
            {custom.map(([name, value]) => (
              <Fact key={name} name={name} value={value} />
            ))}
            <Fact name={t("Source")} value={sourceOf(lead)} />
            <Fact name={t("Tags")} value={lead.tags.length > 0 && <TagChips names={lead.tags} />} />
            <Fact name={t("Lists")} value={lead.lists.map(({ name }) => name).join(", ")} />
            <Fact
              name={t("Campaigns")}
              value={lead.campaigns.length > 0 && <Places lead={lead} />}
            />
          </dl>
        </Panel>
      </div>
      <Activity wid={wid} leadId={lead.id} />
    </div>
  );
}

/** Its status in each campaign, and why the next email waits or does not come. */
function Places({ lead }: { lead: LeadDetails }) {
  const { wid, may } = useWorkspace();
  const [explained, setExplained] = useState<LeadDetails["campaigns"][number] | null>(null);
  return (
    <>
      <ul className="grid gap-2">
        {lead.campaigns.map((campaign) => (
          <li key={campaign.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0">
              <Link
                to="/w/$wid/campaigns/$id"
                params={{ wid: String(wid), id: String(campaign.id) }}
                search={{ tab: "leads", q: lead.email }}
              >
                {campaign.name}
              </Link>
              <span className="text-text-3">
                {`, ${standingWords(campaign.status)}`}
                {campaign.current_step > 0 &&
                  `, ${t("step {step}", { step: campaign.current_step })}`}
              </span>
            </span>
            {may("campaigns.read") && (
              <Button
                size="small"
                aria-label={t("Explain what comes next in {campaign}", { campaign: campaign.name })}
                onClick={() => setExplained(campaign)}
              >
                {t("Explain")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {explained && (
          <ExplainDialog
            campaignId={explained.id}
            lead={{ lead_id: lead.id, email: lead.email, status: explained.status }}
            onClose={() => setExplained(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** The file that a lead came from, who gave it, and when. */
const sourceOf = ({
  source,
  source_name: name,
  source_by: by,
  created_at: at,
}: LeadDetails): string =>
  source === null
    ? ""
    : [
        name,
        by && (source === "api" ? t("API key {name}", { name: by }) : t("by {name}", { name: by })),
        moment(at),
      ]
        .filter(Boolean)
        .join(", ");

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value || <span className="text-text-3">–</span>}</dd>
    </div>
  );
}

function Actions({ wid, lead }: { wid: number; lead: LeadDetails }) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [isTasking, setTasking] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: ["w", wid, "leads"] });
  const validate = useMutation({
    mutationFn: () =>
      api.post<ValidateEmailAnswer>(`/workspaces/${wid}/leads/validate-email`, {
        email: lead.email,
      }),
    onSuccess: async ({ score, validation_status }) => {
      toast(
        t("{email}: {verdict}, score {score}.", {
          email: lead.email,
          verdict: VERDICTS[validation_status],
          score,
        }),
      );
      await refresh();
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  return (
    <>
      {may("leads.validate") && (
        <Button
          className="max-wide:hidden"
          busy={validate.isPending}
          onClick={() => validate.mutate()}
        >
          {lead.validation ? t("Validate again") : t("Validate")}
        </Button>
      )}
      {may("tasks.edit") && <Button onClick={() => setTasking(true)}>{t("New task")}</Button>}
      {may("leads.edit") && <Button onClick={() => setEditing(true)}>{t("Edit")}</Button>}
      <LeadMenu wid={wid} lead={lead} onEnrol={() => setAdding(true)} />
      {isTasking && <NewTask wid={wid} about={lead} onClose={() => setTasking(false)} />}
      {isAdding && (
        <AddToCampaign
          wid={wid}
          selection={{ kind: "some", ids: new Set([lead.id]) }}
          filter={searchFilterOf({})}
          onClose={() => setAdding(false)}
          onDone={() => void refresh()}
        />
      )}
      {isEditing && <EditLead wid={wid} lead={lead} onClose={() => setEditing(false)} />}
    </>
  );
}
