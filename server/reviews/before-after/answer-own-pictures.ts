import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { beforeAfter } from '#contract/reviews/before-after.ts'
import { beforeAfterConsent, consentWords } from '#contract/reviews/before-after-words.ts'
import { removeUpload } from '#server/pictures/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { dropFromAlbum, putInAlbum } from '#server/providers/index.ts'
import type { Reviewed } from '#server/reviews/queries.ts'
import { deletePair, holdPair, insertWord, showPair } from './pair-queries.ts'
import { picturedByKey } from './pictured-by-key.ts'
import { picturesOfPerson } from './show-own-pictures.ts'

type Answer = InputOf<typeof beforeAfter.answer>
type Pair = NonNullable<Awaited<ReturnType<typeof holdPair>>>

/** The very person of two pictures says whether others see them. A no, also after a yes, deletes them from pages, albums and the store at once. */
export async function answerOwnPictures(ctx: Context, answer: Answer): Promise<OutputOf<typeof beforeAfter.answer>> {
  const { a, guestId } = await picturedByKey(ctx, answer.key)
  // Who has read other words has not said yes to these.
  if (answer.yes && answer.version !== beforeAfterConsent.version) throw new Refusal('state_changed')
  const { shown, gone } = await ctx.transaction(async (tx) => {
    const pair = await holdPair(tx.db, { appointmentId: a.id, guestId })
    if (!pair) throw new Refusal('not_found')
    // Two others may stand in their place by now: nobody has said yes to what they have not seen.
    if (answer.yes && answer.pairId !== pair.id) throw new Refusal('state_changed')
    const gone = answer.yes ? await sayYes(tx, a, pair, answer) : await sayNo(tx, a, pair)
    return { shown: await picturesOfPerson(tx, a, guestId), gone }
  })
  for (const id of gone) await removeUpload(ctx, id)
  return shown
}

async function sayYes(tx: Context, a: Reviewed, pair: Pair, { gallery }: Answer): Promise<string[]> {
  const { id } = await insertWord(tx.db, {
    ...whose(pair),
    said: gallery ? 'gallery' : 'yes',
    version: beforeAfterConsent.version,
    words: consentWords(a.provider_name, gallery),
    at: tx.now,
  })
  const standing = [pair.before_media, pair.after_media].flatMap((media) => media ?? [])
  if (!gallery) {
    await showPair(tx.db, pair.id, { yes_id: id, before_media: null, after_media: null })
    await dropFromAlbum(tx, a.provider_id, standing)
    return []
  }
  await showPair(tx.db, pair.id, { yes_id: id, before_media: pair.before_media, after_media: pair.after_media })
  if (standing.length > 0) return []
  const media = await putInAlbum(tx, a.provider_id, 'Before and after', [
    { uploadId: pair.before_upload, alt: `Before, ${a.event || 'an appointment'}` },
    { uploadId: pair.after_upload, alt: `After, ${a.event || 'an appointment'}` },
  ])
  // An artist whose albums are full shows them beside the review alone.
  if (media)
    await showPair(tx.db, pair.id, { yes_id: id, before_media: media[0] ?? null, after_media: media[1] ?? null })
  return []
}

async function sayNo(tx: Context, a: Reviewed, pair: Pair): Promise<string[]> {
  await insertWord(tx.db, {
    ...whose(pair),
    said: 'no',
    version: beforeAfterConsent.version,
    words: `No to two pictures for ${a.provider_name}: they are deleted.`,
    at: tx.now,
  })
  return deletePair(tx.db, pair.id)
}

const whose = ({ appointment_id, guest_id }: Pair) => ({ appointment_id, guest_id })
