import type { Page } from "playwright-core";

/** One picture of an animation and how long it stays. */
export interface Frame {
  readonly webp: Buffer;
  readonly ms: number;
}

/** A PNG as WebP of at most this width, made by the browser: no encoder of our own, and a tenth of the size. */
export async function encodeWebp(page: Page, png: Buffer, maxWidth: number): Promise<Buffer> {
  const data = await page.evaluate<string>(`(async () => {
    const file = await fetch("data:image/png;base64,${png.toString("base64")}");
    const image = await createImageBitmap(await file.blob());
    const scale = Math.min(1, ${maxWidth} / image.width);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    const context = canvas.getContext("2d", { alpha: false });
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/webp", 0.86).split(",")[1];
  })()`);
  return Buffer.from(data, "base64");
}

/**
 * Puts pictures of one size into one animation that repeats
 * (https://developers.google.com/speed/webp/docs/riff_container).
 */
export function animateWebp(frames: readonly Frame[]): Buffer {
  const first = frames[0];
  if (first === undefined) throw new Error("An animation needs a picture.");
  const { width, height } = sizeOf(first.webp);
  const extended = chunk(
    "VP8X",
    Buffer.concat([Buffer.from([ANIMATED, 0, 0, 0]), uint24(width - 1), uint24(height - 1)]),
  );
  const forever = chunk("ANIM", Buffer.alloc(6));
  const pictures = frames.map(({ webp, ms }) =>
    chunk(
      "ANMF",
      Buffer.concat([
        uint24(0),
        uint24(0),
        uint24(width - 1),
        uint24(height - 1),
        uint24(ms),
        Buffer.from([REPLACES]),
        bitstreamOf(webp),
      ]),
    ),
  );
  const body = Buffer.concat([Buffer.from("WEBP"), extended, forever, ...pictures]);
  return Buffer.concat([Buffer.from("RIFF"), uint32(body.length), body]);
}

const ANIMATED = 0b10;
/** A picture takes the place of the one before instead of being blended with it. */
const REPLACES = 0b10;
const HEADER_BYTES = 12;
/** Where a lossy bitstream states its size: after the chunk's head, the frame tag and the start code. */
const SIZE_AT = 8 + 3 + 3;

/** The picture data of a simple WebP file, with the head of its chunk. */
function bitstreamOf(webp: Buffer): Buffer {
  for (let at = HEADER_BYTES; at + 8 <= webp.length; ) {
    const bytes = 8 + webp.readUInt32LE(at + 4);
    if (webp.toString("latin1", at, at + 4) === "VP8 ") return padded(webp.subarray(at, at + bytes));
    at += bytes + (bytes % 2);
  }
  throw new Error("The picture is not a lossy WebP file.");
}

function sizeOf(webp: Buffer): { readonly width: number; readonly height: number } {
  const bits = bitstreamOf(webp);
  return { width: bits.readUInt16LE(SIZE_AT) & 0x3fff, height: bits.readUInt16LE(SIZE_AT + 2) & 0x3fff };
}

const chunk = (name: string, payload: Buffer): Buffer =>
  padded(Buffer.concat([Buffer.from(name), uint32(payload.length), payload]));
const padded = (bytes: Buffer): Buffer => (bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]));

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
