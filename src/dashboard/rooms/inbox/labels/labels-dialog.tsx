import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { labelsQuery } from "#dashboard/rooms/inbox/queries.ts";
import { t } from "#dashboard/words/words.ts";

const LONGEST = 60;

/** Labels of one thread, or those that many are to get; nothing changes before Save. */
export function LabelsDialog({
  title,
  labels,
  onSave,
  onClose,
}: {
  title: string;
  labels: readonly string[];
  onSave: (labels: string[]) => void;
  onClose: () => void;
}) {
  const { wid } = useWorkspace();
  const known = useQuery(labelsQuery(wid)).data?.data ?? [];
  const [chosen, setChosen] = useState([...labels]);
  const [text, setText] = useState("");
  const options = useId();
  const withText = [...new Set([...chosen, ...(text.trim() ? [text.trim()] : [])])];
  const add = (event: FormEvent): void => {
    event.preventDefault();
    setChosen(withText);
    setText("");
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            onClick={() => {
              onSave(withText);
              onClose();
            }}
          >
            {t("Save")}
          </Button>
        </>
      }
    >
      <form className="grid gap-3" onSubmit={add}>
        {chosen.length > 0 && (
          <ul className="flex flex-wrap gap-2">
            {chosen.map((label) => (
              <li key={label} className="tag">
                {label}
                <button
                  type="button"
                  className="link"
                  aria-label={t("Remove the label {label}", { label })}
                  onClick={() => setChosen(chosen.filter((one) => one !== label))}
                >
                  <X size={14} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <TextField
          label={t("Add a label")}
          hint={t("Enter adds it. Labels exist while a thread has them.")}
          value={text}
          maxLength={LONGEST}
          list={options}
          onChange={(event) => setText(event.target.value)}
        />
        <datalist id={options}>
          {known
            .filter((label) => !chosen.includes(label))
            .map((label) => (
              <option key={label} value={label} />
            ))}
        </datalist>
      </form>
    </Dialog>
  );
}
