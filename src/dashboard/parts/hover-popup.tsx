import { Popover as Base } from "@base-ui/react/popover";
import type { ReactNode, RefObject } from "react";

/** What a `HoverPopover` shows beside its button. */
export function HoverPopup({
  anchor,
  title,
  pressed,
  onStay,
  onLeave,
  onClose,
  children,
}: {
  anchor: RefObject<HTMLButtonElement | null>;
  title: string;
  /** Opened by press, not by hover: it takes the focus. */
  pressed: boolean;
  onStay: () => void;
  onLeave: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Base.Root
      open
      onOpenChange={(_, { event }) => {
        const onButton = event.target instanceof Node && anchor.current?.contains(event.target);
        // A press on the button is the button's own affair.
        if (!onButton || event.type === "keydown") onClose();
      }}
    >
      <Base.Portal>
        <Base.Positioner className="layer" sideOffset={6} align="start" anchor={anchor}>
          <Base.Popup
            className="pop"
            aria-label={title}
            initialFocus={pressed}
            finalFocus={pressed ? anchor : false}
            onPointerEnter={onStay}
            onPointerLeave={onLeave}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
