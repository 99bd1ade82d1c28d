import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Empty, Failure } from "#dashboard/parts/states.tsx";

/** A room that could not be drawn; the rooms beside it work. */
export function Trouble({ error, reset }: ErrorComponentProps) {
  return (
    <div className="page">
      <main id="main" tabIndex={-1}>
        <h1 className="sr-only">Error</h1>
        <Failure what="This page could not be displayed." error={error} onRetry={reset} />
      </main>
    </div>
  );
}

export function NotHere() {
  return (
    <div className="page">
      <main id="main" tabIndex={-1}>
        <h1 className="sr-only">Not found</h1>
        <Empty
          title="Page not found"
          action={
            <Link to="/" className={buttonClass({ look: "primary" })}>
              Go to overview
            </Link>
          }
        >
          It was deleted, or you have no access to it.
        </Empty>
      </main>
    </div>
  );
}
