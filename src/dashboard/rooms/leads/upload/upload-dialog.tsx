import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { type ComponentProps, useState } from "react";
import type { Import, UploadAnswer } from "#modules/leads/contract/imports.ts";
import type { LeadList } from "#modules/leads/contract/leads.ts";
import type { ValidateListAnswer } from "#modules/leads/contract/validation.ts";
import { AppError } from "#platform/rules/errors.ts";
import { api } from "#dashboard/api/client.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Failure, Note } from "#dashboard/parts/states.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { importsQuery } from "#dashboard/rooms/leads/queries.ts";
import { DropZone } from "#dashboard/parts/drop-zone.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";
import { FileOptions } from "./file-options.tsx";
import { guess, mappingOf, type Targets } from "./mapping.ts";
import { Outcome } from "./outcome.tsx";
import { type Head, type HeadChoice, readFileHead } from "./read-head.ts";
import { type Place, WhereTo } from "./where-to.tsx";

type Chosen = { readonly file: File; readonly head: Head; readonly choice: HeadChoice };

/** Imports a CSV or XLSX file: choose it, map its columns, see a preview, import it. */
export function UploadDialog({
  wid,
  lists,
  onClose,
  onDone,
}: {
  wid: number;
  lists: readonly LeadList[];
  onClose: () => void;
  /** The list that the leads are in now. */
  onDone: (listId: number) => void;
}) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [targets, setTargets] = useState<Targets>([]);
  const [place, setPlace] = useState<Place>({ listName: "", update: false });
  const take = async (file: File, choice: HeadChoice = {}): Promise<void> => {
    setRefusal(null);
    // What was chosen shows at once; reading takes a moment.
    setChosen((old) => (old?.file === file ? { ...old, choice } : old));
    try {
      const head = await readFileHead(file, choice);
      setChosen({ file, head, choice });
      setTargets(guess(head));
      setPlace((old) => ({ ...old, listName: file.name.replace(/\.[^.]+$/, "").slice(0, 200) }));
    } catch (error) {
      setRefusal(error instanceof AppError ? refusalOf(error) : t("The file could not be read."));
    }
  };
  const send = (dryRun: boolean): Promise<UploadAnswer> => {
    if (!chosen) throw new Error("no file is chosen");
    const form = formOf(chosen, targets, place);
    if (dryRun) form.set("dry_run", "true");
    form.set("file", chosen.file);
    return api.upload<UploadAnswer>(`/workspaces/${wid}/leads/upload`, form);
  };
  const dry = useMutation({ mutationFn: () => send(true) });
  const store = useMutation({
    mutationFn: () => send(false),
    onSuccess: () => changed(wid, "leads", "lists", "stats", "imports"),
  });
  const validate = useListCheck(wid, onDone);
  const running = useQuery(importsQuery(wid, store.isPending)).data?.data.find(
    ({ status }) => status === "running",
  );
  const stored = store.data;
  const listId = stored?.list_id ?? undefined;
  const change = (next: () => void): void => {
    dry.reset();
    store.reset();
    next();
  };
  return (
    <Dialog
      open
      broad
      alert
      onClose={onClose}
      title={stored ? t("Leads imported") : t("Import leads")}
      acts={
        stored && listId !== undefined ? (
          <>
            <Button onClick={() => onDone(listId)}>{t("Show list")}</Button>
            <MakeCampaign wid={wid} />
            <Button
              look="primary"
              busy={validate.isPending}
              onClick={() => validate.mutate(listId)}
            >
              {t("Validate leads")}
            </Button>
          </>
        ) : (
          <UploadActs
            isChosen={chosen !== null}
            isWhole={targets.includes("email")}
            isTrying={dry.isPending}
            isStoring={store.isPending}
            onClose={onClose}
            onTry={() => dry.mutate()}
            onStore={() => store.mutate()}
          />
        )
      }
    >
      {stored ? (
        <Outcome answer={stored} dry={false} />
      ) : (
        <>
          <Choose file={chosen?.file ?? null} onFile={(file) => change(() => void take(file))} />
          {refusal && (
            <Note tone="bad" title={t("This file cannot be imported.")}>
              {refusal}
            </Note>
          )}
          {chosen && (
            <>
              <FileOptions
                head={chosen.head}
                choice={chosen.choice}
                targets={targets}
                onChoice={(next) => change(() => void take(chosen.file, next))}
                onTargets={(next) => change(() => setTargets(next))}
              />
              <WhereTo
                lists={lists}
                place={place}
                onChange={(next) => change(() => setPlace(next))}
              />
            </>
          )}
          {store.isPending && <Storing job={running} />}
          {dry.data && !store.isPending && <Outcome answer={dry.data} dry />}
          <Refused stored={store.error} tried={dry.error} done={running?.done ?? null} />
        </>
      )}
    </Dialog>
  );
}

/** Where the campaign of these leads is made; its only list is proposed there. */
function MakeCampaign({ wid }: { wid: number }) {
  const { may } = useWorkspace();
  if (!may("campaigns.edit")) return null;
  return (
    <Link
      className={buttonClass({})}
      to="/w/$wid/campaigns"
      params={{ wid: String(wid) }}
      search={{ make: true }}
    >
      {t("Create campaign")}
    </Link>
  );
}

const Choose = (props: Omit<ComponentProps<typeof DropZone>, "hint">) => (
  <DropZone hint={t("CSV up to 100 MB and 1,000,000 rows, XLSX up to 32 MB.")} {...props} />
);

const refusalOf = (error: AppError): string =>
  fromServer(error.errors[0]?.message ?? error.message);

/** Starts a validation of a list. */
function useListCheck(wid: number, onSettled: (listId: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (listId: number) =>
      api.post<ValidateListAnswer>(`/workspaces/${wid}/leads/validate`, { list_id: listId }),
    onSettled: async (_answer, _error, listId) => {
      await queries.invalidateQueries({ queryKey: ["w", wid, "validations"] });
      onSettled(listId);
    },
  });
}

/** What is sent beside the file. */
function formOf({ head, choice }: Chosen, targets: Targets, place: Place): FormData {
  const form = new FormData();
  form.set("mapping", JSON.stringify(mappingOf(head, targets)));
  form.set("on_duplicate", place.update ? "update" : "skip");
  if (place.listId === undefined) form.set("list_name", place.listName);
  else form.set("list_id", String(place.listId));
  if (choice.encoding) form.set("encoding", choice.encoding);
  if (head.workbook) form.set("sheet", head.workbook.sheet);
  if (choice.withHidden) form.set("hidden_rows", "include");
  return form;
}

function UploadActs({
  isChosen,
  isWhole,
  isTrying,
  isStoring,
  onClose,
  onTry,
  onStore,
}: {
  isChosen: boolean;
  /** A column holds the addresses. */
  isWhole: boolean;
  isTrying: boolean;
  isStoring: boolean;
  onClose: () => void;
  onTry: () => void;
  onStore: () => void;
}) {
  return (
    <>
      <Button onClick={onClose}>{t("Cancel")}</Button>
      <Button disabled={!isChosen} busy={isTrying || isStoring} onClick={onTry}>
        {t("Preview import")}
      </Button>
      <Button look="primary" disabled={!isChosen || !isWhole} busy={isStoring} onClick={onStore}>
        {t("Import leads")}
      </Button>
    </>
  );
}

const storedWords = ({ done: rows, percent }: Pick<Import, "done" | "percent">): string =>
  percent === null
    ? t("{rows, plural, one {# row imported.} other {# rows imported.}}", { rows })
    : t(
        "{rows, plural, one {# row imported, {percent}% of the file.} other {# rows imported, {percent}% of the file.}}",
        { rows, percent },
      );

/** How far the upload is; unknown until the server has begun. */
function Storing({ job }: { job: Pick<Import, "done" | "percent"> | undefined }) {
  return (
    <Note title={t("Importing")} tone="info">
      <span role="status">
        {job ? storedWords(job) : t("Uploading the file.")}{" "}
        {t("Imported rows are kept if you close this page.")}
      </span>
    </Note>
  );
}

/** Why nothing was stored, or not all; `done` rows are stored nevertheless. */
function Refused({
  stored,
  tried,
  done,
}: {
  stored: Error | null;
  tried: Error | null;
  done: number | null;
}) {
  return (
    <>
      {(stored ?? tried) && (
        <Failure
          what={stored ? t("The import was interrupted.") : t("The file was rejected.")}
          error={stored ?? tried}
        />
      )}
      {stored && done !== null && (
        <p className="text-text-2">
          {t(
            "{rows} rows were imported. Import the same file again to continue. No lead is added twice.",
            { rows: count(done) },
          )}
        </p>
      )}
    </>
  );
}
