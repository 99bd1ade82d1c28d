/** Ends the product between two of its batches: nothing is written until it is started again. */
export function mortal() {
  const state = { left: Number.POSITIVE_INFINITY, isDead: false, killed: 0 };
  const wrap = <D extends object>(db: D): D =>
    new Proxy(db, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        if (name !== "batch" || typeof value !== "function") return value;
        return async (...args: unknown[]) => {
          if (!state.isDead && state.left-- <= 0) {
            state.isDead = true;
            state.killed++;
          }
          if (state.isDead) throw new Error("killed");
          return Reflect.apply(value, of, args) as unknown;
        };
      },
    });
  return {
    wrap,
    state,
    /** Dies after so many batches. */
    arm: (batches: number) => void (state.left = batches),
    restart: () => Object.assign(state, { isDead: false, left: Number.POSITIVE_INFINITY }),
  };
}
