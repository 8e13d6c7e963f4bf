import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { decodeHeic } from './heic.ts'
import { loadSharp as library } from './draw-pixels.ts'

/** Maximum pixels: above any phone camera, against decompression bombs. */
const MOST_PIXELS = 60_000_000
/** Limit of WebP and AVIF with a margin. */
const LONGEST_SIDE = 16_000
const MOST_TIMES_LONGER = 20

const isPictureShape = (width: number, height: number): boolean =>
  width > 0 &&
  height > 0 &&
  width * height <= MOST_PIXELS &&
  Math.max(width, height) <= Math.min(LONGEST_SIDE, MOST_TIMES_LONGER * Math.min(width, height))

export type PictureType = 'png' | 'jpeg' | 'heic'

const startsWith = (bytes: Buffer, at: number, text: string) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

export function detectPictureType(bytes: Buffer): PictureType | null {
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return 'jpeg'
  if (
    startsWith(bytes, 4, 'ftyp') &&
    ['heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1'].includes(bytes.subarray(8, 12).toString('latin1'))
  )
    return 'heic'
  return null
}

export type DecodedPicture = { width: number; height: number; pixels: () => Sharp }

const formats: Record<PictureType, string> = { png: 'png', jpeg: 'jpeg', heic: 'heif' }

/** Opens a picture upright for re-encoding. Returns null if its content is invalid. */
export async function openPicture(bytes: Buffer, type: PictureType): Promise<DecodedPicture | null> {
  const sharp = await library()
  try {
    const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' as const, pages: 1 }
    const { format, width = 0, height = 0, orientation = 1, compression } = await sharp(bytes, options).metadata()
    if (format !== formats[type] || !isPictureShape(width, height)) return null
    if (type === 'heic') {
      if (compression !== 'hevc') return null
      // The decoder applies the orientation.
      const raster = await decodeHeic(bytes, MOST_PIXELS)
      if (!raster || !isPictureShape(raster.width, raster.height)) return null
      const raw = { width: raster.width, height: raster.height, channels: 4 as const }
      return { width: raster.width, height: raster.height, pixels: () => sharp(raster.data, { raw }).removeAlpha() }
    }
    // Decodes it fully once, so that truncated files are rejected.
    await sharp(bytes, options).resize({ width: 64 }).raw().toBuffer()
    const turned = orientation >= 5
    return {
      width: turned ? height : width,
      height: turned ? width : height,
      pixels: () => sharp(bytes, options).rotate().flatten({ background: '#ffffff' }).toColourspace('srgb'),
    }
  } catch {
    return null
  }
}

export type EncodedFile = { width: number; format: 'webp' | 'avif' | 'jpg'; bytes: Buffer }

/** Encodes a picture without metadata in ascending widths, without enlarging. JPEG once, as a fallback. */
export async function writeAnew(
  { pixels }: DecodedPicture,
  widths: readonly number[],
  jpegWidth: number,
): Promise<{ files: EncodedFile[]; blur: string }> {
  const sharp = await library()
  // Decoded once, at the largest width.
  const { data, info } = await pixels()
    .resize({ width: widths.at(-1), withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const files: EncodedFile[] = []
  for (const format of ['webp', 'avif', 'jpg'] as const) {
    let whole: Buffer | undefined
    for (const width of format === 'jpg' ? [jpegWidth] : widths) {
      const bytes = whole ?? (await encoded(sharp(data), width, format))
      files.push({ width, format, bytes })
      if (width >= info.width) whole = bytes
    }
  }
  return { files, blur: await blurOf(data) }
}

function encoded(picture: Sharp, width: number, format: EncodedFile['format']): Promise<Buffer> {
  const sized = picture.resize({ width, withoutEnlargement: true })
  if (format === 'webp') return sized.webp({ quality: 80, effort: 3 }).toBuffer()
  if (format === 'avif') return sized.avif({ quality: 55, effort: 2 }).toBuffer()
  return sized.jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}

/** Left and top are fractions of the sides, `size` of the shorter one. */
export async function cropSquare(
  bytes: Buffer,
  { x, y, size }: { x: number; y: number; size: number },
): Promise<DecodedPicture> {
  const sharp = await library()
  const { width, height } = await sharp(bytes).metadata()
  const side = Math.max(1, Math.round(Math.min(width, height) * size))
  const left = Math.min(Math.max(0, Math.round(x * width)), width - side)
  const top = Math.min(Math.max(0, Math.round(y * height)), height - side)
  return { width: side, height: side, pixels: () => sharp(bytes).extract({ left, top, width: side, height: side }) }
}

export const encodeJpeg = ({ pixels }: DecodedPicture, width: number): Promise<Buffer> =>
  encoded(pixels(), width, 'jpg')

async function blurOf(bytes: Buffer): Promise<string> {
  const { data, info } = await (await library())(bytes)
    .resize(100, 100, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64url')
}
