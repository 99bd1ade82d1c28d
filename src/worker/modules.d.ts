/** A text module of the Worker's bundle (wrangler's rule for `*.sql`). */
declare module "*.sql" {
  const text: string;
  export default text;
}
