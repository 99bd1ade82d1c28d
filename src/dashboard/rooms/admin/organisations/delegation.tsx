import { Copyables } from "#dashboard/rooms/admin/guide-parts.tsx";
import type { App } from "./queries.ts";

/** What a super admin of a Google Workspace enters, where. */
export function Delegation({ app: { client_id, scopes } }: { app: App }) {
  return (
    <div className="grid gap-2">
      <p className="text-text-2">
        A super admin of the organization opens{" "}
        <a
          className="link"
          href="https://admin.google.com/ac/owl/domainwidedelegation"
          target="_blank"
          rel="noopener"
        >
          Admin console, Security, API controls, Domain-wide delegation
        </a>
        , presses “Add new”, and enters both:
      </p>
      <Copyables
        values={[
          ["Client ID", client_id ?? "Set up the app first"],
          ["OAuth scopes", scopes.join(",")],
        ]}
      />
    </div>
  );
}
