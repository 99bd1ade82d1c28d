import { isApiError } from "#dashboard/api/problem.ts";
import { Note } from "#dashboard/parts/states.tsx";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { t } from "#dashboard/words/words.ts";

/** The error, unless every fault is shown beside its field. */
export function FormError({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (!error) return null;
  const shown = isApiError(error) && error.fields.length > 0;
  if (shown && error.fields.every(({ path }) => fields.includes(path))) return null;
  const wait = isApiError(error) && error.code === "rate_limited" ? error.retryAfter : null;
  return (
    <div role="alert">
      <Note tone="bad" title={sentenceOf(error)}>
        {wait !== null && t("Try again in {wait} seconds.", { wait })}
      </Note>
    </div>
  );
}
