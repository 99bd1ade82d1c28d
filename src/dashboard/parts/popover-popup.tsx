import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

/** More about something, on press. `trigger` is a button. */
export function PopoverPopup({
  trigger,
  title,
  children,
  align = "start",
}: {
  trigger: ReactElement;
  /** Its name for those who hear it. */
  title: string;
  children: ReactNode;
  align?: "start" | "center" | "end";
}) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="layer" sideOffset={6} align={align}>
          <Base.Popup className="pop" aria-label={title}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
