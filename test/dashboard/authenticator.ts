import type { CDPSession, Page } from "playwright-core";

/** A passkey as the browser's tools hand it over. */
type Credential = {
  readonly credentialId: string;
  readonly isResidentCredential: boolean;
  readonly rpId?: string;
  readonly privateKey: string;
  readonly userHandle?: string;
  readonly signCount: number;
};

/**
 * An authenticator of the browser, which verifies its person. A new page may come without it, so it
 * is plugged in again after each load, with its passkeys and a higher count.
 */
export function authenticatorOf(page: Page) {
  let saved: Credential[] = [];
  let plugged: { session: CDPSession; authenticatorId: string } | null = null;
  return {
    async plugIn(): Promise<void> {
      await plugged?.session.detach().catch(() => undefined);
      const session = await page.context().newCDPSession(page);
      await session.send("WebAuthn.enable");
      const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      saved = saved.map((one) => ({ ...one, signCount: one.signCount + 10 }));
      for (const credential of saved) {
        await session.send("WebAuthn.addCredential", { authenticatorId, credential });
      }
      plugged = { session, authenticatorId };
    },
    /** Notes the passkeys that it has by now. */
    async save(): Promise<void> {
      if (!plugged) throw new Error("it is not plugged in");
      const { session, authenticatorId } = plugged;
      saved = (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
    },
  };
}
