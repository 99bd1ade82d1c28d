import { Failure, ListSkeleton } from "./states.tsx";
import { t } from "#dashboard/words/words.ts";

/**
 * A placeholder for data: the shape of a list while it loads or, once the request failed, the error
 * with a retry.
 */
export function Waiting({
  what,
  error,
  onRetry,
  rows,
  framed = false,
  inset = false,
}: {
  /** What comes, without an article, as it can stand after a colon: "campaigns". */
  what: string;
  error: unknown;
  onRetry: () => unknown;
  rows?: number | undefined;
  /** On the bare page, where the list will have a frame of its own. */
  framed?: boolean;
  /** In a panel without padding. */
  inset?: boolean;
}) {
  if (error) {
    const failure = (
      <Failure
        what={t("The {what} could not be loaded.", { what })}
        error={error}
        onRetry={() => void onRetry()}
      />
    );
    return inset ? <div className="p-4">{failure}</div> : failure;
  }
  const bones = <ListSkeleton label={t("Loading the {what}", { what })} rows={rows} />;
  return framed ? <section className="panel">{bones}</section> : bones;
}
