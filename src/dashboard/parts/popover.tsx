import {
  cloneElement,
  type ComponentProps,
  lazy,
  type ReactElement,
  Suspense,
  useState,
} from "react";
import type { PopoverPopup } from "./popover-popup.tsx";

const load = () => import("./popover-popup.tsx");
const Popup = lazy(() => load().then((m) => ({ default: m.PopoverPopup })));

/** More about something, on press; `trigger` is a button. Its code comes when it is wanted. */
export function Popover({
  trigger,
  ...rest
}: Omit<ComponentProps<typeof PopoverPopup>, "trigger"> & {
  trigger: ReactElement<ComponentProps<"button">>;
}) {
  const [asked, setAsked] = useState(false);
  const still = cloneElement(trigger, {
    "aria-haspopup": "dialog",
    "aria-expanded": false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setAsked(true),
  });
  if (!asked) return still;
  return (
    <Suspense fallback={still}>
      <Popup trigger={trigger} {...rest} />
    </Suspense>
  );
}
