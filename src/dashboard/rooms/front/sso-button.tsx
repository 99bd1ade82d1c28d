import { Building2 } from "lucide-react";
import type { SsoShown } from "#modules/accounts/contract/sso.ts";
import { leadingTo } from "#dashboard/api/sso.ts";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { t } from "#dashboard/words/words.ts";

/** To the company's own provider; nothing where there is none. */
export function SsoButton({
  sso,
  query,
  look,
}: {
  sso: SsoShown | undefined;
  /** What the way out is to know. */
  query: Readonly<Record<string, string>>;
  look?: "primary";
}) {
  if (!sso?.enabled || sso.start_url === null) return null;
  return (
    <a
      className={buttonClass({ ...(look && { look }) }, "w-full justify-center")}
      href={leadingTo(sso.start_url, query)}
    >
      <Building2 size={16} aria-hidden="true" />
      {t("Continue with {name}", { name: sso.name })}
    </a>
  );
}

/** Between ways that lead to the same. */
export const Or = () => (
  <p className="or" aria-hidden="true">
    {t("or")}
  </p>
);
