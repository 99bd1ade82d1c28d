import * as oauth from "oauth4webapi";
import { providerTrouble, type Trouble, errorWords } from "#platform/oauth/trouble.ts";
import { APP_LACKS, LACK_WORDS } from "#modules/connections/rules/lacks.ts";
import { OrganisationRefused } from "./organisation-trouble.ts";

/** Sorts what was thrown while a provider was asked for a mailbox or an organisation. */
export const troubleOf = (thrown: unknown): Trouble =>
  thrown instanceof OrganisationRefused ? ofOrganisation(thrown) : providerTrouble(thrown);

/** An admin has to act: of the organisation, or of the install, whose trouble ends no connection. */
function ofOrganisation({ lack, cause }: OrganisationRefused): Trouble {
  const said =
    cause instanceof oauth.ResponseBodyError
      ? ` (${errorWords(cause.error, cause.error_description)})`
      : "";
  return {
    kind: APP_LACKS.includes(lack) ? "client_refused" : "reconnect_required",
    words: `${LACK_WORDS[lack]}${said}`,
  };
}
