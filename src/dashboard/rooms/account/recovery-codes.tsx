import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";

/** The only time that they are shown. */
export function NewRecoveryCodes({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  const text = codes.join("\n");
  return (
    <Dialog
      open
      alert
      broad
      onClose={onClose}
      title={t("Save your recovery codes")}
      acts={
        <Button look="primary" onClick={onClose}>
          {t("I saved them")}
        </Button>
      }
    >
      <Note tone="warn" title={t("These codes are shown only once.")}>
        {t("Keep them where you can find them without your phone. Each one works once.")}
      </Note>
      <div className="flex items-start gap-2">
        <ul className="mono grid flex-1 gap-1" aria-label={t("Recovery codes")}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Copy text={text} label={t("Copy the codes")} />
      </div>
    </Dialog>
  );
}
