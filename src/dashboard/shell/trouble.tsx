import { Link } from "#dashboard/routing/link.tsx";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Empty, Failure } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";

/** A room that could not be drawn; the rooms beside it work. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="page">
      <main id="main" tabIndex={-1}>
        <h1 className="sr-only">{t("Error")}</h1>
        <Failure what={t("This page could not be displayed.")} error={error} onRetry={onRetry} />
      </main>
    </div>
  );
}

export function NotHere() {
  return (
    <div className="page">
      <main id="main" tabIndex={-1}>
        <h1 className="sr-only">{t("Not found")}</h1>
        <Empty
          title={t("Page not found")}
          action={
            <Link to="/" className={buttonClass({ look: "primary" })}>
              {t("Go to overview")}
            </Link>
          }
        >
          {t("It was deleted, or you have no access to it.")}
        </Empty>
      </main>
    </div>
  );
}
