/** A data module of the Worker's bundle (wrangler's rule for `*.bin`). */
declare module "*.bin" {
  const bytes: ArrayBuffer;
  export default bytes;
}
