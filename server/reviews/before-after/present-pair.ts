import type { BeforeAfter } from '#contract/reviews/before-after.ts'
import type { Picture } from '#contract/values.ts'
import { fileUrlOf } from '#server/pictures/door.ts'
import type { PairRow } from './pair-queries.ts'

/** A pair as those see it who may. */
export const presentPair = (row: PairRow): BeforeAfter => ({
  id: row.id,
  before: pictureOf('Before', { id: row.before_upload, folder: row.before_folder, thumbhash: row.before_hash }),
  after: pictureOf('After', { id: row.after_upload, folder: row.after_folder, thumbhash: row.after_hash }),
  addedBy: row.added_by as BeforeAfter['addedBy'],
  yes:
    row.yes_id !== null && row.said_at
      ? {
          at: row.said_at.toISOString(),
          version: row.version ?? 1,
          words: row.words ?? '',
          gallery: row.said === 'gallery',
        }
      : null,
})

const pictureOf = (alt: string, upload: Parameters<typeof fileUrlOf>[0]): Picture => ({ src: fileUrlOf(upload), alt })
