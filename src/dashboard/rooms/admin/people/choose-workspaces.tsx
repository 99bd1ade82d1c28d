import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Check, SelectField } from "#dashboard/parts/field.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { clientsQuery, workspacesQuery } from "#dashboard/rooms/admin/queries.ts";
import { t } from "#dashboard/words/words.ts";

/** The one workspace of a client. */
export function ChooseClient({
  chosen,
  error,
  onChoose,
}: {
  chosen: number | undefined;
  error: string | null;
  onChoose: (id: number | null) => void;
}) {
  const clients = useQuery(clientsQuery("active")).data?.data ?? [];
  return (
    <SelectField
      label={t("Client")}
      value={chosen ?? ""}
      error={error}
      onChange={(event) => onChoose(event.target.value === "" ? null : Number(event.target.value))}
    >
      <option value="">{t("Choose a client")}</option>
      {clients.map(({ id, workspace }) => (
        <option key={id} value={id}>
          {workspace.name}
        </option>
      ))}
    </SelectField>
  );
}

/** Any number of workspaces. */
export function ChooseWorkspaces({
  chosen,
  onChoose,
}: {
  chosen: readonly number[];
  onChoose: (ids: readonly number[]) => void;
}) {
  const [q, setQ] = useState("");
  const found = useQuery(workspacesQuery(q)).data?.data ?? [];
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-medium">
        {t("Workspaces ({chosen} chosen)", { chosen: chosen.length })}
      </legend>
      <Find label={t("Find workspace")} value={q} onFind={setQ} />
      <div className="grid max-h-48 gap-2 overflow-y-auto">
        {found.map(({ id, name }) => (
          <Check
            key={id}
            label={name}
            checked={chosen.includes(id)}
            onChange={(event) =>
              onChoose(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
