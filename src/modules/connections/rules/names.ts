import type { Provider } from "./kinds.ts";
import { asId, type GrantId, type WorkspaceId } from "#platform/rules/ids.ts";

/** How the mail service names a grant when it asks for a token. */
export const grantName = (workspaceId: WorkspaceId, id: GrantId): string => `${workspaceId}.${id}`;

/** Null for what `grantName` did not make. */
export function readGrantName(name: string): { workspaceId: WorkspaceId; id: GrantId } | null {
  const [, workspaceId, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(name) ?? [];
  if (workspaceId === undefined || id === undefined) return null;
  return { workspaceId: asId(Number(workspaceId)), id: asId(Number(id)) };
}

/** Where a provider sends people back to; one for each, so that no answer is taken for another's. */
export const redirectUri = (baseUrl: string, provider: Provider): string =>
  `${baseUrl}/api/v1/oauth/callback/${provider}`;
