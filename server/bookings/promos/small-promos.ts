import { requester, settleOwn, visitorIn } from '#server/bookings/small-bookings.ts'
import { type TestRig, testNow } from '#server/test-rig.ts'

let made = 0
/** A spelling that no other code has. */
export const newCode = (): string => `SPRING${process.pid % 1000}${++made}`

/** A promo code of its own for each test: ten off the platform's fee, unless said otherwise. */
export const promoIn = (rig: TestRig, more: Record<string, unknown> = {}) =>
  rig.database.db
    .insertInto('promo_code')
    .values({
      country_code: 'GB',
      code: newCode(),
      ...('percent' in more ? {} : { amount_minor: 1_000 }),
      starts_at: testNow,
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** An artist whose makeup is dear enough for a fee that a code can come off. */
export const artistIn = (rig: TestRig, slug: string, cost = 30_000) =>
  settleOwn(rig, { slug, costs: { makeup: cost }, notice: 0 })

/** A time that somebody keeps, and what they do with a code on it. */
export async function heldIn(
  rig: TestRig,
  slug: string,
  details: object = requester(),
  search: Record<string, unknown> = {},
) {
  const leila = await visitorIn(rig, search, { details })
  const { hold } = (await leila.hold(slug)).body.data
  const add = (code: string, key?: string) => leila.call(`/v1/holds/${hold.id}/promo`, 'POST', { code }, key)
  const drop = () => leila.call(`/v1/holds/${hold.id}/promo/drop`, 'POST', {})
  const read = async () => (await leila.call(`/v1/holds/${hold.id}`)).body.data.hold
  const book = async (papers: Record<string, unknown> = {}) => {
    const paid = await leila.pay(hold.id, papers)
    if (paid.status !== 200) throw new Error(JSON.stringify(paid.body))
    await leila.card(paid.body.data.payment.clientSecret)
    const { appointmentId } = await read()
    return (await leila.call(`/v1/bookings/${appointmentId}`)).body.data.appointment
  }
  return { leila, hold, add, drop, read, book }
}
