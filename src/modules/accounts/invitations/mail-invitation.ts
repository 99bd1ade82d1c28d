import type { Deps } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { runBatch } from "#platform/db/db.ts";
import type { InvitationId } from "#platform/rules/ids.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import { letter, sayIn } from "#platform/words/phrase.ts";
import { noticeMail, oneLine } from "#modules/accounts/passwords/notice-mail.ts";
import { MAIL_AGAIN_MS } from "#modules/accounts/rules/mail-token.ts";
import { brandOfInvitation, linkOf } from "./invitation-link.ts";
import { presentToInvited } from "./present.ts";
import {
  deleteEndedInvitations,
  findInvitation,
  noteInvitationMailed,
  takeDueInvitations,
} from "./store.ts";

/** Shown as expired for this time, so that they can be sent again. */
const KEPT_DAYS = 30;
const AT_ONCE = 50;

/**
 * Job `invitation.mail.v1`: mails the present link, until that was done once. The same link has the
 * same Message-ID, however often it is tried.
 */
export async function mailInvitation(deps: Deps, id: InvitationId): Promise<Outcome> {
  const row = await findInvitation(deps.install, id);
  const isOpen = row !== null && row.stands === 1 && row.expiresAt > deps.now();
  if (!isOpen || row.mailedAt !== null || deps.settings.SYSTEM_MAIL_URL === undefined) return done;
  const brand = await brandOfInvitation(deps, row);
  const { origin } = brand;
  const say = sayIn(row.language);
  const product = oneLine(brand.name);
  const shown = presentToInvited(row);
  const offer =
    shown.invited_by === null
      ? say("An admin invites you to {product} at {origin}.", { product, origin })
      : say("{inviter} invites you to {product} at {origin}.", {
          inviter: oneLine(shown.invited_by),
          product,
          origin,
        });
  const workspaces = shown.workspaces.slice(0, 10).map(oneLine).join(", ");
  const mail = noticeMail(deps, brand, {
    key: row.hash,
    to: { address: row.email, name: "" },
    subject: say("Your invitation to {product}", { product }),
    text: letter(
      say("Hello,"),
      workspaces === ""
        ? offer
        : `${offer}\n${say("You get access to: {workspaces}", { workspaces })}`,
      say("Open this link to set your name and password:"),
      linkOf(deps, origin, row.seed),
      say(
        "It works once, until {until}.\nIf you do not know what this is about, ignore this email.",
        { until: utcDay(row.expiresAt) },
      ),
    ),
  });
  await deps.mail.transmit([mail]);
  await noteInvitationMailed(deps.install, row.hash, deps.now());
  return done;
}

/** Sweep: wakes up mails whose job was lost, and forgets invitations that ended long ago. */
export async function tendInvitations(deps: Deps): Promise<void> {
  const now = deps.now();
  await runBatch(
    deps.install,
    deleteEndedInvitations(deps.install, later(now, -KEPT_DAYS * DAY_MS)),
  );
  if (deps.settings.SYSTEM_MAIL_URL === undefined) return;
  const due = await takeDueInvitations(deps.install, now, later(now, MAIL_AGAIN_MS), AT_ONCE);
  for (const { id } of due) await deps.queue.send({ type: "invitation.mail.v1", invitationId: id });
}
