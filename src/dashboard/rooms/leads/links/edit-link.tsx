import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ImportLink, ImportLinkPreview } from "#modules/leads/contract/import-links.ts";
import { LINK_INTERVALS, type LinkInterval } from "#modules/leads/rules/import-links/interval.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError } from "#dashboard/api/problem.ts";
import { campaignsQuery, changed } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Failure } from "#dashboard/parts/states.tsx";
import { listsQuery } from "#dashboard/rooms/leads/queries.ts";
import { Columns } from "#dashboard/rooms/leads/upload/columns.tsx";
import { guess, type Targets } from "#dashboard/rooms/leads/upload/mapping.ts";
import { type Place, WhereTo } from "#dashboard/rooms/leads/upload/where-to.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { headOf, linkMapping, targetsBy } from "./columns-of.ts";
import { FirstRows } from "./first-rows.tsx";
import { previewOf } from "./queries.ts";
import { EVERY_WORDS } from "./words.ts";

/** What a person chooses for a link. */
function useChoices(wid: number, link: ImportLink | null) {
  const [url, setUrl] = useState("");
  const [name, setName] = useState(link?.name ?? "");
  const [every, setEvery] = useState<LinkInterval>(link?.every ?? "day");
  const [campaign, setCampaign] = useState<number | null>(link?.campaign_id ?? null);
  const [targets, setTargets] = useState<Targets>([]);
  const [place, setPlace] = useState<Place>({
    ...(link && { listId: link.list_id }),
    listName: "",
    update: link === null || link.on_duplicate === "update",
  });
  const preview = useMutation({
    mutationFn: (sheet: string | null) =>
      previewOf(wid, { ...(url === "" && link ? { link_id: link.id } : { url }), sheet }),
    onSuccess: (seen) => {
      const head = headOf(seen);
      setTargets(link && url === "" ? targetsBy(head, link.mapping) : guess(head));
    },
  });
  const seen = preview.data ?? null;
  return {
    url,
    setUrl,
    name,
    setName,
    every,
    setEvery,
    campaign,
    setCampaign,
    targets,
    setTargets,
    place,
    setPlace,
    preview,
    seen,
    /** What is sent. */
    body: () => ({
      ...(url !== "" && { url }),
      name: name || (seen && nameOf(seen)) || t("Link"),
      every,
      ...(seen && {
        mapping: linkMapping(headOf(seen), targets, link?.mapping ?? {}),
        sheet: seen.workbook && seen.workbook.sheets.length > 1 ? seen.workbook.sheet : null,
      }),
      ...(place.listId !== undefined && { list_id: place.listId }),
      on_duplicate: place.update ? "update" : "skip",
      campaign_id: campaign,
    }),
  };
}
type Choices = ReturnType<typeof useChoices>;

/** Adds or edits a link: its address, a preview of the file, what the columns become, where the leads go. */
export function EditLink({
  wid,
  link,
  onClose,
}: {
  wid: number;
  link: ImportLink | null;
  onClose: () => void;
}) {
  const choices = useChoices(wid, link);
  const { preview, seen, place, targets } = choices;
  const look = preview.mutate;
  useEffect(() => {
    if (link) look(link.sheet);
  }, [link, look]);
  const save = useMutation({
    mutationFn: () => {
      const path = `/workspaces/${wid}/leads/import-links`;
      const body = choices.body();
      if (link) return api.put<ImportLink>(`${path}/${link.id}`, onlyNew(body, link));
      const isNewList = place.listId === undefined && place.listName !== "";
      return api.post<ImportLink>(path, {
        ...body,
        ...(isNewList && { list_name: place.listName }),
      });
    },
    onSuccess: async () => {
      await changed(wid, "import-links", "lists", "leads");
      onClose();
    },
  });
  const urlError = fieldError(preview.error, "url") ?? fieldError(save.error, "url");
  const isReady = link !== null ? !preview.isPending : seen !== null && targets.includes("email");
  return (
    <Dialog
      open
      broad
      alert
      onClose={onClose}
      title={link ? t("Edit link") : t("Add link")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            disabled={!isReady}
            busy={save.isPending}
            onClick={() => save.mutate()}
          >
            {link ? t("Save") : t("Add link")}
          </Button>
        </>
      }
    >
      <Address link={link} choices={choices} error={urlError} />
      {preview.error && urlError === null && (
        <Failure what={t("The file could not be read.")} error={preview.error} />
      )}
      {seen && <Seen seen={seen} choices={choices} />}
      {(seen || link) && (
        <Settings wid={wid} choices={choices} nameError={fieldError(save.error, "name")} />
      )}
      {save.error && !(isApiError(save.error) && fieldError(save.error, "url")) && (
        <Failure what={t("The link could not be saved.")} error={save.error} />
      )}
    </Dialog>
  );
}

function Address({
  link,
  choices: { url, setUrl, preview },
  error,
}: {
  link: ImportLink | null;
  choices: Choices;
  error: string | null;
}) {
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        preview.mutate(null);
      }}
    >
      <TextField
        label={t("Address")}
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://docs.google.com/spreadsheets/d/..."
        value={url}
        error={error}
        hint={
          link
            ? t("Leave empty to keep {url}", { url: link.url })
            : t(
                "A published Google Sheet, a share link of OneDrive or Dropbox, or any CSV or XLSX file.",
              )
        }
        onChange={(event) => setUrl(event.target.value)}
      />
      <div>
        <Button type="submit" busy={preview.isPending} disabled={url === "" && !link}>
          {t("Preview file")}
        </Button>
      </div>
    </form>
  );
}

/** The first rows of the file, and what its columns become. */
function Seen({ seen, choices }: { seen: ImportLinkPreview; choices: Choices }) {
  const { workbook } = seen;
  return (
    <>
      {workbook && workbook.sheets.length > 1 && (
        <SelectField
          label={t("Sheet")}
          value={workbook.sheet}
          onChange={(event) => choices.preview.mutate(event.target.value)}
        >
          {workbook.sheets.map((sheet) => (
            <option key={sheet.name} value={sheet.name}>
              {sheet.hidden ? t("{name} (hidden)", { name: sheet.name }) : sheet.name}
            </option>
          ))}
        </SelectField>
      )}
      <FirstRows preview={seen} />
      <Columns head={headOf(seen)} targets={choices.targets} onChange={choices.setTargets} />
    </>
  );
}

/** How often it is fetched, and where its leads go. */
function Settings({
  wid,
  choices,
  nameError,
}: {
  wid: number;
  choices: Choices;
  nameError: string | null;
}) {
  return (
    <>
      <div className="grid items-start gap-3 wide:grid-cols-2">
        <TextField
          label={t("Name")}
          value={choices.name}
          placeholder={choices.seen ? nameOf(choices.seen) : ""}
          error={nameError}
          onChange={(event) => choices.setName(event.target.value)}
        />
        <SelectField
          label={t("Fetch")}
          value={choices.every}
          onChange={(event) => {
            const chosen = LINK_INTERVALS.find((one) => one === event.target.value);
            if (chosen) choices.setEvery(chosen);
          }}
        >
          {LINK_INTERVALS.map((one) => (
            <option key={one} value={one}>
              {EVERY_WORDS[one]}
            </option>
          ))}
        </SelectField>
      </div>
      <Lists wid={wid} place={choices.place} onChange={choices.setPlace} />
      <Campaigns wid={wid} value={choices.campaign} onChange={choices.setCampaign} />
    </>
  );
}

function Lists({
  wid,
  place,
  onChange,
}: {
  wid: number;
  place: Place;
  onChange: (next: Place) => void;
}) {
  const { data } = useQuery(listsQuery(wid));
  return <WhereTo lists={data?.data ?? []} place={place} onChange={onChange} />;
}

function Campaigns({
  wid,
  value,
  onChange,
}: {
  wid: number;
  value: number | null;
  onChange: (next: number | null) => void;
}) {
  const { may } = useWorkspace();
  const { data } = useQuery({ ...campaignsQuery(wid), enabled: may("leads.enrol") });
  if (!may("leads.enrol")) return null;
  return (
    <SelectField
      label={t("Campaign")}
      hint={t("New leads join it. Leads that you have already do not.")}
      value={value ?? ""}
      onChange={(event) => onChange(Number(event.target.value) || null)}
    >
      <option value="">{t("None")}</option>
      {(data?.data ?? []).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** A name from the address: its last part, or its host. */
function nameOf({ url }: ImportLinkPreview): string {
  const { hostname, pathname } = new URL(url);
  const last = pathname.split("/").at(-1) ?? "";
  return /\.\w{2,4}$/.test(last) ? last.replace(/\.\w{2,4}$/, "") : hostname;
}

/** Without what stays as it is: a change of what a run does makes the link run. */
function onlyNew(body: Record<string, unknown>, link: ImportLink): Record<string, unknown> {
  const old: Record<string, unknown> = { ...link };
  return Object.fromEntries(
    Object.entries(body).filter(
      ([key, value]) => key === "url" || JSON.stringify(value) !== JSON.stringify(old[key]),
    ),
  );
}
