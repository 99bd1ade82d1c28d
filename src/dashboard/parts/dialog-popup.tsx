import { Dialog as Base } from "@base-ui/react/dialog";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
} from "react";

/** Enter in a field of one line is the primary button, as in a form. */
function pressPrimary(event: KeyboardEvent<HTMLDivElement>): void {
  const at = event.target;
  const isField =
    at instanceof HTMLInputElement && !["checkbox", "radio", "file", "button"].includes(at.type);
  // A form has its own; a list of choices takes one.
  if (event.key !== "Enter" || !isField || event.defaultPrevented || at.form) return;
  if (event.nativeEvent.isComposing || at.getAttribute("role") === "combobox") return;
  const primary = event.currentTarget.querySelectorAll<HTMLButtonElement>(".acts .btn.primary");
  if (primary.length !== 1) return;
  event.preventDefault();
  primary[0]?.click();
}

const CONTROLS =
  "a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary, [tabindex='0']";

/** What had the focus may go while the dialog stays, as a button that did its work: the first control has it then. */
function useKeptFocus(popup: RefObject<HTMLDivElement | null>): () => void {
  const had = useRef(false);
  useEffect(() => {
    if (!had.current) return;
    // Between two fields nothing has it either: that is over when the event is.
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const at = popup.current;
      const first = at?.querySelector<HTMLElement>("[data-first]");
      (first ?? at?.querySelector<HTMLElement>(CONTROLS) ?? at)?.focus();
    });
    return () => clearTimeout(timer);
  });
  return () => {
    had.current = true;
  };
}

const OUTCOME = "[role=status]:not(.sk-late), [role=alert], .field .err";

/** What came of a press may lie below the fold, or above it beside its field: it is scrolled to, unless somebody writes on. */
function useSeenOutcome() {
  const isAwaited = useRef(false);
  const body = useCallback((at: HTMLDivElement) => {
    const watch = new MutationObserver((changes) => {
      if (!isAwaited.current) return;
      const [come] = changes
        .flatMap(({ addedNodes }) => [...addedNodes])
        .filter((node) => node instanceof Element)
        .flatMap((node) => (node.matches(OUTCOME) ? [node] : [...node.querySelectorAll(OUTCOME)]));
      (come?.closest(".field") ?? come)?.scrollIntoView({ block: "nearest" });
    });
    watch.observe(at, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, []);
  return {
    body,
    awaiting: {
      onClick: () => (isAwaited.current = true),
      onInput: () => (isAwaited.current = false),
    },
  };
}

/**
 * A window over the page: title, content, and the buttons in `acts`, the safe one first. The focus
 * goes to what has `data-first`, else to the first control, and afterwards back to where it was;
 * `autoFocus` would make the dialog forget where that is. Enter in a field is the primary button of `acts`.
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
  const noteFocus = useKeptFocus(popup);
  const { body, awaiting } = useSeenOutcome();
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
          onKeyDown={pressPrimary}
          onFocus={noteFocus}
          {...awaiting}
          initialFocus={() => popup.current?.querySelector<HTMLElement>("[data-first]") ?? true}
        >
          <Base.Title render={<h2 />}>{title}</Base.Title>
          {/* Where nothing in it takes the focus, it still scrolls by keyboard. */}
          <div className="dialog-body" ref={body}>
            {children}
          </div>
          {acts && <div className="acts">{acts}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
