import { MAIL_PRESETS, type MailPreset } from "./presets.ts";

const endsWith = (host: string, suffix: string): boolean =>
  host === suffix || host.endsWith(`.${suffix}`);

/** The provider whose own domain this is. */
export const presetOfDomain = (domain: string): MailPreset | null =>
  MAIL_PRESETS.find((preset) => preset.domains.includes(domain)) ?? null;

/** The provider that takes the mail of a domain, by the servers that its MX records name. */
export const presetOfServers = (hosts: readonly string[]): MailPreset | null =>
  MAIL_PRESETS.find((preset) =>
    hosts.some((host) => preset.mx.some((suffix) => endsWith(host, suffix))),
  ) ?? null;

/** The provider that a mailbox sends through. */
export const presetOfSmtp = (host: string): MailPreset | null =>
  MAIL_PRESETS.find(
    ({ smtp, mx }) => smtp.host === host || mx.some((suffix) => endsWith(host, suffix)),
  ) ?? null;
