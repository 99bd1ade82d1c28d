import disposable from "#data/disposable.bin";
import { createValidationTables } from "#data/validation-tables.ts";
import { checkLocal } from "#modules/leads/rules/validation/check-local.ts";

/** Checks the addresses that the test posts, with the lists as the Worker loads them. */
export default {
  async fetch(request: Request): Promise<Response> {
    const addresses = await request.json<string[]>();
    const tables = createValidationTables(disposable);
    return Response.json(addresses.map((address) => checkLocal(address, tables)));
  },
};
