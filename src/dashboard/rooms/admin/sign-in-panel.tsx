import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AdminSettings } from "#modules/operations/contract/admin.ts";
import { ROLES } from "#platform/access/permissions.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Check, SelectField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { adminSettingsQuery } from "./queries.ts";

const PEOPLE = {
  super_admin: t("Super admins"),
  admin: t("Admins"),
  employee: t("Employees"),
  client: t("Clients"),
} as const;

const IDLE = [
  [15, t("After 15 minutes without use")],
  [60, t("After 1 hour without use")],
  [480, t("After 8 hours without use")],
  [1_440, t("After 1 day without use")],
] as const;

/** Who needs a second factor, and when idle sessions end. */
export function SignInPanel() {
  const { user } = useMe();
  const queries = useQueryClient();
  const settings = useQuery(adminSettingsQuery).data;
  const change = useMutation({
    mutationFn: (body: Partial<AdminSettings>) => api.put<AdminSettings>("/admin/settings", body),
    onSuccess: () => toast(t("Saved.")),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["admin", "settings"] }),
        // It may be about the person who changed it.
        queries.invalidateQueries({ queryKey: ["me"] }),
      ]),
  });
  if (!settings) return null;
  const shown = { ...settings, ...(change.isPending && change.variables) };
  const { required_factor_roles: required, idle_minutes: idle } = shown;
  const isListed = idle === null || IDLE.some(([minutes]) => minutes === idle);
  return (
    <Panel title={t("Sign-in")}>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-medium">{t("Require a second factor of")}</legend>
        {ROLES.map((role) => (
          <Check
            key={role}
            label={PEOPLE[role]}
            checked={required.includes(role)}
            disabled={(role === "super_admin" || role === "admin") && user?.role !== "super_admin"}
            onChange={(event) =>
              change.mutate({
                required_factor_roles: event.target.checked
                  ? [...required, role]
                  : required.filter((one) => one !== role),
              })
            }
          />
        ))}
        <p className="hint">
          {t("It applies immediately: people without one can only set one, until they have.")}
        </p>
      </fieldset>
      <SelectField
        label={t("End idle sessions")}
        value={idle ?? ""}
        onChange={(event) =>
          change.mutate({
            idle_minutes: event.target.value === "" ? null : Number(event.target.value),
          })
        }
      >
        <option value="">{t("Never: sessions end after 7 days")}</option>
        {IDLE.map(([minutes, words]) => (
          <option key={minutes} value={minutes}>
            {words}
          </option>
        ))}
        {!isListed && (
          <option value={idle}>
            {t("After {minutes} minutes without use", { minutes: idle })}
          </option>
        )}
      </SelectField>
    </Panel>
  );
}
