import { getDrawingUrl } from '#contract/pictures/drawn.ts'
import type { Picture } from '#contract/values.ts'

/** A stored picture: a generated drawing or an uploaded file. */
export type Media = { id: number; alt: string; file: string | null }

/** Crop: covers 4:3, portraits 1:1, gallery 4:5. */
type Frame = 'wide' | 'square' | 'tall'

/** Returns the URL of a picture in a crop. */
export const presentPicture = (media: Media, frame: Frame): Picture => ({
  _id: String(media.id),
  src: media.file ?? getDrawingUrl(media.id, frame),
  alt: media.alt,
})

/** Placeholder without alternative text. */
export const noPicture: Picture = { src: '/pictures/none.svg', alt: '' }

/** Returns the picture shown first: photographs before drawings, then the chosen cover; null without any. */
export function chooseCover<T extends { id: number; file: string | null }>(
  pictures: readonly T[],
  coverId: number | null,
): T | null {
  const photos = pictures.filter(({ file }) => file !== null)
  const chosen = (from: readonly T[]) => from.find(({ id }) => id === coverId) ?? from[0]
  return chosen(photos) ?? chosen(pictures) ?? null
}
