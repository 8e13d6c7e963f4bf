import { randomBytes, randomUUID } from 'node:crypto'
import { createJobContext } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createTestProviderWithAccount, createTestBusyTime } from './providers.ts'
import { type Answer, testNow, type TestRig } from '#server/test-rig.ts'
import { findAppointmentById } from '#server/appointments/appointments.queries.ts'
import { answerMove } from '#server/bookings/moves.ts'
import { createRequester, createTestVisitor, testDayDetails, createTestClient, createTestKey } from './clients.ts'
import { handleTestBankEvents } from '#server/payments/events.ts'
import { confirmTestAddress } from '#server/testing/clients.ts'

/** Accepts a proposed move as the artist. Returns the answer that the endpoint would give. */
export async function acceptMoveAsProvider(rig: TestRig, appointmentId: string, moveId: string): Promise<Answer> {
  const ctx = createJobContext(rig, 'artist')
  const row = await findAppointmentById(ctx.db, appointmentId)
  if (!row) throw new Error('no such appointment')
  const answer = (status: number, code?: string): Answer => ({
    status,
    headers: new Headers(),
    cookie: undefined,
    body: { code },
  })
  try {
    await answerMove(ctx, row, moveId, 'provider', 'accept', async () => ({}))
    return answer(200)
  } catch (fault) {
    if (fault instanceof Refusal) return answer(fault.status, fault.code)
    return answer(500, String(fault))
  }
}

/** Creates the conversation between an artist and the customer of their latest booking, unless it exists. */
export async function createTestConversation({ database: { db } }: TestRig, slug: string): Promise<void> {
  const { account_id, ...booked } = await db
    .selectFrom('appointment')
    .innerJoin('provider', 'provider.id', 'appointment.provider_id')
    .select(['appointment.search_id', 'appointment.account_id', 'appointment.provider_id'])
    .where('provider.slug', '=', slug)
    .where('appointment.account_id', 'is not', null)
    .orderBy('appointment.booked_at', 'desc')
    .executeTakeFirstOrThrow()
  if (!account_id) throw new Error(`${slug} has no booking`)
  await db
    .insertInto('conversation')
    .values({ ...booked, account_id })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Answers the dispute of an appointment for the other side, so that it can be settled. Returns its id. */
export async function answerTestDispute(rig: TestRig, appointmentId: string): Promise<string> {
  const { id } = await rig.database.db
    .updateTable('dispute')
    .set({ other_side: 'It was not like that.', other_side_at: new Date() })
    .where('appointment_id', '=', appointmentId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Holds a chosen team, pays all parts and returns a function from an artist to the id of their booking. */
export async function bookTestTeam(
  rig: TestRig,
  visitor: Awaited<ReturnType<typeof createTestVisitor>>,
  teamId: string,
  papers: { requester: ReturnType<typeof createRequester>; names?: readonly string[] },
): Promise<(artist: { id: string }) => string> {
  const of = `/v1/teams/${teamId}`
  const { team } = (await visitor.call(of)).body.data
  const hashes = team.parts.map(({ locked }: { locked: { hash: string } }) => locked.hash)
  const held = await visitor.call(`${of}/hold`, 'POST', { hashes })
  if (held.status !== 200) throw new Error(JSON.stringify(held.body))
  const paid = await visitor.call(`${of}/payment`, 'POST', { day: testDayDetails, terms: true, ...papers })
  for (const { clientSecret } of paid.body.data.payments) await visitor.card(clientSecret)
  await handleTestBankEvents(createJobContext(rig, 'test'))
  const { parts } = (await visitor.call(`${of}/hold`)).body.data.hold
  return ({ id }) => parts.find(({ profileId }: { profileId: string }) => profileId === id).appointmentId
}

/** Books a team of two for three people: one artist does the hair of each, another the makeup after it. */
export async function createTestTeamBooking(rig: TestRig) {
  const hair = await createTestProviderWithAccount(rig, { slug: 'only-hair', costs: { updo: 3_000 } })
  const makeup = await createTestProviderWithAccount(rig, { slug: 'only-makeup', costs: { makeup: 3_000 } })
  const services = ['makeup', 'updo']
  const leila = await createTestVisitor(rig, {
    services: services.flatMap((id) => Array.from({ length: 3 }, () => id)),
    people: [{ count: 3, services }],
  })
  const profileIds = ['only-hair', 'only-makeup']
  const { teamId } = (await leila.call(`/v1/quotes/${leila.id}/teams`, 'POST', { profileIds })).body.data
  const idOf = await bookTestTeam(rig, leila, teamId, {
    requester: createRequester(),
    names: ['Leila', 'Noor', 'Ama'],
  })
  return { hair, makeup, leila, teamId, idOf }
}

const needsProof = '4000002500003155'

/** Creates an artist with a request, an offer, a hold in payment and a waiting list, each of another customer. */
export async function createBusyTestProvider(rig: TestRig, slug: string) {
  const { db } = rig.database
  const artist = await createTestProviderWithAccount(rig, { slug })
  const act = await createTestClient(rig, artist.accountId)
  const people = {
    asking: createRequester(),
    offered: createRequester(),
    paying: createRequester(),
    waiting: { email: `waits-${createTestKey()}@mail.example` },
  }
  const ask = async (who: object, eventDate: string) => {
    const one = await createTestVisitor(rig, { eventDate }, { details: who })
    const asked = await one.call(`/v1/quotes/${one.id}/requests`, 'POST', { profiles: [slug] })
    const { id } = asked.body.data.requests[0]
    await db.updateTable('request').set({ state: 'requested', confirmed_at: testNow }).where('id', '=', id).execute()
    return { ...one, requestId: id as string }
  }
  const paying = await createTestVisitor(rig, { eventDate: '2027-06-19' }, { details: people.paying })
  const { hold } = (await paying.hold(slug)).body.data
  const { payment } = (await paying.pay(hold.id, { requester: people.paying })).body.data
  await paying.card(payment.clientSecret, needsProof)
  await db.updateTable('provider').set({ instant_booking: false }).where('id', '=', artist.id).execute()
  await ask(people.asking, '2027-06-12')
  const offered = await ask(people.offered, '2027-06-26')
  if ((await act(`/v1/providers/me/requests/${offered.requestId}/offer`, 'POST', {})).status !== 200)
    throw new Error('the set-up failed')
  await createTestBusyTime(rig, artist, '2027-07-03T08:00:00Z', '2027-07-03T16:00:00Z')
  const waiting = await createTestVisitor(rig, { eventDate: '2027-07-03' })
  await confirmTestAddress(rig, people.waiting.email, 'alert')
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

/** Inserts an appointment of Ana (ana@primp.test) with a provider that lasted two hours and ended at `endsAt`. */
export async function createEndedAppointment(
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
        name: 'Ana Duarte',
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

/** Deletes appointments of `createEndedAppointment`, with their reviews, pictures, quotes and searches. */
export async function deleteTestAppointments(
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
