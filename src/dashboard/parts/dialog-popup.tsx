import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

/** A window over the page: title, content, and the buttons in `acts`, the safe one first. */
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
  /** Neither Escape nor a press beside it closes it. */
  alert?: boolean;
}) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      disablePointerDismissal={alert}
    >
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup className={`dialog ${broad ? "broad" : ""}`}>
          <Base.Title render={<h2 />}>{title}</Base.Title>
          {/* Where nothing in it takes the focus, it still scrolls by keyboard. */}
          <div className="dialog-body">{children}</div>
          {acts && <div className="acts">{acts}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
