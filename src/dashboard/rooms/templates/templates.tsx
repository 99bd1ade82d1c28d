import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { TemplateItem } from "#modules/campaigns/contract/templates.ts";
import { TEMPLATE_KINDS, type TemplateKind } from "#modules/campaigns/rules/states.ts";
import { Button, ShowEarlier } from "#dashboard/parts/button.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { NewTemplate } from "./new-template.tsx";
import { installTemplatesQuery } from "./queries.ts";
import { KIND_WORDS, type TemplatesSearch } from "./search.ts";

/** What staff keep to be used in every workspace. */
export function InstallTemplates() {
  const { may } = useWorkspace();
  const { kind, q = "" } = useSearch({ from: "/templates" });
  const navigate = useNavigate({ from: "/templates" });
  const go = (next: { [K in keyof TemplatesSearch]?: TemplatesSearch[K] | undefined }): void => {
    const { kind: of, q: text } = { kind, q, ...next };
    void navigate({ search: { ...(of && { kind: of }), ...(text && { q: text }) }, replace: true });
  };
  const list = useInfiniteQuery(installTemplatesQuery(kind, q));
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const total = list.data?.pages[0]?.pagination.total ?? rows.length;
  const [making, setMaking] = useState<TemplateKind | null>(null);
  const add = may("templates.edit") && (
    <Menu
      trigger={
        <Button look="primary">
          <Plus size={16} aria-hidden="true" />
          {t("New template")}
        </Button>
      }
    >
      {TEMPLATE_KINDS.map((name) => (
        <MenuItem key={name} onChoose={() => setMaking(name)}>
          {KIND_WORDS[name][0]}
        </MenuItem>
      ))}
    </Menu>
  );
  const isSearched = kind !== undefined || q !== "";
  return (
    <Page title={t("Templates")} actions={(rows.length > 0 || isSearched) && add}>
      <p className="max-w-200 text-text-2">
        {t(
          "Campaigns, steps and snippets for every workspace. Only your team sees them, never a client.",
        )}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label={t("Kind")}
          value={kind ?? "all"}
          options={[
            ["all", t("All")],
            ...TEMPLATE_KINDS.map((name) => [name, KIND_WORDS[name][1]] as const),
          ]}
          onChoose={(next) => go({ kind: next === "all" ? undefined : next })}
        />
        <div className="w-64 max-wide:w-full">
          <Find label={t("Search templates")} value={q} onFind={(text) => go({ q: text })} />
        </div>
      </div>
      {!list.data ? (
        <Waiting what={t("templates")} error={list.error} onRetry={list.refetch} framed />
      ) : rows.length === 0 ? (
        isSearched ? (
          <Empty
            title={t("No matching templates")}
            action={<Button onClick={() => go({ kind: undefined, q: "" })}>{t("Show all")}</Button>}
          >
            {t("Change the search or the kind to see others.")}
          </Empty>
        ) : (
          <Empty picture="template" title={t("No templates yet")} action={add}>
            {t(
              "Save a campaign or a step that works well: open it, and choose “Save as template”. A snippet is a text that you insert into steps and replies.",
            )}
          </Empty>
        )
      ) : (
        <Panel
          title={t("{total, plural, one {# template} other {# templates}}", { total })}
          flush
          footer={list.hasNextPage && <ShowEarlier list={list} />}
        >
          <table className="tbl as-list">
            <TableHead
              columns={[t("Name"), t("Kind"), [t("Made by"), "wide"], [t("Changed"), "num"]]}
            />
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      {making && <NewTemplate kind={making} onClose={() => setMaking(null)} />}
    </Page>
  );
}

function Row({ row }: { row: TemplateItem }) {
  return (
    <tr>
      <td className="max-w-120">
        <Link className="name" to="/templates/$templateId" params={{ templateId: String(row.id) }}>
          {row.name}
        </Link>
        <span className="block truncate text-12 text-text-3">
          {row.description || row.subject || row.excerpt}
        </span>
      </td>
      <td className="text-text-2 max-wide:text-right">
        {KIND_WORDS[row.kind][0]}
        {row.kind === "campaign" && (
          <span className="block text-12 text-text-3">
            {t("{steps, plural, one {# step} other {# steps}}", { steps: row.step_count })}
          </span>
        )}
      </td>
      <td className="text-text-3 max-wide:hidden">{madeBy(row)}</td>
      <td className="num text-text-3">
        <LocalTime at={row.updated_at} />
      </td>
    </tr>
  );
}

const madeBy = ({ created_by: by }: TemplateItem): string =>
  by === null ? t("API key") : (by.name ?? t("Deleted account"));
