/** As wide and as high as a logo is drawn at most, on a fine screen. */
const MOST_PIXELS = 256;

/**
 * A picture as a data URL, made smaller where it is larger than a logo is drawn. Rejects what the browser
 * cannot read.
 */
export async function shrunk(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MOST_PIXELS / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const exact = canvas.toDataURL("image/png");
  // Photographs are large as PNG.
  return exact.length <= 48_000 ? exact : canvas.toDataURL("image/webp", 0.85);
}

/** A file as a data URL. Rejects what cannot be read. */
export const dataUrlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    // `readAsDataURL` gives text.
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error("the file cannot be read"));
    reader.readAsDataURL(file);
  });
