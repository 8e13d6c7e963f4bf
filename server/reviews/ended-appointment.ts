import { randomBytes, randomUUID } from 'node:crypto'
import type { TestRig } from '#server/test-rig.ts'

/** Puts an appointment of Ana's with a provider into the diary, two hours long and over at that instant; answers its id. For tests. */
export async function endedAppointment(
  rig: Pick<TestRig, 'database'>,
  {
    providerId,
    endsAt,
    state = 'booked',
    noShowOf = null,
  }: { providerId: string; endsAt: Date; state?: string; noShowOf?: 'customer' | 'provider' | null },
): Promise<{ id: string; searchId: string }> {
  const { db } = rig.database
  const { id: accountId } = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'ana@primp.test')
    .executeTakeFirstOrThrow()
  const { category_id } = await db.selectFrom('search').select('category_id').limit(1).executeTakeFirstOrThrow()
  const startsAt = new Date(endsAt.getTime() - 2 * 3_600_000)
  const day = startsAt.toISOString().slice(0, 10)
  const searchId = randomBytes(15).toString('base64url')
  await db
    .insertInto('search')
    .values({
      id: searchId,
      account_id: accountId,
      category_id,
      country_code: 'GB',
      place_name: 'Hackney, London',
      area: 'Hackney',
      location: '{}',
      lat: 51.545,
      lng: -0.055,
      tz: 'Europe/London',
      event_date: day,
      finish_time: '13:30',
      people: '[]',
    })
    .execute()
  const quoteId = randomUUID()
  await db
    .insertInto('quote')
    .values({
      id: quoteId,
      search_id: searchId,
      provider_id: providerId,
      mode: 'mobile',
      version: 1,
      hash: 'x',
      body: '{}',
      total_minor: 55_200,
      deposit_minor: 13_800,
      currency: 'GBP',
      expires_at: endsAt,
    })
    .execute()
  const { id } = await db
    .insertInto('appointment')
    .values({
      search_id: searchId,
      quote_id: quoteId,
      account_id: accountId,
      provider_id: providerId,
      mode: 'mobile',
      state,
      no_show_of: noShowOf,
      cancelled_by: state === 'cancelled' ? 'customer' : null,
      country_code: 'GB',
      tz: 'Europe/London',
      event_date: day,
      event: 'Wedding',
      place: 'Hackney, London',
      starts_at: startsAt,
      ends_at: endsAt,
      ready_at: endsAt,
      buffer_minutes: 15,
      lat: 51.545,
      lng: -0.055,
      policy: 'fair',
      booked_at: new Date(startsAt.getTime() - 30 * 86_400_000),
      policy_start: startsAt,
      cooling_until: startsAt,
      currency: 'GBP',
      total_minor: 55_200,
      deposit_minor: 13_800,
      fee_minor: 5_520,
      changed_at: startsAt,
      body: JSON.stringify({
        lines: [
          {
            kind: 'look',
            label: 'Makeup',
            count: 1,
            unit: 552,
            amount: 552,
            parts: [{ serviceId: 'makeup', label: 'Makeup', unit: 552 }],
            people: [1, 1],
            minutes: 60,
          },
        ],
        plan: {
          arriveAt: startsAt.toISOString(),
          startAt: startsAt.toISOString(),
          doneAt: endsAt.toISOString(),
          readyBy: endsAt.toISOString(),
          spareMinutes: 0,
          setupMinutes: 10,
          timeZone: 'Europe/London',
          clocksChange: false,
          early: false,
          artists: ['Mia'],
          blocks: [
            {
              artist: 'Mia',
              artistIndex: 0,
              person: 1,
              serviceId: 'makeup',
              label: 'Makeup',
              from: startsAt.toISOString(),
              to: endsAt.toISOString(),
            },
          ],
        },
      }),
      requester: JSON.stringify({
        name: 'Ana Wood',
        email: 'ana@primp.test',
        event: 'Wedding',
        mobile: '07700 900 111',
        timeConstraint: 'finish',
      }),
      day: JSON.stringify({ address: '12 Mare Street', entrance: '', parking: '', notes: '', allergies: '' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, searchId }
}

/** Takes such appointments out again, with all that was said of them. */
export async function forgetAppointments(
  rig: Pick<TestRig, 'database'>,
  made: readonly { id: string; searchId: string }[],
): Promise<void> {
  const { db } = rig.database
  if (!made.length) return
  const ids = made.map(({ id }) => id)
  const reviews = await db.deleteFrom('review').where('appointment_id', 'in', ids).returning('media_ids').execute()
  const pictures = reviews.flatMap(({ media_ids }) => media_ids)
  if (pictures.length) await db.deleteFrom('media').where('id', 'in', pictures).execute()
  await db.deleteFrom('appointment').where('id', 'in', ids).execute()
  const searches = made.map(({ searchId }) => searchId)
  await db.deleteFrom('quote').where('search_id', 'in', searches).execute()
  await db.deleteFrom('search').where('id', 'in', searches).execute()
}
