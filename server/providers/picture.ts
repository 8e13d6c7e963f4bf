import { drawnSrc } from '#contract/pictures/drawn.ts'
import type { Picture } from '#contract/values.ts'

/** A stored picture: drawn from its data, or an upload's file. */
export type Media = { id: number; alt: string; file: string | null }

/** How a picture is cut: covers 4:3, faces 1:1, gallery 4:5. */
export type Frame = 'wide' | 'square' | 'tall'

/** Where the browser finds a picture in that frame. */
export const pictureOf = (media: Media, frame: Frame): Picture => ({
  _id: String(media.id),
  src: media.file ?? drawnSrc(media.id, frame),
  alt: media.alt,
})

/** What stands where a provider has no picture yet: nothing to see, nothing to say. */
export const noPicture: Picture = { src: '/pictures/none.svg', alt: '' }
