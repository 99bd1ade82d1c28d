import { words } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { NUMBER_KEYS } from "./status-bar.tsx";

const KEYS = [
  ["J", "next conversation"],
  ["K", "conversation before"],
  ["R", "write a reply"],
  ["Ctrl Enter", "send it"],
  ["E", "archive, and go to the next"],
  ["S", "put off until tomorrow morning"],
  ["A", "make it yours"],
  ["U", "mark as unread"],
  ["/", "search"],
] as const;

/** All keys of the inbox. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keys of the inbox"
      acts={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="dl items-center">
        {[...KEYS, ...NUMBER_KEYS.map((status, index) => [index + 1, words(status)] as const)].map(
          ([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ),
        )}
      </dl>
    </Dialog>
  );
}
