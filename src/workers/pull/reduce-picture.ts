import { imageSize } from 'image-size';

/** The longer side of a kept copy, in pixels. */
const MOST_PIXELS = 1_600;
const QUALITY = 0.8;
/** Formats that every browser decodes. */
const FORMATS: ReadonlySet<string | undefined> = new Set([
  'jpg',
  'png',
  'gif',
  'webp',
]);
/** Decoded, a picture takes four bytes a pixel: small files may say that they are huge. */
const MOST_SOURCE_PIXELS = 64_000_000;

/**
 * A copy of at most `MOST_PIXELS` on its longer side, as JPEG, turned as the camera
 * said. A picture that is small already stays as it is.
 * @returns undefined for a file that is no such picture, whatever its name says, or too
 * large to be decoded here.
 */
export async function reducePicture(file: Blob): Promise<Blob | undefined> {
  const size = sizeOf(new Uint8Array(await file.arrayBuffer()));
  if (!size) return undefined;
  const longer = Math.max(size.width, size.height);
  const isWide = size.width >= size.height;
  const picture = await createImageBitmap(
    file,
    longer <= MOST_PIXELS
      ? {}
      : {
          ...(isWide
            ? { resizeWidth: MOST_PIXELS }
            : { resizeHeight: MOST_PIXELS }),
          resizeQuality: 'high',
        },
  ).catch(() => undefined);
  if (!picture) return undefined;
  try {
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    if (!context) return undefined;
    // JPEG knows no transparency: what is not drawn would be black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0);
    const copy = await canvas.convertToBlob({
      type: 'image/jpeg',
      quality: QUALITY,
    });
    return longer <= MOST_PIXELS && file.size <= copy.size ? file : copy;
  } finally {
    picture.close();
  }
}

/** Width and height as the camera turned it; undefined for what is not decoded. */
function sizeOf(
  bytes: Uint8Array,
): { width: number; height: number } | undefined {
  try {
    const { type, width, height, orientation = 1 } = imageSize(bytes);
    if (!FORMATS.has(type)) return undefined;
    if (width * height > MOST_SOURCE_PIXELS || width * height === 0) {
      return undefined;
    }
    return orientation > 4
      ? { width: height, height: width }
      : { width, height };
  } catch {
    return undefined;
  }
}
