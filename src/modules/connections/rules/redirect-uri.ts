import type { Provider } from "./kinds.ts";

/** Where a provider sends people back to; one for each, so that no answer is taken for another's. */
export const redirectUri = (baseUrl: string, provider: Provider): string =>
  `${baseUrl}/api/v1/oauth/callback/${provider}`;
