import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

/** More about something, on hover (when `hover`), focus or press. `trigger` is a button. */
export function PopoverPopup({
  trigger,
  title,
  children,
  hover = false,
  defaultOpen = false,
  align = "start",
}: {
  trigger: ReactElement;
  /** Its name for those who hear it. */
  title: string;
  children: ReactNode;
  hover?: boolean;
  /** Its button was pressed to get here. */
  defaultOpen?: boolean;
  align?: "start" | "center" | "end";
}) {
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} openOnHover={hover} delay={150} />
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
