import { actingAs, newKey, requester, settleOwn, visitorIn } from '#server/bookings/small-bookings.ts'
import { confirmedAddress } from '#server/notifications/confirming/confirmed-address.ts'
import { insertBusy } from '#server/search/matching/small-town.ts'
import { type TestRig, testNow } from '#server/test-rig.ts'

const needsProof = '4000002500003155'

/** An artist with a request, an offer, a hold in payment and a waiting list, each of another customer. */
export async function busyArtist(rig: TestRig, slug: string) {
  const { db } = rig.database
  const artist = await settleOwn(rig, { slug })
  const act = await actingAs(rig, artist.accountId)
  const people = {
    asking: requester(),
    offered: requester(),
    paying: requester(),
    waiting: { email: `waits-${newKey()}@mail.example` },
  }
  const ask = async (who: object, eventDate: string) => {
    const one = await visitorIn(rig, { eventDate }, { details: who })
    const asked = await one.call(`/v1/quotes/${one.id}/requests`, 'POST', { profiles: [slug] })
    const { id } = asked.body.data.requests[0]
    await db.updateTable('request').set({ state: 'requested', confirmed_at: testNow }).where('id', '=', id).execute()
    return { ...one, requestId: id as string }
  }
  const paying = await visitorIn(rig, { eventDate: '2027-06-19' }, { details: people.paying })
  const { hold } = (await paying.hold(slug)).body.data
  const { payment } = (await paying.pay(hold.id, { requester: people.paying })).body.data
  await paying.card(payment.clientSecret, needsProof)
  await db.updateTable('provider').set({ instant_booking: false }).where('id', '=', artist.id).execute()
  await ask(people.asking, '2027-06-12')
  const offered = await ask(people.offered, '2027-06-26')
  if ((await act(`/v1/providers/me/requests/${offered.requestId}/offer`, 'POST', {})).status !== 200)
    throw new Error('the set-up failed')
  await insertBusy(rig, artist, '2027-07-03T08:00:00Z', '2027-07-03T16:00:00Z')
  const waiting = await visitorIn(rig, { eventDate: '2027-07-03' })
  await confirmedAddress(rig, people.waiting.email, 'alert')
  const join = { profileId: slug, type: 'mobile', email: people.waiting.email }
  if ((await waiting.call(`/v1/quotes/${waiting.id}/waiting`, 'POST', join)).status !== 200)
    throw new Error('the set-up failed')
  const mails = async (email: string) =>
    db
      .selectFrom('outbox')
      .select(['kind', 'body'])
      .where('address', '=', email)
      .where('channel', '=', 'mail')
      .execute()
  const open = async () => ({
    requests: await db
      .selectFrom('request')
      .select(['state'])
      .where('provider_id', '=', artist.id)
      .orderBy('event_date')
      .execute(),
    holds: await db.selectFrom('hold').select(['state', 'end_reason']).where('provider_id', '=', artist.id).execute(),
    waiting: await db.selectFrom('freed_alert').select('id').where('provider_id', '=', artist.id).execute(),
  })
  return { artist, act, people, paying, hold, payment, offered, mails, open }
}
