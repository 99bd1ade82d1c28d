import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import type { CampaignListItem } from "#modules/campaigns/contract/campaigns.ts";
import { campaignsQuery, sendingQuery } from "#dashboard/api/workspace.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { useKeys } from "#dashboard/lib/use-keys.ts";
import { useIsPhone } from "#dashboard/lib/use-media.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { ColumnsChoice } from "#dashboard/parts/columns-choice.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { rowKeys, useSelection } from "#dashboard/parts/use-selection.ts";
import { ViewsMenu } from "#dashboard/parts/views-menu.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { MoveInOr } from "#dashboard/rooms/moves/entry.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { type Shown, SHOWN } from "#dashboard/rooms/campaigns/search.ts";
import { campaignChanged } from "#dashboard/rooms/campaigns/queries.ts";
import { t } from "#dashboard/words/words.ts";
import { CAMPAIGN_COLUMNS, campaignColumns, ListTable } from "./list-table.tsx";
import { SelectedCampaigns } from "./selected-campaigns.tsx";

const NewCampaign = lazy(() =>
  import("./new-campaign.tsx").then((m) => ({ default: m.NewCampaign })),
);

/** Every campaign with its progress, and when its next email leaves. */
export function Campaigns() {
  const { wid, may } = useWorkspace();
  const { show = "all", q = "", tag, make: isAsked } = useSearch({ from: "/w/$wid/campaigns" });
  const navigate = useNavigate({ from: "/w/$wid/campaigns" });
  const making = isAsked === true;
  const setMaking = (make: boolean): void =>
    void navigate({
      search: (old) => ({
        ...(old.show && { show: old.show }),
        ...(old.q && { q: old.q }),
        ...(old.tag && { tag: old.tag }),
        ...(make && { make }),
      }),
      replace: true,
    });
  const { data, error, refetch } = useQuery(campaignsQuery(wid));
  const all = data?.data ?? [];
  const rows = all.filter(
    ({ status, name, tags }) =>
      (show === "all" || status === show) &&
      (tag === undefined || tags.includes(tag)) &&
      name.toLowerCase().includes(q.toLowerCase()),
  );
  const picked = useSelection(rows.map(({ id }) => id));
  const mayPick = may("campaigns.run") || may("campaigns.edit");
  useKeys(rowKeys(picked), mayPick && !useIsPhone());
  const choose = (next: Choice): void => {
    picked.clear();
    void navigate({
      search: ({ tag: old, ...rest }) => {
        const wanted = "tag" in next ? next.tag : old;
        return {
          ...rest,
          ...(next.show && { show: next.show }),
          ...(next.q !== undefined && { q: next.q }),
          ...(wanted && { tag: wanted }),
        };
      },
      replace: true,
    });
  };
  const hasActive = all.some(({ status }) => status === "active");
  const sending = useQuery({ ...sendingQuery(wid), enabled: hasActive }).data?.campaigns ?? [];
  const mayEdit = may("campaigns.edit");
  const make = mayEdit && (
    <Button look="primary" onClick={() => setMaking(true)}>
      <Plus size={16} aria-hidden="true" />
      <span>{t("New campaign")}</span>
    </Button>
  );
  return (
    <Page title={t("Campaigns")} actions={all.length > 0 && make}>
      {!data ? (
        <Waiting what={t("campaigns")} error={error} onRetry={refetch} framed />
      ) : all.length === 0 ? (
        <Empty
          picture="campaign"
          title={t("No campaigns yet")}
          action={<MoveInOr wid={wid}>{make}</MoveInOr>}
        >
          {t(
            "A campaign is a sequence of emails with waiting times between them. It stops for each lead who replies.",
          )}
        </Empty>
      ) : (
        <>
          <Narrow wid={wid} all={all} show={show} q={q} tag={tag} onChoose={choose} />
          {rows.length === 0 ? (
            <Empty
              title={t("No matching campaigns")}
              action={
                <Button onClick={() => choose({ show: "all", q: "", tag: undefined })}>
                  {t("{n, plural, one {Show all # campaign} other {Show all # campaigns}}", {
                    n: all.length,
                  })}
                </Button>
              }
            >
              {noneWords(show, q, tag)}
            </Empty>
          ) : (
            <section className="panel" aria-label={t("Campaigns")}>
              <ListTable
                wid={wid}
                rows={rows}
                picked={mayPick ? picked : null}
                statusOf={(id) => sending.find((one) => one.id === id)?.sending_status ?? null}
              />
            </section>
          )}
        </>
      )}
      <SelectedCampaigns
        wid={wid}
        rows={all.filter(({ id }) => picked.has(id))}
        onClear={picked.clear}
      />
      {making && (
        <Suspense>
          <NewCampaign
            open
            onClose={() => setMaking(false)}
            onMade={(id) => {
              campaignChanged(wid, id);
              void navigate({
                to: "/w/$wid/campaigns/$id",
                params: { wid: String(wid), id: String(id) },
              });
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** What none was found of. */
function noneWords(show: Shown, q: string, tag: string | undefined): string {
  if (q && tag) {
    return t(
      "{show, select, active {No active campaigns} paused {No paused campaigns} draft {No draft campaigns} completed {No completed campaigns} other {No campaigns}} with “{q}” in the name with the tag “{tag}”.",
      { show, q, tag },
    );
  }
  if (q) {
    return t(
      "{show, select, active {No active campaigns} paused {No paused campaigns} draft {No draft campaigns} completed {No completed campaigns} other {No campaigns}} with “{q}” in the name.",
      { show, q },
    );
  }
  if (tag) {
    return t(
      "{show, select, active {No active campaigns} paused {No paused campaigns} draft {No draft campaigns} completed {No completed campaigns} other {No campaigns}} with the tag “{tag}”.",
      { show, tag },
    );
  }
  return t(
    "{show, select, active {No active campaigns.} paused {No paused campaigns.} draft {No draft campaigns.} completed {No completed campaigns.} other {No campaigns.}}",
    { show },
  );
}

const SHOWN_NAMES: Readonly<Record<Shown, string>> = {
  all: t("All"),
  active: t("Active"),
  paused: t("Paused"),
  draft: t("Draft"),
  completed: t("Completed"),
};

type Choice = { show?: Shown; q?: string; tag?: string | undefined };

/** Which campaigns are shown, and how. */
function Narrow({
  wid,
  all,
  show,
  q,
  tag,
  onChoose,
}: {
  wid: number;
  all: readonly CampaignListItem[];
  show: Shown;
  q: string;
  tag: string | undefined;
  onChoose: (next: Choice) => void;
}) {
  const of = (status: Shown): number =>
    status === "all" ? all.length : all.filter((row) => row.status === status).length;
  const tags = [...new Set(all.flatMap((row) => row.tags))].toSorted();
  const hidden = useStore(campaignColumns.hidden);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label={t("Filter by status")}
        value={show}
        options={SHOWN.filter((name) => name === "all" || of(name) > 0).map((name) => [
          name,
          `${SHOWN_NAMES[name]} ${of(name)}`,
        ])}
        onChoose={(next) => onChoose({ show: next })}
      />
      <div className="w-64 max-wide:w-full">
        <Find label={t("Search campaigns")} value={q} onFind={(text) => onChoose({ q: text })} />
      </div>
      {(tags.length > 0 || tag !== undefined) && (
        <select
          className="in w-auto"
          aria-label={t("Tag")}
          value={tag ?? ""}
          onChange={(event) => onChoose({ tag: event.target.value || undefined })}
        >
          <option value="">{t("Any tag")}</option>
          {[...new Set([...tags, ...(tag ? [tag] : [])])].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
      <span className="ml-auto flex gap-2">
        <ViewsMenu list={`campaigns.${wid}`} columns={hidden} onColumns={campaignColumns.hide} />
        <ColumnsChoice columns={campaignColumns} choices={CAMPAIGN_COLUMNS} />
      </span>
    </div>
  );
}
