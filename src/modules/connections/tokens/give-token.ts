import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import type { TokenAnswer, TokenRequest } from "#platform/wire/tokens.ts";
import { readGrantName } from "#modules/connections/rules/names.ts";
import { accessToken } from "./access-token.ts";

/** An access token for SMTP and IMAP by the name of its grant, or why there is none. */
export async function giveToken(
  deps: Deps,
  { grant, refused }: TokenRequest,
): Promise<TokenAnswer> {
  const name = readGrantName(grant);
  if (!name) return { refusal: "not_granted", message: "The mailbox has no such connection." };
  return accessToken(inWorkspace(deps, name.workspaceId), name.id, "mail", { refused });
}
