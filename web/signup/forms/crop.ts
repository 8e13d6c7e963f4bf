import { percent } from '#contract/format.ts'
import { photoPixels } from '#contract/providers/profile-rules.ts'

export type Size = { width: number; height: number }
/** The square that is shown: left and top in parts of the picture, the side in parts of its shorter one. */
export type Crop = { x: number; y: number; size: number }

const shorter = ({ width, height }: Size) => Math.min(width, height)
const sideIn = (picture: Size, size: number) => ({
  x: (size * shorter(picture)) / picture.width,
  y: (size * shorter(picture)) / picture.height,
})

/** How small the square may get: never under 600 pixels, never under a quarter. */
export const leastSize = (picture: Size): number => Math.min(1, Math.max(0.25, photoPixels / shorter(picture)))

/** The same square inside the picture. */
function inside(picture: Size, crop: Crop): Crop {
  const size = Math.min(1, Math.max(leastSize(picture), crop.size))
  const side = sideIn(picture, size)
  const hold = (at: number, part: number) => Math.max(0, Math.min(1 - part, at))
  return { x: hold(crop.x, side.x), y: hold(crop.y, side.y), size }
}

/** The largest square around the middle; a little higher where faces are. */
export function firstCrop(picture: Size): Crop {
  const side = sideIn(picture, 1)
  return inside(picture, { x: (1 - side.x) / 2, y: (1 - side.y) / 3, size: 1 })
}

/** Moves the square by parts of its own side. */
export function moved(picture: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideIn(picture, crop.size)
  return inside(picture, { ...crop, x: crop.x + right * side.x, y: crop.y + down * side.y })
}

/** Makes the square larger or smaller around its middle. */
export function zoomed(picture: Size, crop: Crop, size: number): Crop {
  const before = sideIn(picture, crop.size)
  const next = Math.min(1, Math.max(leastSize(picture), size))
  const after = sideIn(picture, next)
  return inside(picture, { x: crop.x + (before.x - after.x) / 2, y: crop.y + (before.y - after.y) / 2, size: next })
}

/** How a picture lies behind a square window that shows the crop, in per cent of the window. */
export function placedBehind(picture: Size, crop: Crop): { width: string; left: string; top: string } {
  const side = sideIn(picture, crop.size)
  const share = (part: number) => `${percent(part).toFixed(3)}%`
  return { width: share(1 / side.x), left: share(-crop.x / side.x), top: share(-crop.y / side.y) }
}
