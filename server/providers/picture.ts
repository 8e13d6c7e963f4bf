import { getDrawingUrl } from '#contract/pictures/drawn.ts'
import type { Picture } from '#contract/values.ts'

/** A stored picture: drawn from its data, or an upload's file. */
export type Media = { id: number; alt: string; file: string | null }

/** How a picture is cut: covers 4:3, faces 1:1, gallery 4:5. */
type Frame = 'wide' | 'square' | 'tall'

/** Where the browser finds a picture in that frame. */
export const presentPicture = (media: Media, frame: Frame): Picture => ({
  _id: String(media.id),
  src: media.file ?? getDrawingUrl(media.id, frame),
  alt: media.alt,
})

/** What stands where a provider has no picture yet: nothing to see, nothing to say. */
export const noPicture: Picture = { src: '/pictures/none.svg', alt: '' }

/** Which of an artist's pictures is shown first: a photograph before any drawing, then the cover they chose; null where there is none. */
export function chooseCover<T extends { id: number; file: string | null }>(
  pictures: readonly T[],
  coverId: number | null,
): T | null {
  const photos = pictures.filter(({ file }) => file !== null)
  const chosen = (from: readonly T[]) => from.find(({ id }) => id === coverId) ?? from[0]
  return chosen(photos) ?? chosen(pictures) ?? null
}
