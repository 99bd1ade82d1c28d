import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Note } from "#dashboard/parts/states.tsx";

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
      title="Save your recovery codes"
      acts={
        <Button look="primary" onClick={onClose}>
          I saved them
        </Button>
      }
    >
      <Note tone="warn" title="These codes are shown only once.">
        Keep them where you can find them without your phone. Each one works once.
      </Note>
      <div className="flex items-start gap-2">
        <ul className="mono grid flex-1 gap-1" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Copy text={text} label="Copy the codes" />
      </div>
    </Dialog>
  );
}
