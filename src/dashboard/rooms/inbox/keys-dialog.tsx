import { words } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { NUMBER_KEYS } from "./status-bar.tsx";

const KEYS = [
  ["J", "Next thread"],
  ["K", "Previous thread"],
  ["R", "Reply"],
  ["Ctrl Enter", "Send"],
  ["Ctrl B, Ctrl I, Ctrl K", "Bold, italic, link, while you write"],
  ["F", "Forward the newest message of the lead"],
  ["E", "Archive and go to the next thread"],
  ["S", "Snooze until tomorrow morning"],
  ["A", "Assign to me"],
  ["U", "Mark as unread"],
  ["X", "Select the thread, for changes of many"],
  ["/", "Search"],
] as const;

/** All keys of the inbox. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
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
