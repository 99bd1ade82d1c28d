import { Copyables } from "#dashboard/rooms/admin/guide-parts.tsx";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import type { App } from "./queries.ts";

/** What a super admin of a Google Workspace enters, where. */
export function Delegation({ app: { client_id, scopes } }: { app: App }) {
  return (
    <div className="grid gap-2">
      <p className="text-text-2">
        <Say
          id={
            "A super admin of the organization opens <0>Admin console, Security, API controls, Domain-wide delegation</0>, presses “Add new”, and enters both:"
          }
          parts={{
            0: (
              <a
                className="link"
                href="https://admin.google.com/ac/owl/domainwidedelegation"
                target="_blank"
                rel="noopener"
              />
            ),
          }}
        />
      </p>
      <Copyables
        values={[
          [t("Client ID"), client_id ?? t("Set up the app first")],
          [t("OAuth scopes"), scopes.join(",")],
        ]}
      />
    </div>
  );
}
