import { countOf } from '#contract/i18n/counts.ts'
import type { comingSoon } from '#contract/content/coming-soon.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Country } from '#contract/words.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { requestAddressConfirmation, notify, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { resolveEventPlace } from '#server/search/index.ts'
import { countArtistsReaching, endWait, insertWait, waitLookedAt, listDueWaits } from './coming-soon.queries.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

const atOnce = 200

/**
 * Subscribes an address to a notification when artists start near a place. If artists are already there, returns their
 * number and saves nothing.
 */
export async function waitForPlace(
  ctx: Context,
  { location, email }: InputOf<typeof comingSoon.wait>,
): Promise<OutputOf<typeof comingSoon.wait>> {
  const { countryCode, near } = await resolveEventPlace(ctx, await getCatalog(ctx.database), { location })
  const [lng, lat] = location.coordinates
  const spot = { country_code: countryCode, lat, lng }
  const place = location.address.placeName
  const artists = await countArtistsReaching(ctx.db, spot)
  if (artists > 0) return { open: { place, artists }, confirm: false }
  const sender = await getSender(ctx)
  return ctx.transaction(async (tx) => {
    await insertWait(tx.db, { ...spot, email: normaliseEmail(email), place_name: near }, tx.now)
    const confirm = await requestAddressConfirmation(tx, sender, { topic: 'place', email, country: countryCode })
    return { open: null, confirm }
  })
}

/** Notifies everyone who waits for a place with new artists once, and deletes their address. */
export async function notifyPlaceOpened(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  const due = await listDueWaits(ctx.db, atOnce)
  const still: number[] = []
  for (const wait of due) {
    const artists = await countArtistsReaching(ctx.reads, wait)
    if (artists === 0) {
      still.push(wait.id)
      continue
    }
    const place = wait.place_name.split(',')[0] ?? wait.place_name
    await ctx.transaction(async (tx) => {
      if (!(await endWait(tx.db, wait.id))) return
      await notify(tx, sender, {
        kind: 'soon.opened',
        to: { email: wait.email, country: wait.country_code as Country },
        values: { place, artists: countOf('artists', artists) },
        path: `/?near=${wait.lng.toFixed(3)},${wait.lat.toFixed(3)}`,
        fact: `soon.opened ${wait.id}`,
      })
    })
  }
  await waitLookedAt(ctx.db, still, ctx.now)
}
