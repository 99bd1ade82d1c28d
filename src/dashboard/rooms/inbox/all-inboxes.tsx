import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { ListFilter as FilterIcon } from "lucide-react";
import { useMemo } from "react";
import type { Workspace } from "#modules/accounts/contract/accounts.ts";
import { api } from "#dashboard/api/client.ts";
import type { Page as PageOf } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Popover } from "#dashboard/parts/popover.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { CategoryField } from "./filters.tsx";
import { InboxPanes } from "./inbox-panes.tsx";
import { allThreadsQuery } from "./queries.ts";
import type { AllInboxesSearch } from "./search.ts";
import { WaitingLater } from "#dashboard/rooms/inbox/later/later-parts.tsx";
import { TellMe } from "#dashboard/rooms/inbox/later/tell-me.tsx";
import { t } from "#dashboard/words/words.ts";

/** Every conversation of every workspace that the person may enter, answered without changing it. */
export function AllInboxes() {
  const search = useSearch({ from: "/inboxes" });
  const navigate = useNavigate({ from: "/inboxes" });
  const { view = "answer", thread, in: inside, ...filter } = search;
  const { q, client, whose, category } = filter;
  const me = useMe();
  const list = useInfiniteQuery(allThreadsQuery({ view, ...filter }));
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const filtered = [client, whose, category].some((one) => one !== undefined);
  const isEmpty = list.data !== undefined && rows.length === 0 && !q && !filtered;
  const every = useInfiniteQuery({ ...allThreadsQuery({ view: "all" }), enabled: isEmpty });
  const isNew = isEmpty && every.data?.pages[0]?.data.length === 0;
  const go = (next: Partial<AllInboxesSearch>, replace = true): void =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace, resetScroll: false });
  return (
    <InboxPanes
      title={t("All inboxes")}
      search={search}
      rows={rows}
      total={list.data?.pages[0]?.pagination}
      list={list}
      loading={isEmpty && every.isPending}
      opened={thread && inside ? { id: thread, workspace_id: inside } : undefined}
      actions={
        <>
          {me.user?.role !== "client" && <WaitingLater />}
          <TellMe />
          <AllFilters search={search} onChange={go} active={filtered} />
        </>
      }
      instead={
        isNew ? (
          <Empty picture="inbox" title={t("No replies yet")}>
            {t("Replies to all your workspaces appear here within a minute.")}
          </Empty>
        ) : null
      }
      onOpen={(row, replace) => go({ thread: row.id, in: row.workspace_id }, replace)}
      onChange={go}
      onBack={() => {
        const { thread: _, in: __, ...rest } = search;
        void navigate({ search: rest, replace: true });
      }}
    />
  );
}

/** One workspace, or what is assigned to oneself or to nobody. */
function AllFilters({
  search,
  onChange,
  active,
}: {
  search: AllInboxesSearch;
  onChange: (next: Partial<AllInboxesSearch>) => void;
  active: boolean;
}) {
  return (
    <Popover
      title={t("Filters")}
      align="end"
      trigger={
        <Button>
          <FilterIcon size={16} aria-hidden="true" />
          <span className="max-wide:sr-only">{active ? t("Filtered") : t("Filter")}</span>
        </Button>
      }
    >
      <FilterFields search={search} onChange={onChange} />
    </Popover>
  );
}

function FilterFields({
  search,
  onChange,
}: {
  search: AllInboxesSearch;
  onChange: (next: Partial<AllInboxesSearch>) => void;
}) {
  const me = useMe();
  const workspaces =
    useQuery({
      queryKey: ["workspaces"],
      queryFn: ({ signal }) =>
        api.get<PageOf<Workspace>>("/workspaces", { query: { limit: 200 }, signal }),
      staleTime: 60_000,
    }).data?.data ?? me.workspaces;
  return (
    <div className="grid w-72 gap-4 p-4">
      <SelectField
        label={t("Workspace")}
        value={search.client ?? ""}
        onChange={(event) => onChange({ client: Number(event.target.value) || 0 })}
      >
        <option value="">{t("All workspaces")}</option>
        {workspaces
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      <SelectField
        label={t("Assigned to")}
        value={search.whose ?? ""}
        onChange={(event) => {
          const { value } = event.target;
          onChange({ whose: value === "none" ? "none" : Number(value) || 0 });
        }}
      >
        <option value="">{t("Anyone")}</option>
        {me.user && <option value={me.user.id}>{t("You")}</option>}
        <option value="none">{t("Unassigned")}</option>
      </SelectField>
      <CategoryField value={search.category} onChange={(category) => onChange({ category })} />
    </div>
  );
}
