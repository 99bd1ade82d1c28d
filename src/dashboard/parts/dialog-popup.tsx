import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";

/**
 * A window over the page: title, content, and the buttons in `acts`, the safe one first. The focus
 * goes to what has `data-first`, else to the first control, and afterwards back to where it was;
 * `autoFocus` would make the dialog forget where that is.
 */
export function DialogPopup({
  open,
  onClose,
  title,
  children,
  acts,
  broad = false,
  alert = false,
}: {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  acts?: ReactNode;
  broad?: boolean;
  /** A press beside it does not close it. */
  alert?: boolean;
}) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      disablePointerDismissal={alert}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup
          ref={popup}
          className={`dialog ${broad ? "broad" : ""}`}
          initialFocus={() => popup.current?.querySelector<HTMLElement>("[data-first]") ?? true}
        >
          <Base.Title render={<h2 />}>{title}</Base.Title>
          {/* Where nothing in it takes the focus, it still scrolls by keyboard. */}
          <div className="dialog-body">{children}</div>
          {acts && <div className="acts">{acts}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
