import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AddressValidation } from "#modules/leads/contract/validations.ts";
import { addressColumn, columnName } from "#modules/leads/rules/files/columns.ts";
import { locateRows } from "#modules/leads/rules/files/open-rows.ts";
import { AppError } from "#platform/rules/errors.ts";
import { api } from "#dashboard/api/client.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { DropZone } from "#dashboard/parts/drop-zone.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Failure, Note } from "#dashboard/parts/states.tsx";
import {
  type FirstRows,
  readFirstRows,
  recordsOf,
} from "#dashboard/rooms/leads/upload/read-head.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

/** A file that was chosen, with its columns and the one that holds the addresses. */
type Chosen = {
  readonly file: File;
  readonly columns: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Null: none looks like it. */
  readonly column: number | null;
  readonly workbook: FirstRows["workbook"];
};

const EXAMPLES = 3;

async function look(file: File, sheet?: string): Promise<Chosen> {
  const { data, workbook } = await readFirstRows(file, { sheet, withHidden: true });
  const { headers, sample } = locateRows(recordsOf(data), {});
  let column: number | null = null;
  try {
    column = addressColumn(headers, sample);
  } catch {
    // A person may know better.
  }
  const columns = headers.map((header, index) => ({
    name: header.trim(),
    values: sample
      .map((row) => row[index]?.trim() ?? "")
      .filter(Boolean)
      .slice(0, EXAMPLES),
  }));
  return { file, columns, column, workbook };
}

/** Takes a file to validate: which sheet, which column, and off it goes. */
export function ChooseFile({ wid }: { wid: number }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = async (file: File, sheet?: string): Promise<void> => {
    setRefusal(null);
    try {
      setChosen(await look(file, sheet));
    } catch (error) {
      setChosen(null);
      setRefusal(
        error instanceof AppError
          ? fromServer(error.errors[0]?.message ?? error.message)
          : t("The file could not be read."),
      );
    }
  };
  const start = useMutation({
    mutationFn: (given: Chosen) =>
      api.upload<AddressValidation>(`/workspaces/${wid}/validations/file`, formOf(given)),
    onSuccess: async () => {
      setChosen(null);
      await changed(wid, "address-validations");
    },
  });
  return (
    <Panel title={t("Validate a file")}>
      <div className="grid gap-4">
        <p className="text-text-2">
          {t(
            "You get the same file back, with a verdict, a score and the reasons for each address. Nobody is added to your leads.",
          )}
        </p>
        <DropZone
          file={chosen?.file ?? null}
          hint={t("CSV up to 100 MB and 1,000,000 rows, XLSX up to 32 MB.")}
          onFile={(file) => {
            start.reset();
            void take(file);
          }}
        />
        {refusal && (
          <Note tone="bad" title={t("This file cannot be validated.")}>
            {refusal}
          </Note>
        )}
        {chosen && (
          <>
            <div className="grid items-start gap-3 wide:grid-cols-2">
              {chosen.workbook && chosen.workbook.sheets.length > 1 && (
                <SelectField
                  label={t("Sheet")}
                  value={chosen.workbook.sheet}
                  onChange={(event) => void take(chosen.file, event.target.value)}
                >
                  {chosen.workbook.sheets.map(({ name, isHidden }) => (
                    <option key={name} value={name}>
                      {isHidden ? t("{name} (hidden)", { name }) : name}
                    </option>
                  ))}
                </SelectField>
              )}
              <SelectField
                label={t("Column with the addresses")}
                hint={
                  chosen.column === null ? "" : chosen.columns[chosen.column]?.values.join(", ")
                }
                value={chosen.column ?? ""}
                onChange={(event) => {
                  const { value } = event.target;
                  setChosen({ ...chosen, column: value === "" ? null : Number(value) });
                }}
              >
                {chosen.column === null && <option value="">{t("Choose a column")}</option>}
                {chosen.columns.map(({ name }, index) => (
                  <option key={index} value={index}>
                    {name || t("Column {number}", { number: index + 1 })}
                  </option>
                ))}
              </SelectField>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                look="primary"
                busy={start.isPending}
                disabled={chosen.column === null}
                onClick={() => start.mutate(chosen)}
              >
                {t("Validate file")}
              </Button>
              <Button disabled={start.isPending} onClick={() => setChosen(null)}>
                {t("Cancel")}
              </Button>
            </div>
          </>
        )}
        {start.error && <Failure what={t("The file was rejected.")} error={start.error} />}
      </div>
    </Panel>
  );
}

/** The text parts have to come before the file. */
function formOf({ file, column, workbook }: Chosen): FormData {
  const form = new FormData();
  if (column !== null) form.set("column", columnName(column));
  if (workbook) form.set("sheet", workbook.sheet);
  form.set("file", file);
  return form;
}
