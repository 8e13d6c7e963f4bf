/** Hints about the quality of a picture. A hint never refuses a picture. */
export type PictureHint = 'small' | 'dark' | 'bright' | 'blurred'

/** A picture as brightness from 0 to 255, row by row. */
export interface GreyPicture {
  width: number
  height: number
  values: Uint8Array
}

/** Pixels of the shorter side below which a picture looks soft on a large screen. */
export const smallBelow = 800
// The sharpest part counts, because the background of a good portrait is often out of focus on purpose.
const parts = 4
const blurredBelow = 60
// Highlights and shadows count, not the average: deep skin on a dark background is no mistake.
const darkBelow = 70
const brightAbove = 200

/** Converts RGBA pixels to brightness (Rec. 709 luma). */
export function toGrey({ width, height, data }: Pick<ImageData, 'width' | 'height' | 'data'>): GreyPicture {
  const values = new Uint8Array(width * height)
  for (let i = 0; i < values.length; i++) {
    const at = i * 4
    const [red, green, blue] = [data[at], data[at + 1], data[at + 2]] as [number, number, number]
    values[i] = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
  }
  return { width, height, values }
}

/** Returns the variance of the Laplacian in the sharpest of 16 parts. Blurred pictures have a low value. */
export function measureSharpness({ width, height, values }: GreyPicture): number {
  const at = (x: number, y: number) => values[y * width + x] as number
  let sharpest = 0
  for (let row = 0; row < parts; row++)
    for (let column = 0; column < parts; column++) {
      const [left, right] = [column, column + 1].map((n) => Math.floor((n * width) / parts)) as [number, number]
      const [top, bottom] = [row, row + 1].map((n) => Math.floor((n * height) / parts)) as [number, number]
      let [sum, squares, count] = [0, 0, 0]
      for (let y = Math.max(1, top); y < Math.min(bottom, height - 1); y++)
        for (let x = Math.max(1, left); x < Math.min(right, width - 1); x++) {
          const value = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y)
          sum += value
          squares += value * value
          count++
        }
      if (count > 0) sharpest = Math.max(sharpest, squares / count - (sum / count) ** 2)
    }
  return sharpest
}

/** Returns the brightness that a share from 0 to 1 of the pixels stays at or below. */
export function findBrightness({ values }: GreyPicture, share: number): number {
  const counts = new Uint32Array(256)
  for (const value of values) counts[value] = (counts[value] as number) + 1
  let seen = 0
  for (const [value, count] of counts.entries()) {
    seen += count
    if (seen >= share * values.length) return value
  }
  return 255
}

/** Returns the hints for a picture of that size in pixels, with a small copy of it in grey. */
export function findHints(size: { width: number; height: number }, grey: GreyPicture): PictureHint[] {
  const hints: PictureHint[] = []
  if (Math.min(size.width, size.height) < smallBelow) hints.push('small')
  if (findBrightness(grey, 0.95) < darkBelow) hints.push('dark')
  else if (findBrightness(grey, 0.05) > brightAbove) hints.push('bright')
  if (measureSharpness(grey) < blurredBelow) hints.push('blurred')
  return hints
}

const copyPixels = 512

/** Returns the hints for a file; none if this browser cannot decode it. Browser only. */
export async function readHints(file: Blob): Promise<PictureHint[]> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const size = { width: bitmap.width, height: bitmap.height }
    const scale = Math.min(1, copyPixels / Math.max(size.width, size.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(size.width * scale))
    canvas.height = Math.max(1, Math.round(size.height * scale))
    const brush = canvas.getContext('2d', { willReadFrequently: true })
    if (!brush) return []
    brush.imageSmoothingQuality = 'high'
    brush.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return findHints(size, toGrey(brush.getImageData(0, 0, canvas.width, canvas.height)))
  } catch {
    return []
  }
}
