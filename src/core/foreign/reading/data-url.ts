import type { ImagePart, ImageType } from "../../conversation/message";

const DATA_URL = /^data:(image\/(?:png|jpeg|gif|webp));base64,(.+)$/s;

/** A picture that a record holds itself; one that is only linked stays a link. */
export function readDataUrl(url: string): ImagePart | undefined {
  const [, mediaType, base64] = DATA_URL.exec(url) ?? [];
  return mediaType === undefined || base64 === undefined
    ? undefined
    : { type: "image", mediaType: mediaType as ImageType, base64 };
}
