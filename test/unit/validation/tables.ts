import type { ValidationTables } from "#platform/rules/mail/address-sources.ts";
import { tablesOfProcess } from "#server/tables.ts";

/** The lists as the product ships them. */
export const shippedTables = (): Promise<ValidationTables> => tablesOfProcess.addresses();
