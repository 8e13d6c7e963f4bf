import type { EndEffects } from '#contract/accounts/ends.ts'
import { formatDate } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { type ArtistEnd, type AccountDependants, findAccount, describeUnavailable } from '#server/accounts/index.ts'
import { notify, type Sender } from '#server/notifications/index.ts'
import { endRequestsOfArtist, endRequestsOfCustomer, openRequestsOf } from '#server/offers/index.ts'
import type { Context } from '#server/platform/context.ts'
import { type EndedHold, lockDiary, findProviderById, releaseHolds } from '#server/providers/index.ts'
import { endWaitingOfArtist, endWaitingOfCustomer, countWaitingPeople } from '#server/search/index.ts'
import { countAhead, findHold, listMatchingHolds, findSearchForBooking } from './holds.queries.ts'

/** Ends or previews the requests, offers, holds and waiting-list entries of an artist or customer. */
export const bookingDependants: AccountDependants = {
  endForArtist: async (ctx, sender, { providerId, reason }) => {
    await lockDiary(ctx.db, providerId)
    // Turns end first: releasing a hold during its turn would notify the next customer in the queue.
    const waiting = await endWaitingOfArtist(ctx, sender, { providerId, reason })
    const holds = await releaseHolds(ctx, { providerId }, { reason: 'artist_unavailable' })
    for (const hold of holds) await notifyHoldEnded(ctx, sender, hold, reason)
    const ended = await endRequestsOfArtist(ctx, sender, { providerId, reason })
    return { ...ended, holds: holds.length, waiting, bookings: await countAhead(ctx.db, { providerId }, ctx.now) }
  },
  endForCustomer: async (ctx, sender, { accountId, email, laterRequests }) => {
    const holds = await releaseHolds(ctx, { accountId }, { reason: 'released' })
    const ended = laterRequests
      ? countOpen(await openRequestsOf(ctx.db, { accountId }))
      : await endRequestsOfCustomer(ctx, sender, accountId)
    const waiting = await endWaitingOfCustomer(ctx, email)
    return { ...ended, holds: holds.length, waiting, bookings: await countAhead(ctx.db, { accountId }, ctx.now) }
  },
  previewForArtist: async (ctx, providerId) => ({
    ...countOpen(await openRequestsOf(ctx.db, { providerId })),
    holds: (await listMatchingHolds(ctx.db, { providerId })).length,
    waiting: await countWaitingPeople(ctx, { providerId }),
    bookings: await countAhead(ctx.db, { providerId }, ctx.now),
  }),
  previewForCustomer: async (ctx, { accountId, email }) => ({
    ...countOpen(await openRequestsOf(ctx.db, { accountId })),
    holds: (await listMatchingHolds(ctx.db, { accountId })).length,
    waiting: await countWaitingPeople(ctx, { email }),
    bookings: await countAhead(ctx.db, { accountId }, ctx.now),
  }),
}

const countOpen = (open: readonly { state: string }[]): Pick<EndEffects, 'requests' | 'offers'> => {
  const offers = open.filter(({ state }) => state === 'offered').length
  return { requests: open.length - offers, offers }
}

async function notifyHoldEnded(ctx: Context, sender: Sender, hold: EndedHold, reason: ArtistEnd): Promise<void> {
  // The waiting list already notifies these customers about the end of their turn.
  if ((await findHold(ctx.db, hold.id))?.freed) return
  const account = hold.accountId ? await findAccount(ctx.db, hold.accountId) : undefined
  const search = account && (await findSearchForBooking(ctx.db, hold.searchId))
  const artist = search && (await findProviderById(ctx.db, hold.providerId))
  if (!account || !search || !artist) return
  await notify(ctx, sender, {
    kind: 'hold.unavailable',
    to: { email: account.email, name: account.name, accountId: account.id, country: search.country_code },
    path: `/quotes/${search.id}`,
    fact: `hold.unavailable ${hold.id}`,
    values: {
      name: artist.name,
      why: describeUnavailable(artist.name, reason),
      date: formatDate(search.event_date, search.country_code as Country, ctx.now.getUTCFullYear()),
      payLine: hold.paying ? 'We cancelled your payment, so your card will not be charged.' : null,
    },
  })
}
