declare const asked: unique symbol;

/**
 * A question that a module puts to those behind it in the order, who it can't know. Each of them may
 * answer with a function of type `F`, which gives statements or SQL for the asker's batch, or facts
 * to show; it never acts by itself, but for connectors, which speak to the service they connect, and
 * for what delivery tells of a mailbox or of the database.
 */
export type Hook<F> = { readonly name: string; readonly [asked]?: F };

/** The type of an answer to a hook, as in `AnswerTo<typeof trackingHostShown>`. */
export type AnswerTo<H> = H extends Hook<infer F> ? F : never;

/** One module's answer to a hook; made by `answer`. */
export type HookAnswer = { readonly hook: string; readonly give: unknown };

/** What all modules together answer. */
export type Hooks = {
  ask<F>(hook: Hook<F>): readonly F[];
  /** Of a hook that one module answers. Throws when none does. */
  one<F>(hook: Hook<F>): F;
};

/** Declares a question; `name` is `module.what`, as `npm run routes` prints it. */
export const hook = <F extends (...args: never[]) => unknown>(name: string): Hook<F> => ({ name });

/** What a module gives to a hook of an earlier one. */
export const answer = <F>(to: Hook<F>, give: F): HookAnswer => ({ hook: to.name, give });

/** The answers of all modules, in the order in which they come. */
export function hooksOf(answers: readonly HookAnswer[]): Hooks {
  const byName = Map.groupBy(answers, ({ hook: name }) => name);
  // `answer` is the only maker of an answer, and takes none that does not fit its hook.
  const ask = <F>({ name }: Hook<F>) => (byName.get(name) ?? []).map(({ give }) => give as F);
  return {
    ask,
    one(hook) {
      const [give] = ask(hook);
      if (give === undefined) throw new Error(`no module answers ${hook.name}`);
      return give;
    },
  };
}
