/** A data module of the Worker's bundle (wrangler's rule for `*.bin`). */
declare module "*.bin" {
  const bytes: ArrayBuffer;
  export default bytes;
}

/** A text module of the Worker's bundle (wrangler's rule for `*.sql`). */
declare module "*.sql" {
  const text: string;
  export default text;
}
