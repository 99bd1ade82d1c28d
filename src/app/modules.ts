import { accounts } from "#modules/accounts/module.ts";
import { assist } from "#modules/assist/module.ts";
import { campaigns } from "#modules/campaigns/module.ts";
import { connections } from "#modules/connections/module.ts";
import { delivery } from "#modules/delivery/module.ts";
import { events } from "#modules/events/module.ts";
import { health } from "#modules/health/module.ts";
import { inbox } from "#modules/inbox/module.ts";
import { leads } from "#modules/leads/module.ts";
import { links } from "#modules/links/module.ts";
import { mailboxes } from "#modules/mailboxes/module.ts";
import { moving } from "#modules/moving/module.ts";
import { operations } from "#modules/operations/module.ts";
import { placement } from "#modules/placement/module.ts";
import { receiptsModule } from "#modules/receipts/module.ts";
import { tracking } from "#modules/tracking/module.ts";
import { warmup } from "#modules/warmup/module.ts";
import { reputation } from "#modules/reputation/module.ts";
import { samples } from "#modules/samples/module.ts";
import { hooksOf } from "#platform/ctx/hooks.ts";
import type { Module } from "#platform/module.ts";

/** Every module, in the one order: each may use those before it. */
export const MODULES: readonly Module[] = [
  accounts,
  events,
  leads,
  links,
  connections,
  mailboxes,
  delivery,
  warmup,
  reputation,
  health,
  campaigns,
  inbox,
  placement,
  tracking,
  moving,
  assist,
  samples,
  receiptsModule,
  operations,
];

/** What the modules answer each other. */
export const hooks = hooksOf(MODULES.flatMap(({ answers = [] }) => answers));
