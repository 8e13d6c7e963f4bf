import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { mostAtOnce } from '#contract/offers/lifecycle-request.ts'
import type { requests } from '#contract/offers/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { askAll, ownAsked } from './ask-all.ts'

type Answer = OutputOf<typeof requests.ask>

/** Asks artists for a search. Throws `too_many_asked` where more than five of the event would be open, and `already_asked`. */
export async function askArtists(
  ctx: Context,
  { quoteId, profiles, type }: InputOf<typeof requests.ask>,
): Promise<Answer> {
  const named = [...new Set(profiles)]
  if (named.length > mostAtOnce) throw new Refusal('too_many_asked')
  const asked = await ownAsked(ctx, quoteId)
  return askAll(
    ctx,
    asked,
    named.map((profileId) => ({ profileId, mode: type })),
    'new',
  )
}
