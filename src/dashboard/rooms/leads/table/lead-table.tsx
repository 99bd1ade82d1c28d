import { type ReactNode, useMemo, useRef } from "react";
import type { Lead, LeadListItem, LeadPlace } from "#modules/leads/contract/leads.ts";
import { capital, words } from "#dashboard/lib/format.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { useIsPhone, useMedia } from "#dashboard/lib/use-media.ts";
import { EventCell, NextMail } from "#dashboard/parts/lead-standing.tsx";
import { Pick } from "#dashboard/parts/pick.tsx";
import { RowLink } from "#dashboard/parts/row-link.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import type { useSelection } from "#dashboard/parts/use-selection.ts";
import { type Column, VirtualTable } from "#dashboard/parts/virtual-table.tsx";
import { findingOf } from "#dashboard/rooms/leads/lead/finding.ts";
import { standingWords } from "#dashboard/rooms/leads/words.ts";
import { isUnwritten, leadNameOf, Stands, TagChips } from "#dashboard/rooms/leads/standing.tsx";
import { ScoreCell } from "#dashboard/rooms/leads/score-cell.tsx";
import type { LeadsSearch, LeadsSort } from "#dashboard/rooms/leads/search.ts";
import { t } from "#dashboard/words/words.ts";
import { isUsual, type Shown, shownColumns } from "./shown-columns.ts";
import type { useLeads } from "./use-leads.ts";

/** The head of a column that sorts: its name, and what it does, unsorted and sorted. */
type SortWords = Readonly<Record<"name" | "none" | "asc" | "desc", string>>;
const SORTED: Readonly<Record<LeadsSort, SortWords>> = {
  email: {
    name: t("Name and address"),
    none: t("Sort by name and address"),
    asc: t("Sort by name and address, now ascending"),
    desc: t("Sort by name and address, now descending"),
  },
  score: {
    name: t("Score"),
    none: t("Sort by score"),
    asc: t("Sort by score, now ascending"),
    desc: t("Sort by score, now descending"),
  },
  created_at: {
    name: t("Added"),
    none: t("Sort by added"),
    asc: t("Sort by added, now ascending"),
    desc: t("Sort by added, now descending"),
  },
};

/** Rows of leads, drawn as they come into sight. */
export function LeadTable({
  wid,
  leads,
  search,
  picked,
  onSort,
}: {
  wid: number;
  leads: ReturnType<typeof useLeads>;
  search: LeadsSearch;
  picked: ReturnType<typeof useSelection>;
  onSort: (sort: LeadsSort, order: "asc" | "desc") => void;
}) {
  const isPhone = useIsPhone();
  const isSelected = (lead: LeadListItem): boolean => picked.has(lead.id);
  // Rows keep what they were given; what they call is always the latest.
  const latest = useRef(picked.toggle);
  latest.current = picked.toggle;
  const shown = useStore(shownColumns);
  const isNarrow = useMedia("(max-width: 1280px)");
  const isTight = useMedia("(max-width: 1100px)");
  const isTightest = useMedia("(max-width: 960px)");
  const hasTags = useMemo(() => leads.rows.some(({ tags }) => tags.length > 0), [leads.rows]);
  const hasState = useMemo(() => leads.rows.some(isUnwritten), [leads.rows]);
  const hasPlace = leads.rows.some(({ campaign }) => campaign !== null);
  const drawn = useMemo(() => {
    // Columns make room for addresses before those are cut: first what is empty or least asked for.
    const without: readonly string[] = [
      ...(isNarrow ? ["added"] : []),
      // Leads that are in no campaign yet are looked at for their addresses.
      ...(isNarrow && !hasPlace ? ["campaign", "event", "next"] : []),
      ...((hasPlace ? isNarrow || isUsual(shown) : isTightest || (isTight && hasState))
        ? ["finding"]
        : []),
      ...(isNarrow && hasPlace && shown.columns.includes("campaign") ? ["company"] : []),
      ...(isTight ? ["event"] : []),
      ...(isTightest ? ["next"] : []),
      ...(isTight && !isTightest && hasState ? ["score"] : []),
      ...(isNarrow && !hasState ? ["state"] : []),
      ...(!hasTags || isTight ? ["tags"] : []),
      ...(isTightest && hasState ? ["campaign"] : []),
    ];
    const columns = shown.columns.filter((name) => !without.includes(name));
    return cellsOf(wid, { ...shown, columns }, (lead, isRange) => latest.current(lead.id, isRange));
  }, [wid, shown, isNarrow, isTight, isTightest, hasState, hasTags, hasPlace]);
  const all = (
    <label className="pick">
      <input
        type="checkbox"
        aria-label={t("Select all visible rows")}
        checked={picked.isWhole}
        onChange={picked.toggleAll}
      />
    </label>
  );
  const sorted = (sort: LeadsSort) => (
    <SortHead
      words={SORTED[sort]}
      order={search.sort === sort ? (search.order ?? "desc") : null}
      onSort={(order) => onSort(sort, order)}
    />
  );
  const heads: Readonly<Record<string, ReactNode>> = {
    select: all,
    who: sorted("email"),
    score: sorted("score"),
    added: sorted("created_at"),
  };
  return (
    <VirtualTable
      label={t("Leads")}
      columns={drawn.columns}
      heads={heads}
      count={leads.drawn}
      rowAt={leads.rowAt}
      keyOf={(lead) => lead.id}
      isSelected={isSelected}
      onSight={leads.onSight}
      phone={isPhone ? drawn.phone : undefined}
    />
  );
}

/** Where a lead stands: in which campaign, what happened, and what comes next. */
const STANDING: readonly Column<LeadListItem>[] = [
  {
    name: "campaign",
    head: t("Campaign"),
    width: "minmax(0, 1.5fr)",
    cell: (lead) => <CampaignCell place={lead.campaign} />,
  },
  {
    name: "event",
    head: t("Last event"),
    width: "8.5rem",
    cell: (lead) => <EventCell event={lead.last_event} />,
  },
  {
    name: "next",
    head: t("Next email"),
    width: "9rem",
    cell: (lead) => lead.campaign && <NextMail place={placeOf(lead.campaign)} />,
  },
];

/** How a lead is drawn, as columns and as one cell for a phone. */
function cellsOf(
  wid: number,
  shown: Shown,
  onToggle: (lead: LeadListItem, isRange: boolean) => void,
) {
  const pick = (lead: LeadListItem, selected: boolean) => (
    <Pick
      name={leadNameOf(lead) || lead.email}
      selected={selected}
      onToggle={(isRange) => onToggle(lead, isRange)}
    />
  );
  const all: readonly Column<LeadListItem>[] = [
    { name: "select", head: null, width: "1.5rem", cell: pick },
    {
      name: "who",
      head: null,
      width: "minmax(0, 2.4fr)",
      cell: (lead) => <Who wid={wid} lead={lead} />,
    },
    {
      name: "company",
      head: t("Company"),
      width: "minmax(0, 1.5fr)",
      cell: (lead) => (
        <>
          <span className="block truncate">{lead.company}</span>
          <span className="detail block truncate text-12 text-text-3">{lead.job_title}</span>
        </>
      ),
    },
    ...STANDING,
    {
      name: "phone",
      head: t("Phone"),
      width: "8rem",
      cell: (lead) => <span className="block truncate">{lead.phone}</span>,
    },
    ...shown.custom.map((field): Column<LeadListItem> => ({
      name: `custom.${field}`,
      head: <span className="block truncate">{words(field)}</span>,
      width: "minmax(0, 1fr)",
      cell: (lead) => (
        <span className="block truncate" title={lead.custom[field] ?? ""}>
          {lead.custom[field] ?? ""}
        </span>
      ),
    })),
    {
      name: "score",
      head: null,
      width: "8.5rem",
      cell: (lead) => <ScoreCell score={lead.score} found={lead.validation} />,
    },
    {
      name: "finding",
      head: t("Validation"),
      width: "minmax(0, 1.6fr)",
      cell: (lead) => (
        <span className="block truncate text-text-2" title={findingOf(lead.validation)}>
          {findingOf(lead.validation)}
        </span>
      ),
    },
    {
      name: "tags",
      head: t("Tags"),
      width: "minmax(0, 1fr)",
      cell: (lead) => <TagChips names={lead.tags} />,
    },
    { name: "state", head: t("Status"), width: "8rem", cell: (lead) => <Stands lead={lead} /> },
    {
      name: "added",
      head: null,
      width: "6rem",
      numeric: true,
      cell: (lead) => (
        <span className="text-text-3">
          <LocalTime at={lead.created_at} />
        </span>
      ),
    },
  ];
  const chosen: readonly string[] = [
    "select",
    "who",
    ...shown.columns,
    ...shown.custom.map((field) => `custom.${field}`),
  ];
  const columns = all.filter(({ name }) => chosen.includes(name));
  const phone = (lead: LeadListItem, selected: boolean) => (
    <div className="-ml-3 flex items-center gap-1">
      {pick(lead, selected)}
      <div className="min-w-0 flex-1">
        <Who wid={wid} lead={lead} />
      </div>
      <div className="grid max-w-32 justify-items-end gap-1">
        <ScoreCell score={lead.score} found={lead.validation} />
        {lead.tags.length > 0 && <TagChips names={lead.tags} />}
      </div>
    </div>
  );
  return { columns, phone };
}

function Who({ wid, lead }: { wid: number; lead: Lead }) {
  return (
    <>
      <RowLink
        className="name block truncate"
        to={`/w/${wid}/leads/${lead.id}`}
        data-row-id={lead.id}
      >
        {leadNameOf(lead) || <span className="text-text-3">{t("No name")}</span>}
      </RowLink>
      <span className="detail block truncate text-12 text-text-3" title={lead.email}>
        {lead.email}
      </span>
    </>
  );
}

const placeOf = (place: LeadPlace) => ({
  status: place.lead_status,
  skipReason: place.skip_reason,
  nextSendAt: place.next_send_at,
  decidedBy: place.decided_by,
  campaignStatus: place.status,
});

/** The campaign that a lead is in, and how far it is there. */
function CampaignCell({ place }: { place: LeadPlace | null }) {
  if (place === null) return <span className="text-text-3">{t("none")}</span>;
  return (
    <>
      <span className="block truncate" title={place.name}>
        {place.name}
      </span>
      <span className="detail block truncate text-12 text-text-3">
        {[
          capital(standingWords(place.lead_status)),
          t("step {step} of {steps}", { step: place.current_step, steps: place.steps }),
          ...(place.others > 0 ? [t("{others} more", { others: place.others })] : []),
        ].join(", ")}
      </span>
    </>
  );
}

function SortHead({
  words: { name, none, ...ordered },
  order,
  onSort,
}: {
  words: SortWords;
  order: "asc" | "desc" | null;
  onSort: (order: "asc" | "desc") => void;
}) {
  return (
    <button
      type="button"
      className="sort"
      aria-label={order ? ordered[order] : none}
      onClick={() => onSort(order === "desc" ? "asc" : "desc")}
    >
      {name}
      <span aria-hidden="true">{order === "asc" ? " ↑" : order === "desc" ? " ↓" : ""}</span>
    </button>
  );
}
