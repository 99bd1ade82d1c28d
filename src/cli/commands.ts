import { campaignCommands } from "./campaigns.ts";
import type { Command } from "./command.ts";
import { importCommand } from "./import-leads.ts";
import { loginCommand, logoutCommand, whoamiCommand } from "./login.ts";
import { tailCommand } from "./tail.ts";
import { validateCommand } from "./validate-file.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  loginCommand,
  logoutCommand,
  whoamiCommand,
  importCommand,
  validateCommand,
  ...campaignCommands,
  tailCommand,
];
