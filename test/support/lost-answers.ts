import type { Client, InStatement, InValue } from "@libsql/client";

/**
 * What becomes of a call of the database: it is lost on its way there, or its answer on the way back;
 * it is done, and nobody comes back from it; it waits until it is let go (`held`); it is lost on its
 * way there as far as anybody knows, and done when it is let go (`late`).
 */
type Fate = "before" | "after" | "dies" | "held" | "late";

/** A call that met its fate. */
type Met = {
  /** Once the call is there. */
  readonly reached: Promise<void>;
  /** Lets it go on; how it ended then. */
  go(): Promise<PromiseSettledResult<unknown>>;
};

type Planned = {
  readonly of: RegExp;
  readonly fate: Fate;
  readonly error: Error;
  readonly meet: (go: () => Promise<unknown>) => void;
};

const lost = (): Error => new Error("D1_ERROR: Network connection lost.");
const textOf = (given: InStatement): string => (typeof given === "string" ? given : given.sql);

/**
 * Lets calls of a database fail. `plan` names the fate of the next call whose statements match; each
 * plan is for one call. `calls` are the texts of all calls so far, those of a batch in one.
 */
export function losingAnswers(client: Client) {
  const planned: Planned[] = [];
  const calls: string[] = [];
  const [execute, batch] = [client.execute.bind(client), client.batch.bind(client)];

  async function meet<T>(text: string, run: () => Promise<T>): Promise<T> {
    calls.push(text);
    const at = planned.findIndex(({ of }) => of.test(text));
    const [plan] = at < 0 ? [] : planned.splice(at, 1);
    if (!plan) return run();
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const done = opened.then(run);
    done.catch(() => undefined);
    const go = (): Promise<T> => {
      open();
      return done;
    };
    plan.meet(go);
    switch (plan.fate) {
      case "before":
      case "late":
        throw plan.error;
      case "after":
        await go();
        throw plan.error;
      case "dies":
        await go();
        return new Promise(() => undefined);
      case "held":
        return done;
    }
  }

  Object.assign(client, {
    execute: (given: InStatement, args?: InValue[]) =>
      meet(textOf(given), () =>
        typeof given === "string" && args ? execute(given, args) : execute(given),
      ),
    batch: (statements: InStatement[], mode?: "write") =>
      meet(statements.map(textOf).join(";\n"), () => batch(statements, mode)),
  });

  return {
    calls,
    plan: (of: RegExp, fate: Fate, error: Error = lost()): Met => {
      let reach = (): void => undefined;
      const reached = new Promise<void>((resolve) => (reach = resolve));
      let letGo = (): Promise<unknown> => Promise.reject(new Error("No call came so far."));
      planned.push({
        of,
        fate,
        error,
        meet(go) {
          letGo = go;
          reach();
        },
      });
      return {
        reached,
        async go() {
          const [ended] = await Promise.allSettled([letGo()]);
          return ended;
        },
      };
    },
    /** Plans that no call has met. */
    unmet: () => planned.length,
  };
}
