import { type Sender, senderOf } from '#server/notifications/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { faultFields } from '#server/platform/log.ts'
import { clearAct } from '#server/search/acts/door.ts'
import { endWithTeam } from '#server/offers/team-up/end-with-team.ts'
import { othersFor } from './others-for.ts'
import { tellEnd } from './tell-end.ts'
import {
  dueOffers,
  dueRequests,
  halfDueOffers,
  halfDueRequests,
  markOfferHalf,
  takenOffers,
} from '#server/offers/due-queries.ts'
import { endOffer } from '#server/offers/offer-queries.ts'
import {
  changeRequest,
  moveRequest,
  lockEvent,
  requestById,
  requestForUpdate,
  type RequestRow,
} from './request-queries.ts'
import { saveSignals } from '#server/offers/signals/signals.ts'
import { tellCustomer, tellProvider } from '#server/offers/tell.ts'
import { factsOf } from '#server/offers/tell-queries.ts'

const AT_ONCE = 200

/** What time does to requests and offers: ends those whose time is up or taken, and warns once at half time. */
export async function endRequests(ctx: Context): Promise<void> {
  const sender = await senderOf(ctx)
  const each = async <T extends { id: string }>(rows: readonly T[], work: (row: T) => Promise<void>) => {
    for (const row of rows) {
      // One that cannot be ended must not keep the others from it.
      await work(row).catch((fault) => ctx.log.error(faultFields(fault), `request ${row.id}`))
    }
  }
  await each(await dueRequests(ctx.db, ctx.now, AT_ONCE), ({ id }) => expireRequest(ctx, sender, id))
  await each(await dueOffers(ctx.db, ctx.now, AT_ONCE), ({ id }) => expireOffer(ctx, sender, id, true))
  await each(await takenOffers(ctx.db, ctx.now, AT_ONCE), ({ id }) => expireOffer(ctx, sender, id, false))
  await each(await halfDueRequests(ctx.db, ctx.now, AT_ONCE), ({ id }) =>
    ctx.transaction(async (tx) => {
      const request = await requestForUpdate(tx.db, id)
      if (request?.state !== 'requested' || request.half_told_at) return
      await changeRequest(tx.db, id, { half_told_at: tx.now })
      await tellProvider(tx, sender, request, 'request.half')
    }),
  )
  await each(await halfDueOffers(ctx.db, ctx.now, AT_ONCE), ({ id, request_id, quote_id, version, ends_at }) =>
    ctx.transaction(async (tx) => {
      if (!(await markOfferHalf(tx.db, id, tx.now))) return
      const request = await requestById(tx.db, request_id)
      if (request)
        await tellCustomer(tx, sender, request, 'offer.half', {
          quoteId: quote_id,
          ends: ends_at,
          fact: `offer.half ${request_id} ${version}`,
        })
    }),
  )
}

async function expireRequest(ctx: Context, sender: Sender, id: string): Promise<void> {
  const known = await requestById(ctx.db, id)
  if (!known) return
  const others = await othersFor(ctx, known.search_id)
  await ctx.transaction(async (tx) => {
    await lockEvent(tx.db, known.event_key)
    const request = await requestForUpdate(tx.db, id)
    if (!request || request.ends_at > tx.now) return
    if (!(await moveRequest(tx.db, id, 'expire'))) return
    // What never went out ends in silence: nobody was asked. Of a team nothing goes out then.
    if (request.state === 'unconfirmed') {
      await clearOf(tx, request)
      return endWithTeam(tx, sender, request)
    }
    await tellEnd(tx, sender, request, 'request.expired.customer', { values: others })
    await tellProvider(tx, sender, request, 'request.expired.provider')
    await saveSignals(tx, request.provider_id)
    await announceProvider(tx, request)
  })
}

/** Ends an offer whose time is up, or whose time somebody else has booked. */
async function expireOffer(ctx: Context, sender: Sender, requestId: string, byTime: boolean): Promise<void> {
  const known = await requestById(ctx.db, requestId)
  if (!known) return
  await ctx.transaction(async (tx) => {
    await lockEvent(tx.db, known.event_key)
    const request = await requestForUpdate(tx.db, requestId)
    if (request?.state !== 'offered' || !request.open) return
    const ended = await endOffer(tx.db, requestId, 'expire', tx.now)
    if (!ended) return
    await tellEnd(tx, sender, request, 'offer.expired.customer', { quoteId: ended.quote_id })
    if (byTime) await tellProvider(tx, sender, request, 'offer.expired.provider', { quoteId: ended.quote_id })
    await announceProvider(tx, request)
  })
}

async function clearOf(ctx: Context, request: RequestRow): Promise<void> {
  await clearAct(ctx, request.search_id, request.provider_id)
  await announce(ctx, {
    to: [`account:${request.account_id}`, `search:${request.search_id}`],
    kind: 'request.ended',
    ref: request.id,
  })
}

async function announceProvider(ctx: Context, request: RequestRow): Promise<void> {
  const { providerAccount } = await factsOf(ctx.db, request.id, request.quote_id)
  if (providerAccount)
    await announce(ctx, { to: [`account:${providerAccount}`], kind: 'request.ended', ref: request.id })
}
