import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { beforeAfter, PersonPictures } from '#contract/reviews/before-after.ts'
import { beforeAfterConsent, consentWords } from '#contract/reviews/before-after-words.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import type { Reviewed } from '#server/reviews/queries.ts'
import { pairOf, wordsOf } from './pair-queries.ts'
import { picturedByKey } from './pictured-by-key.ts'
import { presentPair } from './present-pair.ts'

type Said = PersonPictures['said'][number]['said']

/** What somebody reads of pictures of themselves, by their own link. */
export async function showOwnPictures(
  ctx: Context,
  { key }: InputOf<typeof beforeAfter.show>,
): Promise<OutputOf<typeof beforeAfter.show>> {
  const { a, guestId } = await picturedByKey(ctx, key)
  return picturesOfPerson(ctx, a, guestId)
}

/** The same, of an appointment that was looked up. */
export async function picturesOfPerson(ctx: Context, a: Reviewed, guestId: string | null): Promise<PersonPictures> {
  const whose = { appointmentId: a.id, guestId }
  const pair = await pairOf(ctx.db, whose)
  const yes = consentWords(a.provider_name, false)
  return {
    provider: a.provider_name,
    countryCode: a.country_code as CountryCode,
    pair: pair ? presentPair(pair) : null,
    consent: {
      version: beforeAfterConsent.version,
      yes,
      gallery: consentWords(a.provider_name, true).slice(yes.length).trim(),
    },
    said: (await wordsOf(ctx.db, whose)).map(({ said, at }) => ({ said: said as Said, at: at.toISOString() })),
  }
}
