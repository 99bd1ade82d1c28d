import type { Role } from "#platform/access/permissions.ts";
import { t } from "#dashboard/words/words.ts";

export const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  super_admin: t("Super admin"),
  admin: t("Admin"),
  employee: t("Employee"),
  client: t("Client"),
};

/** Within a sentence. */
export const ROLES_INSIDE: Readonly<Record<Role, string>> = {
  super_admin: t("super admin"),
  admin: t("admin"),
  employee: t("employee"),
  client: t("client"),
};
