import type { OauthLab } from "#test/support/oauth/lab.ts";

const AT_ONCE = 8;

/**
 * Connects so many mailboxes by their owners' consent, by turns at both providers. `cookie` is a session
 * of somebody who may, `at` the path of the workspace behind `/api/v1`.
 */
export async function connectByConsent(
  url: string,
  cookie: string,
  at: string,
  lab: OauthLab,
  count: number,
): Promise<void> {
  let next = 0;
  const connectNext = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++) {
      const provider = i % 2 === 0 ? "google" : "microsoft";
      const email = `m${i}@${provider}-${i % 50}.test`;
      lab[provider].addUser(email);
      lab.addMailboxes(provider, [email]);
      const asked = await fetch(`${url}/api/v1${at}/mailboxes/connect`, {
        method: "POST",
        headers: { cookie, "content-type": "application/json" },
        body: JSON.stringify({ provider, login_hint: email }),
      });
      const { authorize_url } = (await asked.json()) as { authorize_url: string };
      const back = lab[provider].consent(authorize_url, { as: email });
      const done = await fetch(back, { headers: { cookie }, redirect: "manual" });
      const place = done.headers.get("location") ?? "";
      if (done.status !== 303 || !/\/mailboxes\/\d+/.test(place)) {
        throw new Error(`${email} was not connected: ${done.status} ${place}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connectNext));
}
