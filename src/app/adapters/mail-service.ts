import type { MailService } from "#platform/ctx/ports.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import { trimEnd } from "#platform/rules/outside-text.ts";
import { companionMail, type CompanionOptions } from "./companion-mail.ts";
import { spreadWatch } from "./spread-watch.ts";

type Needed = Pick<Settings, "COMPANION_SECRET" | "COMPANION_WATCHERS" | "MAX_WATCHED_MAILBOXES">;

/**
 * The mail service of an install whose companion is at `url`: that one sends and reads, and watches
 * mailboxes together with those of COMPANION_WATCHERS, which do nothing else.
 */
export function mailService(
  url: string,
  settings: Needed,
  options: CompanionOptions = {},
): MailService {
  const { COMPANION_SECRET: secret, COMPANION_WATCHERS: others } = settings;
  const main = companionMail(url, secret, options);
  if (others.length === 0) return main;
  const watcher = spreadWatch(
    [
      [url, main] as const,
      ...others.map((one) => [one, companionMail(one, secret)] as const),
    ].flatMap(([name, service]) =>
      service.watcher ? [{ name: trimEnd(name, "/"), watcher: service.watcher }] : [],
    ),
    settings.MAX_WATCHED_MAILBOXES,
  );
  return {
    ...main,
    watcher,
    traced: (request) => ({
      ...companionMail(url, secret, { ...options, trace: request }),
      watcher,
    }),
  };
}
