import type { SentImage } from "../state/draft";

/** Providers reject larger images. */
const MAX_IMAGE_BYTES = 5_000_000;
const TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;

/** The supported images of a paste or drop; other files are ignored. */
export async function readImages(files: Iterable<File>): Promise<readonly SentImage[]> {
  const images: SentImage[] = [];
  for (const file of files) {
    const mediaType = TYPES.find((type) => type === file.type);
    if (mediaType !== undefined && file.size <= MAX_IMAGE_BYTES)
      images.push({ type: "image", mediaType, base64: await readBase64(file) });
  }
  return images;
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error ?? new Error("unreadable image"));
    reader.readAsDataURL(file);
  });
}
