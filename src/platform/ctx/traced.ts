import type { Deps } from "./ctx.ts";

/**
 * Deps whose log lines, queue messages and calls of the companion carry the id of the request, or
 * of the tick, that they belong to, so that one search of the log finds everything it set off.
 */
export function traced<D extends Deps>(deps: D, trace: string): D {
  return {
    ...deps,
    log: (event, fields, level) => deps.log(event, { ...fields, request: trace }, level),
    queue: { send: (job, options) => deps.queue.send(job, { ...options, trace }) },
    mail: deps.mail.traced?.(trace) ?? deps.mail,
  };
}
