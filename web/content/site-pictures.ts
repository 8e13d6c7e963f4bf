import { getSiteDrawingUrl } from '#contract/pictures/drawn.ts'

/** A stock drawing, rendered by the server under a fixed name. */
export interface SitePicture {
  src: string
  alt: string
}

const alts = {
  'hero-1': 'Copper lids and a red lip on deep skin, coils worn full',
  'hero-2': 'Petrol lid on light skin, closed eye',
  'hero-3': 'Red pressed powder with a woven pattern',
  'hero-4': 'Ten foundation shades in swatches, deepest to lightest',
  'hero-5': 'Nails in marigold, bone, lacquer and petrol on deep skin',
  'hero-6': 'Copper waves',
  'hero-7': 'Deep plum lips on medium deep skin',
  'hero-8': 'Low braided updo with pearls, back of the head',
  'hero-9': 'Copper powder with a pressed sun',
  'hero-10': 'Box braids with gold cuffs',
  'join-1': 'Pressed copper powder with waves',
  'join-2': 'Braids with gold cuffs on lilac',
  'join-3': 'Painted nails on deep skin, marigold ground',
  'join-4': 'Red lips on deep skin',
  'join-5': 'Brush strokes of lilac and bone on petrol',
  'join-6': 'Moss lid on medium skin, closed eye',
  'halloween-1': 'Half of a face painted as a skull, the other half with a red lip',
  'halloween-2': 'Green scales painted from the temple to the cheek, petrol lips',
  'halloween-3': 'Stitches painted on forehead and cheek, bruised lid and berry lips',
  'halloween-4': 'Long lacquered nails',
  'happy-1': 'Nails in lilac and sky on pistachio',
  'happy-2': 'A bouquet in sky and lilac',
  'happy-3': 'Soft waves on pistachio',
  'happy-4': 'Bare lid with a little shimmer, closed eye',
  'lesson-1': 'A mirror and brushes laid out for a lesson',
  'lesson-2': 'An open palette beside a hand mirror',
  'lesson-3': 'Foundation swatches on an arm',
  'lesson-4': 'Coils and a wide comb',
  'lesson-5': 'Pins, combs and a finished updo',
  'lesson-6': 'Two mirrors side by side',
} as const

export type SitePictureName = keyof typeof alts

export const getSitePicture = (name: SitePictureName): SitePicture => ({
  src: getSiteDrawingUrl(name),
  alt: alts[name],
})

/** The ten palette pictures in order. */
export const heroPalette: readonly SitePicture[] = (
  ['hero-1', 'hero-2', 'hero-3', 'hero-4', 'hero-5', 'hero-6', 'hero-7', 'hero-8', 'hero-9', 'hero-10'] as const
).map(getSitePicture)
