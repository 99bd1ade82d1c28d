import { type SQL, sql } from "drizzle-orm";
import { AGAIN_RULES } from "#modules/campaigns/rules/leaving/again.ts";
import { leaveRules, sqlOf } from "#modules/campaigns/rules/leaving/ask.ts";
import { passes } from "#modules/campaigns/sends/leaving-sql.ts";

/** Over the mail `s` that is sent again, with all that it depends on. */
const over = (condition: string): SQL =>
  passes(
    {
      workspace: sql`s.workspace_id`,
      campaign: sql`s.campaign_id`,
      enrolment: sql`s.enrolment_id`,
      lead: sql`s.lead_id`,
      mailbox: sql`s.mailbox_id`,
    },
    condition,
  );

const asked = leaveRules(AGAIN_RULES);

/** Nothing stands against one more try of the mail `s` for good. */
export const resendStands: SQL = over(sqlOf(asked.filter(({ ends }) => ends !== undefined)));

/** Nothing holds it up at the moment either. */
export const resendMayLeave: SQL = over(sqlOf(asked));

/** Somebody may ask for one more try. */
export const mayBeAsked: SQL = over(
  sqlOf(Object.values(AGAIN_RULES).filter(({ ends }) => ends !== undefined)),
);
