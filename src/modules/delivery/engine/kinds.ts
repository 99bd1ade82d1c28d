import type { Deps } from "#platform/ctx/ctx.ts";
import type { TicketKind } from "#platform/rules/mail/ticket.ts";
import { deliveryKinds } from "#modules/delivery/hooks.ts";
import type { Kind } from "./kind.ts";

/** Every kind of mail, in the order of the modules. */
export const kindsOf = ({ hooks }: Pick<Deps, "hooks">): readonly Kind[] =>
  hooks.ask(deliveryKinds).flatMap((kinds) => kinds());

/** The kind of that name. Throws when no module brings it. */
export function kindNamed(deps: Pick<Deps, "hooks">, name: TicketKind): Kind {
  const kind = kindsOf(deps).find((one) => one.name === name);
  if (!kind) throw new Error(`no module sends mail of the kind ${name}`);
  return kind;
}
