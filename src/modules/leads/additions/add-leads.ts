import type {
  AddedRow,
  AddLeadsAnswer,
  AddLeadsBody,
  OnDuplicate,
} from "#modules/leads/contract/add-leads.ts";
import type { ValidateListAnswer } from "#modules/leads/contract/validation.ts";
import { installSuppressedAmong } from "#modules/leads/install-suppressions/install-suppressed.ts";
import { findList } from "#modules/leads/lists/find-list.ts";
import type { RowFault } from "#modules/leads/rules/json-lead.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { startChosenValidation } from "#modules/leads/validation-jobs/start-validation.ts";
import { assertMayDo } from "#platform/access/permissions.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { readRows, refusal } from "./read-rows.ts";
import { EXISTS, type Stored, storeNew } from "./store-new.ts";

/**
 * Adds leads that come as JSON, or updates those that are here, in one batch with their places in a
 * list and a campaign. Each row has its result, and one that is refused costs no other. Nobody who
 * opted out is written to again. A repeat finds them all here. Throws `not_found` for a foreign list
 * or campaign, `forbidden` for who may not enrol or validate.
 */
export async function addLeads(ctx: MemberCtx, body: AddLeadsBody): Promise<AddLeadsAnswer> {
  if (body.campaign_id !== undefined) assertMayDo(ctx.caller, "leads.enrol");
  if (body.validate) assertMayDo(ctx.caller, "leads.validate");
  if (body.list_id !== undefined) await findList(ctx, body.list_id);
  const { rows, refused } = readRows(body.leads, body.on_duplicate);
  const stored = await storeNew(ctx, body, rows);
  const emails = [...stored.leads.keys()];
  const suppressed = await (stored.suppresses ? suppressedAmong : installSuppressedAmong)(
    ctx,
    emails,
  );
  const results = [
    ...refused,
    ...[...rows].flatMap(([email, { places }]) =>
      resultsOf(email, places, { stored, suppressed, onDuplicate: body.on_duplicate }),
    ),
  ].toSorted((a, b) => a.index - b.index);
  const count = (status: AddedRow["status"]) =>
    results.filter((row) => row.status === status).length;
  const { outcomes } = stored;
  const enrolled =
    outcomes && [...outcomes.values()].filter((outcome) => outcome === "added").length;
  return {
    created: count("created"),
    updated: count("updated"),
    skipped: count("skipped"),
    invalid: count("invalid"),
    suppressed: results.filter((row) => row.is_suppressed).length,
    enrolled,
    hint: enrolled === null ? null : await stored.afterwards(enrolled),
    validation: body.validate ? await validateNew(ctx, stored) : null,
    results,
  };
}

/** The results of the rows that have one address. */
function resultsOf(
  email: string,
  places: readonly number[],
  of: { stored: Stored; suppressed: ReadonlySet<string>; onDuplicate: OnDuplicate },
): AddedRow[] {
  const { leads, faults, outcomes } = of.stored;
  const lead = leads.get(email);
  if (!lead) {
    const fault = faults.get(email) ?? GONE;
    return places.map((index) => refusal(index, email, fault));
  }
  return places.map((index, nth): AddedRow => {
    if (nth > 0 && of.onDuplicate === "error") return refusal(index, email, REPEATED);
    const isUpdate = of.onDuplicate === "update";
    const status = nth === 0 && lead.isNew ? "created" : isUpdate ? "updated" : "skipped";
    return {
      index,
      email,
      status,
      reason: status === "skipped" ? (nth === 0 ? EXISTS : REPEATED) : null,
      lead_id: lead.id,
      is_suppressed: of.suppressed.has(email),
      enrolment: outcomes?.get(lead.id) ?? null,
    };
  });
}

const REPEATED: RowFault = {
  field: "email",
  code: "repeated",
  message: "An earlier row of this request has the same address.",
};

/** Somebody deleted it while it came in. */
const GONE: RowFault = {
  field: "email",
  code: "deleted",
  message: "The lead was deleted at the same moment. Send it again.",
};

/** Validates those that have no result yet; null where all have one. */
async function validateNew(ctx: MemberCtx, { leads }: Stored): Promise<ValidateListAnswer | null> {
  const ids = [...leads.values()].flatMap(({ id, isValidated }) => (isValidated ? [] : [id]));
  return ids.length === 0 ? null : startChosenValidation(ctx, { lead_ids: ids });
}
