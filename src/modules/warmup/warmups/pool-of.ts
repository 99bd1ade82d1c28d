import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import type { Partner } from "#modules/warmup/rules/pairing.ts";
import type { Pool } from "#modules/warmup/rules/states.ts";
import type { Running } from "#modules/warmup/mails/plan-store.ts";

/** Mailboxes that can write and be written to: connected, readable, their warmup running. */
export const isPartner = (one: Running): boolean => one.status === "active" && one.canRead === 1;

/** Those who can be written to. */
export const partnersAmong = (running: readonly Running[]): Partner[] =>
  running
    .filter(isPartner)
    .map(({ warmup, email }) => ({ id: warmup.mailboxId, domain: domainOf(email) }));

export const poolOf = (partners: readonly Partner[]): Pool => ({
  mailboxes: partners.length,
  domains: new Set(partners.map(({ domain }) => domain)).size,
});
