import type { PasskeyOptions } from "#modules/accounts/contract/factors.ts";
import { api } from "./client.ts";
import { sentenceOf } from "./problem.ts";
import { t } from "#dashboard/words/words.ts";

/** Why this page cannot use passkeys, before the server is asked; null if it can try. */
export function passkeyObstacle(): string | null {
  const { hostname } = location;
  if (/^(?:\d{1,3}\.){3}\d{1,3}$|^\[/.test(hostname)) {
    return t("Passkeys need a host name and do not work at an IP address.");
  }
  if (!isSecureContext) return t("Passkeys need https.");
  return "PublicKeyCredential" in window ? null : t("This browser has no passkeys.");
}

/** What the browser's own dialog said, where a person closed it or waited too long. */
export class PasskeyCancelled extends Error {
  override readonly name = "PasskeyCancelled";
}

// Loaded when somebody uses a passkey: most pages never do.
const library = () => import("@simplewebauthn/browser");

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new PasskeyCancelled(t("No passkey was used. Try again, or choose another method."), {
      cause,
    });
  }
}

/** Asks the browser for an answer to a challenge of the server. */
export async function answerChallenge(options: PasskeyOptions["options"]) {
  const { startAuthentication } = await library();
  // The server's answer is what its library made for this one.
  return asked(() => startAuthentication({ optionsJSON: options as never }));
}

/** Asks the browser for a new passkey. */
export async function makePasskey(options: PasskeyOptions["options"]) {
  const { startRegistration } = await library();
  return asked(() => startRegistration({ optionsJSON: options as never }));
}

/** Signs in without a name. */
export async function signInWithPasskey(): Promise<void> {
  const { ticket, options } = await api.post<PasskeyOptions>(
    "/auth/login/passkey/options",
    {},
    { anonymous: true },
  );
  const response = await answerChallenge(options);
  await api.post("/auth/login/passkey", { ticket, response }, { anonymous: true });
}

/** What to show of a failure with a passkey. */
export const passkeySentence = (error: unknown): string =>
  error instanceof PasskeyCancelled ? error.message : sentenceOf(error);
