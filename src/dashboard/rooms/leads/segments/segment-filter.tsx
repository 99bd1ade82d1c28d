import { useQuery } from "@tanstack/react-query";
import { Bookmark, Ellipsis } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { changed } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { deleteLater, useGone } from "#dashboard/parts/delete-later.ts";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import {
  searchFilterOf,
  segmentCountQuery,
  segmentsQuery,
  tagsQuery,
} from "#dashboard/rooms/leads/queries.ts";
import { isNarrowed, type LeadsSearch } from "#dashboard/rooms/leads/search.ts";
import { t } from "#dashboard/words/words.ts";

const SegmentDialog = lazy(() =>
  import("./segment-dialog.tsx").then((m) => ({ default: m.SegmentDialog })),
);

type Change = (change: Partial<Record<keyof LeadsSearch, unknown>>) => void;
const SELECT = "in w-auto max-wide:min-w-0 max-wide:grow max-wide:basis-2/5 wide:max-w-48";

/**
 * The tag and the segment that leads must have. The names of tags are fetched when somebody is about to
 * choose one.
 */
export function TagAndSegment({
  wid,
  search,
  onChange,
}: {
  wid: number;
  search: LeadsSearch;
  onChange: Change;
}) {
  const isGone = useGone();
  const [isAsked, setAsked] = useState(false);
  const tags = useQuery({ ...tagsQuery(wid), enabled: isAsked }).data?.data ?? [];
  const segments = (useQuery(segmentsQuery(wid)).data?.data ?? []).filter(
    ({ id }) => !isGone(`segment:${id}`),
  );
  const names = tags.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b));
  return (
    <>
      <select
        className={SELECT}
        aria-label={t("Tag")}
        value={search.tag ?? ""}
        onPointerEnter={() => setAsked(true)}
        onFocus={() => setAsked(true)}
        onChange={(event) => onChange({ tag: event.target.value || undefined })}
      >
        <option value="">{t("All tags")}</option>
        {search.tag !== undefined && !names.includes(search.tag) && (
          <option value={search.tag}>{search.tag}</option>
        )}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {(segments.length > 0 || search.segment !== undefined) && (
        <select
          className={SELECT}
          aria-label={t("Segment")}
          value={search.segment ?? ""}
          onChange={(event) => onChange({ segment: Number(event.target.value) || undefined })}
        >
          <option value="">{t("All segments")}</option>
          {segments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

/** Saves the filters as a segment, or renames and deletes the chosen one. */
export function SegmentActs({
  wid,
  search,
  onChange,
}: {
  wid: number;
  search: LeadsSearch;
  onChange: Change;
}) {
  const { may } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const segment = useQuery(segmentsQuery(wid)).data?.data.find(({ id }) => id === search.segment);
  const found = useQuery({
    ...segmentCountQuery(wid, segment?.id ?? 0),
    enabled: segment !== undefined,
  }).data;
  if (!may("leads.edit") || !isNarrowed(search)) return null;
  const remove = (): void => {
    if (!segment) return;
    onChange({ segment: undefined });
    deleteLater({
      key: `segment:${segment.id}`,
      path: `/workspaces/${wid}/segments/${segment.id}`,
      text: t("Segment “{name}” deleted. Its leads are kept.", { name: segment.name }),
      done: () => changed(wid, "segments"),
    });
  };
  return (
    <>
      {segment ? (
        <span className="flex items-center gap-2">
          {found && (
            <span className="text-12 text-text-2" role="status">
              {found.estimated
                ? t("About {leads, plural, one {# lead} other {# leads}}", { leads: found.count })
                : t("{leads, plural, one {# lead} other {# leads}}", { leads: found.count })}
            </span>
          )}
          <Menu
            trigger={
              <Button
                icon
                aria-label={t("More actions for the segment {name}", { name: segment.name })}
              >
                <Ellipsis size={16} aria-hidden="true" />
              </Button>
            }
          >
            <MenuItem onChoose={() => setOpen(true)}>{t("Rename segment")}</MenuItem>
            {may("leads.delete") && (
              <MenuItem danger onChoose={remove}>
                {t("Delete segment")}
              </MenuItem>
            )}
          </Menu>
        </span>
      ) : (
        <Button look="ghost" onClick={() => setOpen(true)}>
          <Bookmark size={16} aria-hidden="true" />
          {t("Save as segment")}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <SegmentDialog
            wid={wid}
            segment={segment ?? null}
            filter={searchFilterOf(search)}
            onClose={() => setOpen(false)}
            onSaved={({ id }) =>
              onChange({
                q: undefined,
                list: undefined,
                status: undefined,
                did: undefined,
                tag: undefined,
                field: undefined,
                segment: id,
              })
            }
          />
        </Suspense>
      )}
    </>
  );
}
