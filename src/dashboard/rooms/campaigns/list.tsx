import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { campaignsQuery, mailboxesQuery } from "#dashboard/api/workspace.ts";
import { Check, formFieldsOf, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { count, counted } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { CampaignTable } from "#dashboard/parts/campaign-table.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { MoveInOr } from "#dashboard/rooms/moves/entry.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { type Shown, SHOWN } from "./search.ts";
import { installTemplatesQuery } from "#dashboard/rooms/templates/queries.ts";
import { listsQuery } from "#dashboard/rooms/leads/queries.ts";
import {
  campaignChanged,
  enrolList,
  NEW_EMAIL,
  postCampaign,
  postStep,
  setMailboxes,
} from "./queries.ts";

/** Every campaign with its progress. */
export function Campaigns() {
  const { wid, may } = useWorkspace();
  const { show = "all", q = "", make: isAsked } = useSearch({ from: "/app/w/$wid/campaigns" });
  const navigate = useNavigate({ from: "/w/$wid/campaigns" });
  const making = isAsked === true;
  const setMaking = (make: boolean): void =>
    void navigate({
      search: (old) => ({
        ...(old.show && { show: old.show }),
        ...(old.q && { q: old.q }),
        ...(make && { make }),
      }),
      replace: true,
    });
  const { data, error, refetch } = useQuery(campaignsQuery(wid));
  const all = data?.data ?? [];
  const of = (status: Shown): number =>
    status === "all" ? all.length : all.filter((row) => row.status === status).length;
  const rows = all.filter(
    ({ status, name }) =>
      (show === "all" || status === show) && name.toLowerCase().includes(q.toLowerCase()),
  );
  const choose = (next: { show?: Shown; q?: string }): void =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const mayEdit = may("campaigns.edit");
  const make = mayEdit && (
    <Button look="primary" onClick={() => setMaking(true)}>
      <Plus size={16} aria-hidden="true" />
      <span>New campaign</span>
    </Button>
  );
  return (
    <Page title="Campaigns" actions={all.length > 0 && make}>
      {!data ? (
        <Waiting what="campaigns" error={error} onRetry={refetch} framed />
      ) : all.length === 0 ? (
        <Empty
          picture="campaign"
          title="No campaigns yet"
          action={<MoveInOr wid={wid}>{make}</MoveInOr>}
        >
          A campaign is a sequence of emails with waiting times between them. It stops for each lead
          who replies.
        </Empty>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <Segmented
              label="Filter by status"
              value={show}
              options={SHOWN.filter((name) => name === "all" || of(name) > 0).map((name) => [
                name,
                `${name.charAt(0).toUpperCase()}${name.slice(1)} ${of(name)}`,
              ])}
              onChoose={(next) => choose({ show: next })}
            />
            <div className="w-64 max-wide:w-full">
              <Find label="Search campaigns" value={q} onFind={(text) => choose({ q: text })} />
            </div>
          </div>
          {rows.length === 0 ? (
            <Empty
              title="No matching campaigns"
              action={
                <Button onClick={() => choose({ show: "all", q: "" })}>
                  Show all {counted(all.length, "campaign")}
                </Button>
              }
            >
              No {show === "all" ? "" : `${show} `}campaigns{q && ` with “${q}” in the name`}.
            </Empty>
          ) : (
            <section className="panel" aria-label="Campaigns">
              <CampaignTable wid={wid} rows={rows} />
            </section>
          )}
        </>
      )}
      <NewCampaign
        open={making}
        onClose={() => setMaking(false)}
        onMade={(id) => {
          campaignChanged(wid, id);
          void navigate({
            to: "/w/$wid/campaigns/$id",
            params: { wid: String(wid), id: String(id) },
          });
        }}
      />
    </Page>
  );
}

function NewCampaign({
  open,
  onClose,
  onMade,
}: {
  open: boolean;
  onClose: () => void;
  onMade: (id: number) => void;
}) {
  const { wid, may } = useWorkspace();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const mailboxes = useQuery({ ...mailboxesQuery(wid), enabled: open }).data ?? [];
  const active = mailboxes.filter(({ status }) => status === "active");
  const lists = useQuery({ ...listsQuery(wid), enabled: open }).data?.data ?? [];
  const templates =
    useInfiniteQuery({
      ...installTemplatesQuery("campaign", ""),
      enabled: open && may("templates.read"),
    }).data?.pages.flatMap((page) => page.data) ?? [];
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { name = "", list, all, template } = formFieldsOf(event.currentTarget);
    setBusy(true);
    try {
      const { id } = await postCampaign(wid, name, template ? Number(template) : null);
      setError(null);
      // The campaign page shows what is missing, so a failure here loses nothing.
      await Promise.allSettled([
        all &&
          setMailboxes(
            wid,
            id,
            active.map((mailbox) => mailbox.id),
          ),
        list && enrolList(wid, id, Number(list)),
        // Writing begins at once; nothing is sent before the start.
        !template && postStep(wid, id, { delay: 0, delay_unit: "days", ...NEW_EMAIL }),
      ]);
      onClose();
      onMade(id);
    } catch (cause) {
      setError(sentenceOf(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={open} onClose={onClose} title="New campaign">
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name"
          name="name"
          hint="Only your team sees the name. Nothing is sent until you start the campaign."
          error={error}
          maxLength={200}
          required
        />
        {templates.length > 0 && (
          <SelectField
            label="Template"
            name="template"
            hint="Its steps and settings are copied. Later changes of the template do not reach this campaign."
            defaultValue=""
          >
            <option value="">No template</option>
            {templates.map(({ id, name, step_count }) => (
              <option key={id} value={id}>
                {name} ({counted(step_count, "step")})
              </option>
            ))}
          </SelectField>
        )}
        {lists.length > 0 && (
          <SelectField
            label="Leads"
            name="list"
            hint="You can add more leads at any time."
            defaultValue={lists.length === 1 ? lists[0]?.id : ""}
          >
            <option value="">Add later</option>
            {lists.map(({ id, name, lead_count }) => (
              <option key={id} value={id}>
                {name} ({count(lead_count)})
              </option>
            ))}
          </SelectField>
        )}
        {active.length > 0 && (
          <Check
            label={
              active.length === 1
                ? `Send from ${active[0]?.email}`
                : `Send from all ${count(active.length)} active mailboxes`
            }
            hint="You can change this in the campaign."
            name="all"
            value="yes"
            defaultChecked
          />
        )}
        <div className="acts">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={busy}>
            Create campaign
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
