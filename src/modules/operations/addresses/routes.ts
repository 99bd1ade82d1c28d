import {
  AddressExport,
  AddressQuery,
  AddressReport,
  EraseAddressBody,
  Erasure,
  ErasureParams,
} from "#modules/operations/contract/addresses.ts";
import { listOf, PageQuery } from "#platform/contract/common.ts";
import { created, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { eraseAddress } from "./erase-address.ts";
import { exportAddress } from "./export-address.ts";
import { lookUpAddress } from "./look-up.ts";
import { listErasures, readErasure } from "./read-erasures.ts";

const PATH = "/api/v1/admin/addresses";

export const addressRoutes = [
  endpoint(
    {
      method: "GET",
      path: PATH,
      scope: "caller",
      action: "admin.read",
      summary: "Where an address is in the whole installation.",
      description:
        "Looks an address up in every workspace, deleted clients included: since when it is there, from which source, what was sent and answered, and who suppresses it. Admins only. Each look-up is written to the audit log, with a part of the keyed hash instead of the address.",
      query: AddressQuery,
      answers: { 200: AddressReport },
    },
    async (ctx, { query }) => ok(await lookUpAddress(ctx, query.email)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${PATH}/export`,
      scope: "caller",
      action: "admin.edit",
      summary: "Everything that is stored about the owner of an address.",
      description:
        "For a request under data protection law: all fields of the person's leads, the emails in both directions and what was recorded, by workspace. Admins only; written to the audit log.",
      query: AddressQuery,
      answers: { 200: AddressExport },
    },
    async (ctx, { query }) => ok(await exportAddress(ctx, query.email)),
  ),
  endpoint(
    {
      method: "POST",
      path: `${PATH}/erase`,
      scope: "caller",
      action: "admin.edit",
      summary: "Erase the owner of an address everywhere, and suppress the address.",
      description:
        "From the answer on no workspace writes to the address. Leads with it are deleted in every workspace, and the person is blanked in emails, conversations and events. A large installation takes some minutes: the receipt is `running` until all workspaces are done. It keeps the keyed hash, never the address. Cannot be undone. Admins only; written to the audit log.",
      body: EraseAddressBody,
      example: { body: { email: "ann@acme.example", confirm: "ann@acme.example" } },
      answers: { 201: Erasure },
    },
    async (ctx, { body }) => {
      const receipt = await eraseAddress(ctx, body);
      return created(receipt, `${PATH}/erasures/${receipt.id}`);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${PATH}/erasures`,
      scope: "caller",
      action: "admin.read",
      summary: "Receipts of erasures, newest first.",
      description: "Each tells what was found in which workspace and what stays. Admins only.",
      query: PageQuery,
      answers: { 200: listOf(Erasure) },
    },
    async (ctx, { query }) => ok(await listErasures(ctx, query)),
  ),
  endpoint(
    {
      method: "GET",
      path: `${PATH}/erasures/:id`,
      scope: "caller",
      action: "admin.read",
      summary: "One receipt of an erasure.",
      description: "Tells whether it is done, what was found and what stays. Admins only.",
      params: ErasureParams,
      answers: { 200: Erasure },
    },
    async (ctx, { params }) => ok(await readErasure(ctx, params.id)),
  ),
];
