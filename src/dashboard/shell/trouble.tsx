import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Empty, Failure } from "#dashboard/parts/states.tsx";

/** A room that could not be drawn; the rooms beside it work. */
export function Trouble({ error, reset }: ErrorComponentProps) {
  return (
    <div className="page">
      <main id="main" tabIndex={-1}>
        <h1 className="sr-only">Trouble</h1>
        <Failure what="This page could not be shown." error={error} onRetry={reset} />
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
          title="There is nothing at this address"
          action={
            <Link to="/" className={buttonClass({ look: "primary" })}>
              Go to the overview
            </Link>
          }
        >
          It was deleted, or it belongs to a workspace that you may not enter.
        </Empty>
      </main>
    </div>
  );
}
