import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import { api } from "#dashboard/api/client.ts";
import { ApiError, fieldError, isApiError } from "#dashboard/api/problem.ts";
import { setupQuery } from "#dashboard/api/session.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Bone } from "#dashboard/parts/states.tsx";
import { slugify } from "#platform/rules/slug.ts";
import { ownZone } from "#dashboard/lib/time.ts";
import type { RegisterAnswer } from "#modules/accounts/contract/accounts.ts";
import type { z } from "zod";
import { AccentField } from "./accent-field.tsx";
import { wearAccent } from "#dashboard/shell/look.ts";
import { t } from "#dashboard/words/words.ts";
import { FormError } from "./form-error.tsx";
import { Front } from "./front.tsx";
import { LogoField } from "./logo-field.tsx";
import { useForm } from "./use-form.ts";

const FIELDS = [
  "name",
  "accent",
  "workspace.name",
  "admin.name",
  "admin.email",
  "admin.password",
  "license_key",
];

/** The very first page of an install: what it is called, and who runs it. */
export function Setup() {
  const { data: status, isPending } = useQuery(setupQuery);
  const [logo, setLogo] = useState<string | null>(null);
  const [accent, setAccent] = useState("");
  const [named, setNamed] = useState<string | null>(null);
  const { busy, error, onSubmit } = useForm(async (fields) => {
    const headers = fields["token"] ? { "X-Setup-Token": fields["token"] } : {};
    const { brand = "", first = "", name = "", email = "", password = "", license_key } = fields;
    const dress = { name: brand, logo, accent: accent || null };
    const dressed = JSON.stringify(dress);
    // Sent once: a second try after a rejected password does not send it again.
    if (named !== dressed) {
      await api.post("/setup/branding", dress, { anonymous: true, headers });
      setNamed(dressed);
    }
    const workspace = first.trim() || brand;
    const made = await api.post<z.output<typeof RegisterAnswer>>(
      "/setup/complete",
      {
        admin: { name, email, password },
        workspace: { name: workspace, slug: slugify(workspace) },
        ...(license_key && { license_key }),
      },
      { anonymous: true, headers },
    );
    // Campaigns send by the clock on this person's wall. It can be changed later, so a failure is none.
    const general = { timezone: ownZone() };
    await api.put(`/workspaces/${made.workspace.id}/settings`, { general }).catch(() => undefined);
    // What comes next, at once; behind it stands the room, and every other one is at hand.
    location.assign(`/w/${made.workspace.id}/mailboxes?connect=true`);
  });
  if (isPending) {
    return (
      <Front title={t("Setup")}>
        <Bone width="60%" />
      </Front>
    );
  }
  if (status?.has_users) return <AlreadySetUp />;
  const wantsToken = isApiError(error) && error.code === "forbidden";
  const of = (path: string): string | null => fieldError(error, path);
  return (
    <Front
      title={t("Set up Outrider")}
      lead={t("It takes about two minutes. Then you can connect your first mailbox.")}
      side={<Steps />}
    >
      <form onSubmit={onSubmit}>
        <TextField
          label={t("Product name")}
          name="brand"
          hint={t("The name of your agency or company. Shown at the top of every page.")}
          error={of("name")}
          defaultValue="Outrider"
          required
        />
        <LogoField logo={logo} onChange={setLogo} />
        <AccentField
          accent={accent}
          error={of("accent")}
          onChange={(next) => {
            setAccent(next);
            // Seen before it is saved.
            if (next === "" || /^#[0-9a-f]{6}$/i.test(next)) wearAccent(next || undefined);
          }}
        />
        <TextField
          label={t("First workspace")}
          name="first"
          placeholder={t("Product name")}
          hint={t("For you or your first client. It contains mailboxes, leads and campaigns.")}
          error={of("workspace.name") ?? of("workspace.slug")}
        />
        <TextField
          label={t("Your name")}
          name="name"
          autoComplete="name"
          error={of("admin.name")}
          required
          autoFocus
        />
        <TextField
          label={t("Email")}
          name="email"
          type="email"
          autoComplete="username"
          error={of("admin.email")}
          required
        />
        <TextField
          label={t("Password")}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={t("This account has full access. Use a passphrase.")}
          error={of("admin.password")}
          required
        />
        <LicenceField error={of("license_key")} />
        {wantsToken && (
          <TextField
            label={t("Setup token")}
            name="token"
            type="password"
            autoComplete="off"
            hint={t("The value of SETUP_TOKEN on the server. It is needed only once.")}
            error={error instanceof ApiError ? t("Enter the setup token.") : null}
            required
          />
        )}
        {!wantsToken && <FormError error={error} fields={FIELDS} />}
        <Button look="primary" type="submit" busy={busy} className="w-fit">
          {busy ? t("Setting up") : t("Complete setup")}
        </Button>
      </form>
    </Front>
  );
}

function AlreadySetUp() {
  return (
    <Front title={t("Setup is complete")} lead={t("Sign in with your account.")}>
      <Link to="/sign-in" className={buttonClass({ look: "primary" }, "mt-4 w-fit")}>
        {t("Sign in")}
      </Link>
    </Front>
  );
}

function LicenceField({ error }: { error: string | null }) {
  return (
    <details>
      <summary className="link w-fit cursor-pointer text-13">{t("I have a licence key")}</summary>
      <div className="mt-3">
        <TextField
          label={t("Licence key")}
          name="license_key"
          hint={t("Optional. The community edition has all features.")}
          error={error}
          spellCheck={false}
        />
      </div>
    </details>
  );
}

const STEPS = [
  [t("Name and account"), t("This page")],
  [t("First mailbox"), t("Sends your campaigns")],
  [t("First list"), t("Import and validate a CSV or XLSX file")],
  [t("First campaign"), t("Write the steps and start it")],
] as const;

function Steps() {
  return (
    <ol className="grid max-wide:hidden">
      {STEPS.map(([name, detail], index) => (
        <li
          key={name}
          className="relative grid grid-cols-[1.75rem_1fr] gap-3 pb-6 text-13 text-text-2 not-last:before:absolute not-last:before:top-7 not-last:before:bottom-0 not-last:before:left-[0.8125rem] not-last:before:border-l-2 not-last:before:border-line-strong not-last:before:content-['']"
        >
          <span
            className={`grid size-7 place-items-center rounded-full border-2 text-12 font-strong ${index === 0 ? "border-accent bg-accent text-on-accent" : "border-line-strong bg-canvas"}`}
          >
            {index + 1}
          </span>
          <span>
            <b className={`block ${index === 0 ? "text-text" : "font-medium"}`}>{name}</b>
            <span className="text-12">{detail}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
