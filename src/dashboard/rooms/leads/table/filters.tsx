import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, X } from "lucide-react";
import { useState } from "react";
import type { LeadList } from "#modules/leads/contract/leads.ts";
import type { ValidateListAnswer } from "#modules/leads/contract/validation.ts";
import { api } from "#dashboard/api/client.ts";
import { campaignsQuery, countsQuery } from "#dashboard/api/workspace.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { deleteLater } from "#dashboard/parts/delete-later.ts";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { SegmentActs, TagAndSegment } from "#dashboard/rooms/leads/segments/segment-filter.tsx";
import { TagActs } from "#dashboard/rooms/leads/tags/tag-acts.tsx";
import { isNarrowed, type LeadsSearch } from "#dashboard/rooms/leads/search.ts";
import { t } from "#dashboard/words/words.ts";
import { FieldFilter } from "./field-filter.tsx";

const STATUSES = [
  ["", t("Any score")],
  ["valid", t("Valid (80 or more)")],
  ["risky", t("Risky (50 to 79)")],
  ["invalid", t("Invalid (below 50)")],
  ["unvalidated", t("Not validated")],
] as const;

const DID = [
  ["", t("Any activity")],
  ["opened", t("Opened")],
  ["clicked", t("Clicked")],
  ["replied", t("Replied")],
] as const;

/**
 * Search, score, list, campaign; and what can be done with the chosen list. The names
 * of campaigns are fetched when one is chosen, or about to be.
 */
export function Filters({
  wid,
  search,
  lists,
  onChange,
}: {
  wid: number;
  search: LeadsSearch;
  lists: readonly LeadList[];
  onChange: (change: Partial<Record<keyof LeadsSearch, unknown>>) => void;
}) {
  const list = lists.find(({ id }) => id === search.list);
  const { may } = useWorkspace();
  const hasCampaigns = (useQuery(countsQuery(wid)).data?.campaigns.total ?? 0) > 0;
  const [isAsked, setAsked] = useState(search.campaign !== undefined);
  const enabled = isAsked && may("campaigns.read");
  const campaigns = useQuery({ ...campaignsQuery(wid), enabled }).data?.data ?? [];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-56 flex-1 max-wide:basis-full wide:max-w-88 wide:min-w-84">
        <Find
          label={t("Search by name, address or company")}
          value={search.q ?? ""}
          onFind={(q) => onChange({ q: q || undefined })}
        />
      </div>
      <select
        className="in w-auto max-wide:min-w-0 max-wide:grow max-wide:basis-2/5"
        aria-label={t("Score")}
        value={search.status ?? ""}
        onChange={(event) => onChange({ status: event.target.value || undefined })}
      >
        {STATUSES.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="in w-auto max-wide:min-w-0 max-wide:grow max-wide:basis-2/5 wide:max-w-60"
        aria-label={t("List")}
        value={search.list ?? ""}
        onChange={(event) => onChange({ list: Number(event.target.value) || undefined })}
      >
        <option value="">{t("All lists")}</option>
        {lists.map(({ id, name, lead_count }) => (
          <option key={id} value={id}>
            {name} ({count(lead_count)})
          </option>
        ))}
      </select>
      <select
        className="in w-auto max-wide:min-w-0 max-wide:grow max-wide:basis-2/5"
        aria-label={t("Activity")}
        value={search.did ?? ""}
        onChange={(event) => onChange({ did: event.target.value || undefined })}
      >
        {DID.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {may("campaigns.read") && (hasCampaigns || search.campaign !== undefined) && (
        <select
          className="in w-auto max-wide:min-w-0 max-wide:grow max-wide:basis-2/5 wide:max-w-60"
          aria-label={t("Campaign")}
          value={search.campaign ?? ""}
          onPointerEnter={() => setAsked(true)}
          onFocus={() => setAsked(true)}
          onChange={(event) => onChange({ campaign: Number(event.target.value) || undefined })}
        >
          <option value="">{t("All campaigns")}</option>
          {search.campaign !== undefined && !campaigns.some(({ id }) => id === search.campaign) && (
            <option value={search.campaign}>{t("Another campaign")}</option>
          )}
          {campaigns.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <TagAndSegment wid={wid} search={search} onChange={onChange} />
      <FieldFilter field={search.field} onChange={(field) => onChange({ field })} />
      {isNarrowed(search) && (
        <Button
          look="ghost"
          onClick={() =>
            onChange({
              q: undefined,
              status: undefined,
              list: undefined,
              did: undefined,
              tag: undefined,
              field: undefined,
              segment: undefined,
              campaign: undefined,
            })
          }
        >
          <X size={16} aria-hidden="true" />
          {t("Clear")}
        </Button>
      )}
      {search.tag !== undefined && (
        <TagActs wid={wid} name={search.tag} onChange={(tag) => onChange({ tag })} />
      )}
      <SegmentActs wid={wid} search={search} onChange={onChange} />
      {list && <ListActions wid={wid} list={list} onGone={() => onChange({ list: undefined })} />}
    </div>
  );
}

function ListActions({ wid, list, onGone }: { wid: number; list: LeadList; onGone: () => void }) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const [isNaming, setNaming] = useState(false);
  const at = `/workspaces/${wid}`;
  const refresh = () => queries.invalidateQueries({ queryKey: ["w", wid, "lists"] });
  const validate = useMutation({
    mutationFn: () => api.post<ValidateListAnswer>(`${at}/leads/validate`, { list_id: list.id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["w", wid, "validations"] }),
    onError: (error) => toast(sentenceOf(error)),
  });
  const remove = (): void => {
    onGone();
    deleteLater({
      key: `list:${list.id}`,
      path: `${at}/lists/${list.id}`,
      text: t(
        "{leads, plural, one {List “{name}” deleted. Its # lead is kept.} other {List “{name}” deleted. Its # leads are kept.}}",
        { name: list.name, leads: list.lead_count },
      ),
      done: refresh,
    });
  };
  return (
    <div className="ml-auto flex items-center gap-2">
      {may("leads.validate") && (
        <Button busy={validate.isPending} onClick={() => validate.mutate()}>
          {t("Validate list")}
        </Button>
      )}
      {may("leads.edit") && (
        <Menu
          trigger={
            <Button icon aria-label={t("More actions for the list {name}", { name: list.name })}>
              <Ellipsis size={16} aria-hidden="true" />
            </Button>
          }
        >
          <MenuItem onChoose={() => setNaming(true)}>{t("Rename list")}</MenuItem>
          {may("leads.delete") && (
            <MenuItem danger onChoose={remove}>
              {t("Delete list")}
            </MenuItem>
          )}
        </Menu>
      )}
      {isNaming && (
        <RenameList wid={wid} list={list} onClose={() => setNaming(false)} onDone={refresh} />
      )}
    </div>
  );
}

function RenameList({
  wid,
  list,
  onClose,
  onDone,
}: {
  wid: number;
  list: LeadList;
  onClose: () => void;
  onDone: () => unknown;
}) {
  const [name, setName] = useState(list.name);
  const rename = useMutation({
    mutationFn: () => api.put<LeadList>(`/workspaces/${wid}/lists/${list.id}`, { name }),
    onSuccess: async () => {
      await onDone();
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Rename list")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" busy={rename.isPending} onClick={() => rename.mutate()}>
            {t("Rename list")}
          </Button>
        </>
      }
    >
      <TextField
        label={t("Name")}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={fieldError(rename.error, "name") ?? (rename.error ? sentenceOf(rename.error) : null)}
      />
    </Dialog>
  );
}
