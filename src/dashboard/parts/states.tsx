import { CircleAlert, Info, RotateCw, TriangleAlert } from "lucide-react";
import { type CSSProperties, lazy, type ReactNode, Suspense } from "react";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { t } from "#dashboard/words/words.ts";
import { Button } from "./button.tsx";
import type { PictureName } from "./pictures.tsx";

const Picture = lazy(() => import("./pictures.tsx").then((m) => ({ default: m.Picture })));

/** Where we are, two lines about it, and the one next action; a room without anything yet draws what will be there. */
export function Empty({
  title,
  children,
  action,
  picture,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  picture?: PictureName | undefined;
}) {
  return (
    <div className="empty">
      {picture && (
        // As large as the picture: nothing moves when it comes.
        <Suspense fallback={<span className="picture h-20 w-38" />}>
          <Picture name={picture} />
        </Suspense>
      )}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

/** What failed, what is still safe, and what to do. The rest of the page keeps working. */
export function Failure({
  what,
  error,
  onRetry,
}: {
  /** "The campaigns could not be loaded." */
  what: string;
  error: unknown;
  /** Given where something was only read: then nothing was changed by it. */
  onRetry?: () => void;
}) {
  const id = isApiError(error) ? error.requestId : null;
  const { safe, next } = adviceFor(isApiError(error) ? error.status : null, onRetry !== undefined);
  return (
    <div className="note bad" role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      <div>
        <b>{what}</b>
        <p className="text-text-2">
          {[sentenceOf(error), safe, next, id && t("Request {id}.", { id: id.slice(0, 8) })]
            .filter(Boolean)
            .join(" ")}
        </p>
      </div>
      {onRetry && (
        <Button onClick={onRetry}>
          <RotateCw size={16} aria-hidden="true" />
          {t("Try again")}
        </Button>
      )}
    </div>
  );
}

/** What an error leaves as it was, and what helps; the server's own sentence says both for the others. */
function adviceFor(status: number | null, isRead: boolean): { safe: string; next: string } {
  const safe = isRead ? t("Nothing was changed.") : "";
  switch (status) {
    case 0:
      return { safe: isRead ? safe : t("What you typed is still here."), next: "" };
    case 403:
      return { safe: "", next: t("Ask an admin if you need access.") };
    case 404:
      return { safe: "", next: isRead ? t("It may have been deleted: go back to the list.") : "" };
    case 500:
    case 502:
    case 503:
    case 504:
      return {
        safe,
        next: isRead
          ? t("Try again. If that does not help, tell an admin.")
          : t("Look whether it was done before you try again."),
      };
    case null:
      return { safe, next: t("Reload the page.") };
    default:
      return { safe: "", next: "" };
  }
}

/** A sentence that a person should not overlook. */
export function Note({
  tone = "plain",
  title,
  children,
  action,
}: {
  tone?: "plain" | "info" | "warn" | "bad";
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Icon = tone === "warn" ? TriangleAlert : tone === "bad" ? CircleAlert : Info;
  return (
    <div className={`note ${tone}`}>
      <Icon size={16} aria-hidden="true" />
      <div>
        <b>{title}</b>
        {children && <div className="text-text-2">{children}</div>}
      </div>
      {action}
    </div>
  );
}

/** A grey bar in the place of text; `width` as CSS. */
export function Bone({ width = "100%" }: { width?: string }) {
  return <span className="sk" style={{ "--w": width } as CSSProperties} />;
}

/** The shape of a list that is on its way; nothing in the first 200 ms. */
export function ListSkeleton({
  rows = 6,
  label,
}: {
  rows?: number | undefined;
  /** "Loading the campaigns". */
  label: string;
}) {
  return (
    <div className="sk-late" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="flex items-center gap-6 border-b border-line px-4 py-4 last:border-b-0"
        >
          <Bone width={`${34 + ((row * 13) % 20)}%`} />
          <Bone width={`${14 + ((row * 7) % 12)}%`} />
          <Bone width="9%" />
        </div>
      ))}
    </div>
  );
}
