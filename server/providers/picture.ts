import { artVersion, getDrawingUrl } from '#contract/pictures/drawn.ts'
import type { Picture } from '#contract/values.ts'

export type Media = { id: number; alt: string; file: string | null }

/** Crop: covers 4:3, portraits 1:1, gallery 4:5. */
type Frame = 'wide' | 'square' | 'tall'

export const presentPicture = (media: Media, frame: Frame): Picture => ({
  _id: String(media.id),
  src: media.file ?? getDrawingUrl(media.id, frame),
  alt: media.alt,
})

/** Returns the picture of an artist without one: the initials of the name on the pans of a palette. */
export function createPlaceholder(name: string): Picture {
  const words =
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  const letters = words.length > 1 ? `${words[0]?.[0]}${words.at(-1)?.[0]}` : words[0]?.[0]
  return letters ? { src: `/pictures/initials-${letters}.svg?v=${artVersion}`, alt: '' } : noPicture
}

const noPicture: Picture = { src: '/pictures/none.svg', alt: '' }

/** Photographs come before drawings, then the chosen cover. Null without pictures. */
export function chooseCover<T extends { id: number; file: string | null }>(
  pictures: readonly T[],
  coverId: number | null,
): T | null {
  const photos = pictures.filter(({ file }) => file !== null)
  const chosen = (from: readonly T[]) => from.find(({ id }) => id === coverId) ?? from[0]
  return chosen(photos) ?? chosen(pictures) ?? null
}
