import { checkLocal } from "#modules/leads/rules/validation/check-local.ts";
import { validationTables } from "#worker/validation-tables.ts";

/** Checks the addresses that the test posts, with the lists as the Worker loads them. */
export default {
  async fetch(request: Request): Promise<Response> {
    const addresses = await request.json<string[]>();
    return Response.json(addresses.map((address) => checkLocal(address, validationTables())));
  },
};
