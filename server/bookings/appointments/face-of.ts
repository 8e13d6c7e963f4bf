import { noPicture, pictureOf } from '#server/providers/index.ts'
import type { providersShown } from './appointment-queries.ts'

type Shown = Awaited<ReturnType<typeof providersShown>>[number]

/** The face of an artist, square; an empty picture where there is none. */
export const faceOf = (provider: Shown | undefined) =>
  provider?.media_id
    ? pictureOf({ id: provider.media_id, alt: provider.alt ?? '', file: provider.file ?? null }, 'square')
    : noPicture
