import { useState } from "react";
import { fully, localText } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import { laterTimes } from "./later-times.ts";

/** Any moment to come, in the zone of who chooses. */
export function PickTime({
  title,
  verb,
  onChoose,
  onClose,
}: {
  title: string;
  verb: string;
  onChoose: (at: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState(() => localText(new Date(laterTimes()[1]?.[1] ?? Date.now())));
  const at = new Date(text);
  const isTime = !Number.isNaN(at.getTime());
  const isLater = isTime && at.getTime() > Date.now();
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
            disabled={!isLater}
            onClick={() => {
              onChoose(at.toISOString());
              onClose();
            }}
          >
            {verb}
          </Button>
        </>
      }
    >
      <TextField
        type="datetime-local"
        label={t("Date and time")}
        value={text}
        min={localText(new Date())}
        onChange={(event) => setText(event.target.value)}
        hint={isLater ? fully(at.toISOString()) : ""}
        error={
          isLater ? null : isTime ? t("Choose a time to come.") : t("Enter a date and a time.")
        }
      />
    </Dialog>
  );
}
