import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import { useState } from "react";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { clock } from "#dashboard/lib/time.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Copyables } from "#dashboard/rooms/admin/guide-parts.tsx";
import { t } from "#dashboard/words/words.ts";
import { Delegation } from "./delegation.tsx";
import { type Added, type App, ORGANISATIONS } from "./queries.ts";

const NOTHING = { name: "", domains: "", admin_email: "", tenant: "" };

/** Adds it and shows it; a tenant that is not named comes with its admin's consent. */
function useAdding(provider: OrganisationProvider, fields: typeof NOTHING, onAdded: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => {
      const { name, domains, admin_email, tenant } = fields;
      const own = { provider, ...(name.trim() !== "" && { name }) };
      return api.post<Added>(
        ORGANISATIONS,
        provider === "google"
          ? {
              ...own,
              domains: domains.split(/[\s,;]+/).filter(Boolean),
              ...(admin_email.trim() !== "" && { admin_email }),
            }
          : { ...own, ...(tenant.trim() !== "" && { tenant }) },
      );
    },
    onSuccess: async ({ organisation }) => {
      await queries.invalidateQueries({ queryKey: ["admin", "organisations"] });
      if (!organisation) return;
      onAdded();
      await navigate({
        to: "/admin",
        search: { tab: "organisations", organisation: organisation.id },
      });
    },
  });
}

/** Adds a domain of Google Workspace or a tenant of Microsoft 365. */
export function AddOrganisation({
  provider,
  app,
  onClose,
}: {
  provider: OrganisationProvider;
  app: App | undefined;
  onClose: () => void;
}) {
  const [fields, setFields] = useState(NOTHING);
  const isGoogle = provider === "google";
  const add = useAdding(provider, fields, onClose);
  const link = add.data?.organisation === null ? add.data : null;
  const wrong = (name: string): string | null =>
    fieldError(add.error, name) ??
    (isApiError(add.error)
      ? (add.error.fields.find(({ path }) => path.startsWith(`${name}.`))?.message ?? null)
      : null);
  const text = (name: keyof typeof fields, label: string, placeholder: string, hint?: string) => (
    <TextField
      label={label}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      hint={hint}
      value={fields[name]}
      error={wrong(name)}
      onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
    />
  );
  const isElsewhere = add.error && !(isApiError(add.error) && add.error.fields.length > 0);
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={isGoogle ? t("Add Google domain") : t("Add Microsoft tenant")}
      acts={
        link ? (
          <Button onClick={onClose}>{t("Close")}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t("Cancel")}</Button>
            <Button look="primary" busy={add.isPending} onClick={() => add.mutate()}>
              {isGoogle || fields.tenant.trim() !== "" ? t("Add") : t("Create consent link")}
            </Button>
          </>
        )
      }
    >
      {link?.admin_consent_url ? (
        <ConsentLink url={link.admin_consent_url} until={link.expires_at} />
      ) : isGoogle ? (
        <>
          {app && <Delegation app={app} />}
          {text(
            "domains",
            t("Domains"),
            "example.com, example.org",
            t("The primary domain first. Only addresses of these domains can be connected."),
          )}
          {text(
            "admin_email",
            t("Admin of the organization"),
            "admin@example.com",
            t("Users are listed in this person's name. Without it, type addresses to grant them."),
          )}
          {text("name", t("Name"), t("The primary domain"))}
        </>
      ) : (
        <>
          <p className="text-text-2">
            {t(
              "Leave the tenant empty if you are its admin: you get a link, accept at Microsoft, and come back. For somebody else's tenant, enter its id and send them the link after.",
            )}
          </p>
          {text(
            "tenant",
            t("Tenant ID"),
            t("Known once its admin followed the link"),
            t("Entra admin center, Overview, Tenant ID."),
          )}
          {fields.tenant.trim() !== "" && text("name", t("Name"), t("The tenant id"))}
        </>
      )}
      {isElsewhere && (
        <Note tone="bad" title={t("The organization was not added.")}>
          {sentenceOf(add.error)}
        </Note>
      )}
    </Dialog>
  );
}

/** Where the tenant's admin consents, in this browser. */
const ConsentLink = ({ url, until }: { url: string; until: string | null }) => (
  <>
    <p className="text-text-2">
      {t(
        "Open this link in this browser, signed in at Microsoft as an admin of the tenant, and accept. You come back here, and the tenant is in the table.",
      )}
    </p>
    <Copyables values={[[t("Consent link"), url]]} />
    <a className={buttonClass({ look: "primary" }, "justify-self-start")} href={url} data-first="">
      {t("Open at Microsoft")}
    </a>
    {until && (
      <p className="text-12 text-text-3">
        {t(
          "The way back works once, until {until}. If the tenant's admin is somebody else, enter the tenant id instead: its link then works at any time.",
          { until: clock(until) },
        )}
      </p>
    )}
  </>
);
