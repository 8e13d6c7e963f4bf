import { waitForBackgroundWork } from '#server/platform/work/background-work.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { processBookingJobs } from './finish-booking.ts'
import { expireHolds } from './release-holds.ts'
import { createTestTeamBooking } from '#server/testing/bookings.ts'
import { createRequester, createTestClient, createTestVisitor, testDayDetails } from '#server/testing/clients.ts'
import { clearTestTown, createTestBusyTime, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { handleTestBankEvents } from '#server/payments/events.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { processTeamHolds } from './team-holds.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => {
  rig.at(testNow)
  return clearTestTown(rig)
})
afterAll(() => clearTestTown(rig))

const later = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000)
const party = (count: number, services: readonly string[], more: object = {}) => ({
  services: services.flatMap((id) => Array.from({ length: count }, () => id)),
  people: [{ count, services }],
  ...more,
})
type Visitor = Awaited<ReturnType<typeof createTestVisitor>>
const find = async (one: Visitor, query = '') => (await one.call(`/v1/quotes/${one.id}/teams${query}`)).body.data
const choose = (one: Visitor, ...profileIds: string[]) => one.call(`/v1/quotes/${one.id}/teams`, 'POST', { profileIds })
const team = async (one: Visitor, teamId: string) => (await one.call(`/v1/teams/${teamId}`)).body.data.team
const hashesOf = (chosen: { parts: { locked: { hash: string } }[] }) => chosen.parts.map(({ locked }) => locked.hash)
const names = ({ parts }: { parts: { artist: { slug: string } }[] }) => parts.map(({ artist }) => artist.slug).sort()

const standsIn = async (one: Visitor, teamId: string) =>
  (await team(one, teamId)).parts.map(({ why, state }: { why: string | null; state: string | null }) =>
    why === null ? null : state,
  )

/** Creates a party of nine, too large for one artist, with a chosen team of two. */
async function nine(more: object = {}) {
  const anna = await createTestProviderWithAccount(rig, { slug: 'anna-of-two' })
  const bea = await createTestProviderWithAccount(rig, { slug: 'bea-of-two', costs: { makeup: 5_000, updo: 4_000 } })
  const leila = await createTestVisitor(rig, party(9, ['makeup', 'updo'], more))
  const chosen = await choose(leila, 'anna-of-two', 'bea-of-two')
  expect(chosen.status, JSON.stringify(chosen.body)).toBe(200)
  const { teamId } = chosen.body.data
  const hold = async (hashes?: string[]) =>
    leila.call(`/v1/teams/${teamId}/hold`, 'POST', { hashes: hashes ?? hashesOf(await team(leila, teamId)) })
  const kept = async () => (await leila.call(`/v1/teams/${teamId}/hold`)).body.data.hold
  const pay = (papers: object = {}) =>
    leila.call(`/v1/teams/${teamId}/payment`, 'POST', {
      requester: createRequester(),
      day: testDayDetails,
      terms: true,
      names: ['Leila', 'Noor'],
      ...papers,
    })
  return { anna, bea, leila, teamId, hold, kept, pay }
}
const busyOf = (providerId: string) =>
  rig.database.db.selectFrom('busy').select(['kind', 'during']).where('provider_id', '=', providerId).execute()
const statesOf = async (providerId: string) =>
  (await rig.database.db.selectFrom('payment').select('state').where('provider_id', '=', providerId).execute()).map(
    ({ state }) => state,
  )

describe('Teams', { timeout: 120_000 }, () => {
  test('a team is offered if no single artist can do the party: one price, one plan, everyone in time, nobody with two artists at once', async () => {
    const { leila, teamId } = await nine()
    const page = (await leila.call(`/v1/quotes/${leila.id}`)).body.data
    expect(page.counts.people.fits).toBe(0)
    const { teams, complete, why } = await find(leila)
    expect({ complete, why, found: teams.length }).toEqual({ complete: true, why: null, found: 1 })
    const [two] = teams
    expect(names(two)).toEqual(['anna-of-two', 'bea-of-two'])
    expect(two.blocks).toHaveLength(18)
    expect(two.total).toBe(two.parts[0].total + two.parts[1].total)
    for (const [i, a] of two.blocks.entries()) {
      expect(Date.parse(a.to)).toBeLessThanOrEqual(Date.parse(two.readyBy) - two.spareMinutes * 60_000)
      for (const b of two.blocks.slice(i + 1))
        if (a.person === b.person || a.part === b.part) expect(a.to <= b.from || b.to <= a.from).toBe(true)
    }
    // The chosen team equals the team that was offered: each quote has the same plan and price.
    const chosen = await team(leila, teamId)
    expect(chosen.total).toBe(two.total)
    expect(
      chosen.blocks
        .map(({ part, ...block }: { part: number }) => ({ ...block, who: chosen.parts[part].artist.slug }))
        .toSorted(byTime),
    ).toEqual(
      two.blocks
        .map(({ part, ...block }: { part: number }) => ({ ...block, who: two.parts[part].artist.slug }))
        .toSorted(byTime),
    )
  })

  test('with hair and makeup by different artists, each person goes from one artist to the other in one plan', async () => {
    await createTestProviderWithAccount(rig, { slug: 'only-hair', costs: { updo: 3_000 } })
    await createTestProviderWithAccount(rig, { slug: 'only-makeup', costs: { makeup: 3_000 } })
    await createTestProviderWithAccount(rig, { slug: 'too-busy', costs: { makeup: 1_000 }, opens: 900 })
    const leila = await createTestVisitor(rig, party(3, ['makeup', 'updo']))
    const { teams } = await find(leila)
    expect(teams.map(names)).toEqual([['only-hair', 'only-makeup']])
    const { teamId } = (await choose(leila, 'only-hair', 'only-makeup')).body.data
    const chosen = await team(leila, teamId)
    expect(chosen.parts.map(({ people }: { people: number[] }) => people)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
    const ofOne = Map.groupBy(
      chosen.blocks as { person: number; from: string; to: string; part: number }[],
      ({ person }) => person,
    )
    for (const [a, b] of ofOne.values()) expect((a?.to ?? '') <= (b?.from ?? '')).toBe(true)
    // A search without a time, and one service for one person, have no team.
    expect((await find(await createTestVisitor(rig, party(3, ['makeup', 'updo'], { finishTime: null })))).why).toBe(
      'time_missing',
    )
    expect((await find(await createTestVisitor(rig))).why).toBe('alone')
  })

  test('the customer can include or exclude artists, and artists who work together come first', async () => {
    const { db } = rig.database
    const [ada, bo, cy] = await Promise.all(
      [3_000, 3_100, 3_200].map((makeup, i) =>
        createTestProviderWithAccount(rig, {
          slug: ['ada-team', 'bo-team', 'cy-team'][i] as string,
          costs: { makeup },
        }),
      ),
    )
    const leila = await createTestVisitor(rig, party(10, ['makeup']))
    expect((await find(leila)).teams.map(names)[0]).toEqual(['ada-team', 'bo-team'])
    expect((await find(leila, `?without=${bo?.id}`)).teams.map(names)).toEqual([['ada-team', 'cy-team']])
    expect((await find(leila, '?keep=cy-team')).teams.every((one: never) => names(one).includes('cy-team'))).toBe(true)
    for (const [provider_id, other_id] of [
      [bo?.id, cy?.id],
      [cy?.id, bo?.id],
    ] as [string, string][])
      await db.insertInto('colleague').values({ provider_id, other_id, position: 0, named_at: testNow }).execute()
    const { teams } = await find(leila)
    expect(names(teams[0])).toEqual(['bo-team', 'cy-team'])
    expect(teams[0].colleagues).toBe(true)
    expect(names((await find(leila, '?sortBy=price')).teams[0])).toEqual(['ada-team', 'bo-team'])
    expect(ada?.id).toBeTruthy()
  })

  test('the hold of a team is paid part by part and confirmed at once with the last part', async () => {
    const { anna, bea, leila, teamId, hold, kept, pay } = await nine()
    const held = await hold()
    expect(held.status, JSON.stringify(held.body)).toBe(200)
    expect(held.body.data.hold.state).toBe('held')
    expect((await busyOf(anna.id)).length + (await busyOf(bea.id)).length).toBe(2)
    expect((await hold()).body.data.hold.parts.map(({ id }: { id: string }) => id)).toEqual(
      held.body.data.hold.parts.map(({ id }: { id: string }) => id),
    )
    const asked = await pay()
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    const [first, second] = asked.body.data.payments
    expect(first.amount + second.amount).toBe(held.body.data.hold.deposit)
    await leila.card(first.clientSecret)
    await handleTestBankEvents(createJobContext(rig, 'test'))
    expect((await kept()).state).toBe('held')
    expect(await standsIn(leila, teamId)).toEqual([null, null])
    expect([await statesOf(anna.id), await statesOf(bea.id)].flat().sort()).toEqual(['authorised', 'open'])
    await leila.card(second.clientSecret)
    await handleTestBankEvents(createJobContext(rig, 'test'))
    const after = await kept()
    expect(after.state).toBe('booked')
    expect(await standsIn(leila, teamId)).toEqual(['booked', 'booked'])
    const searches = after.parts.map(({ searchId }: { searchId: string }) => searchId)
    await rig.database.db
      .updateTable('quote_act')
      .set({ state: 'offered' })
      .where('search_id', 'in', searches)
      .execute()
    expect(await standsIn(leila, teamId)).toEqual(['booked', 'booked'])
    expect(after.parts.every(({ appointmentId }: { appointmentId: string }) => appointmentId)).toBe(true)
    for (const artist of [anna, bea]) {
      expect((await busyOf(artist.id)).map(({ kind }) => kind)).toEqual(['appointment'])
      expect(['capturing', 'captured']).toContain((await statesOf(artist.id))[0])
    }
  })

  test('after one artist of a team cancels, only that part gets a replacement, and every penny is accounted for', async () => {
    const { anna: annaArtist, bea, leila, teamId, hold, kept, pay } = await nine()
    await hold()
    for (const { clientSecret } of (await pay()).body.data.payments) await leila.card(clientSecret)
    await handleTestBankEvents(createJobContext(rig, 'test'))
    const { parts } = await kept()
    const ofBea = parts.find(({ profileId }: { profileId: string }) => profileId === bea.id)
    const ofAnna = parts.find(({ profileId }: { profileId: string }) => profileId !== bea.id)
    await createTestProviderWithAccount(rig, { slug: 'steps-in-for-one', costs: { makeup: 4_000, updo: 3_000 } })
    const asBea = await createTestClient(rig, bea.accountId)
    const seen = await asBea(`/v1/providers/appointments/${ofBea.appointmentId}/team`)
    expect(seen.body.data).toMatchObject({ teamId: null, mates: [{ slug: 'anna-of-two' }] })
    expect((await asBea(`/v1/providers/appointments/${ofAnna.appointmentId}/team`)).status).toBe(404)
    expect((await leila.call(`/v1/bookings/${ofAnna.appointmentId}/team`)).body.data.mates).toMatchObject([
      { slug: 'bea-of-two' },
    ])
    const cancelled = await asBea(`/v1/providers/appointments/${ofBea.appointmentId}`, 'PATCH', {
      act: 'cancel',
      reason: 'A broken wrist.',
    })
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
    expect((await leila.call(`/v1/bookings/${ofAnna.appointmentId}/team`)).body.data).toEqual({
      teamId,
      talks: true,
      mates: [],
    })
    const left = await (await createTestClient(rig, annaArtist.accountId))(
      `/v1/providers/appointments/${ofAnna.appointmentId}/team`,
    )
    expect(left.body.data).toEqual({ teamId: null, talks: true, mates: [] })
    const whoWent = await asBea(`/v1/providers/appointments/${ofBea.appointmentId}/team`)
    expect(whoWent.body.data).toMatchObject({ talks: false, mates: [{ slug: 'anna-of-two' }] })
    const rescue = (await leila.call(`/v1/bookings/${ofBea.appointmentId}/rescue`)).body.data
    expect(rescue.artists.map(({ slug }: { slug: string }) => slug)).toEqual(['steps-in-for-one'])
    const taken = await leila.call(`/v1/bookings/${ofBea.appointmentId}/rescue`, 'POST', {
      profileId: 'steps-in-for-one',
    })
    expect(taken.body.data?.appointment, JSON.stringify(taken.body)).toMatchObject({
      state: 'booked',
      people: ofBea.quote.lines.reduce(
        (n: number, line: { kind: string; count: number }) => (line.kind === 'look' ? n + line.count : n),
        0,
      ),
    })
    expect((await leila.call(`/v1/bookings/${ofAnna.appointmentId}/team`)).body.data.mates).toMatchObject([
      { slug: 'steps-in-for-one' },
    ])
    const anna = (await leila.call(`/v1/bookings/${ofAnna.appointmentId}`)).body.data.appointment
    expect(anna).toMatchObject({ state: 'booked', deposit: ofAnna.quote.deposit, refunded: 0 })
    const now = taken.body.data.appointment
    expect(now.paid - now.refunded).toBe(now.deposit)
    const { bookings } = (await leila.call(`/v1/teams/${teamId}/hold`)).body.data
    expect(bookings.map(({ appointmentId }: { appointmentId: string }) => appointmentId).sort()).toEqual(
      [ofAnna.appointmentId, now.id].sort(),
    )
    expect(bookings.find(({ name }: { name: string }) => name === now.provider.name)).toMatchObject({
      profileId: now.provider._id,
      quote: { total: now.total, deposit: now.deposit },
    })
    await processBookingJobs(createJobContext(rig, 'test'))
    const whole = await team(leila, teamId)
    expect(names(whole)).toEqual(['anna-of-two', 'steps-in-for-one'])
    expect(whole.parts.map(({ state }: { state: string }) => state)).toEqual(['booked', 'booked'])
  })

  test('a part cannot move to a time when one of its people is with another artist', async () => {
    const { hair, makeup, leila, idOf } = await createTestTeamBooking(rig)
    const bookingOf = (artist: { id: string }) => `/v1/bookings/${idOf(artist)}`
    const planOf = async (artist: { id: string }) => (await leila.call(bookingOf(artist))).body.data.appointment.plan
    const [theirs, own] = [await planOf(makeup), await planOf(hair)]
    const [date, finishTime] = [theirs.doneAt.slice(0, 10), theirs.doneAt.slice(11, 16)]
    // Hair at the time of makeup would need the same people twice.
    const asked = (eventDate: string) => leila.call(`${bookingOf(hair)}/moves`, 'POST', { eventDate, finishTime })
    expect((await asked(date)).body.code).toBe('slot_taken')
    const { times } = (await leila.call(`${bookingOf(hair)}/free-times?eventDate=${date}`)).body.data
    expect(times.length).toBeGreaterThan(0)
    type Block = { person: number; from: string; to: string }
    for (const { endsAt } of times as { endsAt: string }[]) {
      const later = Date.parse(endsAt) - Date.parse(own.doneAt)
      const at = (iso: string) => Date.parse(iso) + later
      const both = (own.blocks as Block[]).some((a) =>
        (theirs.blocks as Block[]).some(
          (b) => a.person === b.person && at(a.from) < Date.parse(b.to) && Date.parse(b.from) < at(a.to),
        ),
      )
      expect(both, endsAt).toBe(false)
    }
    const other = await asked('2027-06-13')
    expect(other.status, JSON.stringify(other.body)).toBe(200)
  })

  test('artists of a team share their progress on the day', async () => {
    const { anna, bea, leila, hold, kept, pay } = await nine()
    await hold()
    for (const { clientSecret } of (await pay()).body.data.payments) await leila.card(clientSecret)
    await handleTestBankEvents(createJobContext(rig, 'test'))
    const { parts } = await kept()
    const idOf = (artist: { id: string }) =>
      parts.find(({ profileId }: { profileId: string }) => profileId === artist.id).appointmentId as string
    const { plan, startsAt } = (await leila.call(`/v1/bookings/${idOf(anna)}`)).body.data.appointment
    const late = new Date(Date.parse(startsAt) + 20 * 60_000)
    rig.at(late)
    const word = { id: crypto.randomUUID(), kind: 'arrived', at: late.toISOString() }
    const said = await (await createTestClient(rig, anna.accountId))(
      `/v1/providers/appointments/${idOf(anna)}/day`,
      'POST',
      {
        words: [word],
        sentAt: late.toISOString(),
      },
    )
    expect(said.status, JSON.stringify(said.body)).toBe(200)
    const asBea = await createTestClient(rig, bea.accountId)
    const [mate] = (await asBea(`/v1/providers/appointments/${idOf(bea)}/team`)).body.data.mates
    expect(mate).toMatchObject({ slug: 'anna-of-two', behind: 20, finishedAt: null })
    expect(Date.parse(mate.arrivedAt)).toBe(late.getTime())
    expect(Date.parse(mate.expectedAt) - Date.parse(plan.doneAt)).toBe(20 * 60_000)
    await waitForBackgroundWork(rig.database)
    const heard = await rig.database.db
      .selectFrom('live_event')
      .select(['audience', 'ref'])
      .where('kind', '=', 'appointment.mate')
      .where('ref', '=', idOf(bea))
      .execute()
    expect(heard).toHaveLength(1)
    for (const who of [`account:${bea.accountId}`, `appointment:${idOf(bea)}`])
      expect(heard[0]?.audience).toContain(who)
    const [other] = (await leila.call(`/v1/bookings/${idOf(bea)}/team`)).body.data.mates
    expect(other).toMatchObject({ behind: 20 })
  })

  test('a declined card for one part charges nothing for any part', async () => {
    const { anna, bea, leila, hold, kept, pay } = await nine()
    await hold()
    const [first, second] = (await pay()).body.data.payments
    await leila.card(first.clientSecret)
    await leila.card(second.clientSecret, '4000000000000002')
    await handleTestBankEvents(createJobContext(rig, 'test'))
    expect((await kept()).state).toBe('held')
    rig.at(later(16))
    await expireHolds(createJobContext(rig, 'test'))
    await processTeamHolds(createJobContext(rig, 'test'))
    expect((await kept()).state).toBe('ended')
    expect(await busyOf(anna.id)).toEqual([])
    expect(await busyOf(bea.id)).toEqual([])
    expect(
      [await statesOf(anna.id), await statesOf(bea.id)]
        .flat()
        .filter((state) => state === 'captured' || state === 'authorised'),
    ).toEqual([])
  })

  test('if one artist was just booked, no artist of the team is held', async () => {
    const { anna, bea, hold, leila, teamId } = await nine()
    const hashes = hashesOf(await team(leila, teamId))
    await createTestBusyTime(rig, bea, '2027-06-12T06:00:00Z', '2027-06-12T09:00:00Z')
    const refused = await hold(hashes)
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: 'slot_taken' })
    expect(await busyOf(anna.id)).toEqual([])
    const gone = await choose(leila, 'anna-of-two', 'bea-of-two')
    expect({ status: gone.status, code: gone.body.code }).toEqual({ status: 409, code: 'team_gone' })
  })

  test('the parts of a team hold are released together, also when the customer starts another hold', async () => {
    const { anna, bea, hold, kept, leila, teamId, pay } = await nine()
    await hold()
    const [first] = (await pay()).body.data.payments
    await leila.card(first.clientSecret)
    expect((await leila.call(`/v1/teams/${teamId}/hold/release`, 'POST', {})).body.data.hold.state).toBe('ended')
    await processTeamHolds(createJobContext(rig, 'test'))
    expect([await busyOf(anna.id), await busyOf(bea.id)].flat()).toEqual([])
    expect([await statesOf(anna.id), await statesOf(bea.id)].flat().filter((state) => state === 'authorised')).toEqual(
      [],
    )
    expect((await kept()).state).toBe('ended')
    expect((await pay()).body.code).toBe('hold_lapsed')
  })

  test('only the customer who chose a team can see or book it', async () => {
    const { leila, teamId } = await nine()
    const stranger = await createTestVisitor(rig)
    expect((await stranger.call(`/v1/teams/${teamId}`)).status).toBe(404)
    expect((await stranger.call(`/v1/teams/${teamId}/hold`)).status).toBe(404)
    for (const path of [
      `/v1/teams/${teamId}/hold`,
      `/v1/teams/${teamId}/hold/release`,
      `/v1/teams/${teamId}/payment`,
    ]) {
      const answer = await stranger.call(path, 'POST', {
        hashes: ['a', 'b'],
        requester: createRequester(),
        day: testDayDetails,
        terms: true,
      })
      expect({ path, status: answer.status }).toEqual({ path, status: 404 })
    }
    expect(
      (await stranger.call(`/v1/quotes/${leila.id}/teams`, 'POST', { profileIds: ['anna-of-two', 'bea-of-two'] })).body
        .code,
    ).toBe('not_yours')
    const artist = await createTestClient(
      rig,
      (await createTestProviderWithAccount(rig, { slug: 'curious-artist' })).accountId,
    )
    expect((await artist(`/v1/teams/${teamId}`)).status).toBe(404)
  })

  test('rivals for teams that share artists: each time goes to one customer, teams are booked whole or not at all, without deadlock', async () => {
    const count = process.env['PROVE'] ? 100 : 12
    const artists = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        createTestProviderWithAccount(rig, { slug: `rival-artist-${i}`, costs: { makeup: 4_000 + i * 100 } }),
      ),
    )
    const rivals: { one: Visitor; teamId: string; hashes: string[] }[] = []
    for (let i = 0; i < count; i++) {
      const one = await createTestVisitor(rig, party(10, ['makeup']))
      const [a, b] = [i % 4, (i + 1 + (i % 3)) % 4]
      const chosen = await choose(one, `rival-artist-${a}`, `rival-artist-${b}`)
      const { teamId } = chosen.body.data
      rivals.push({ one, teamId, hashes: hashesOf(await team(one, teamId)) })
    }
    const answers = await Promise.all(
      rivals.map(({ one, teamId, hashes }) => one.call(`/v1/teams/${teamId}/hold`, 'POST', { hashes })),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length).toBeGreaterThanOrEqual(1)
    expect(won.length).toBeLessThanOrEqual(2)
    const held = await rig.database.db
      .selectFrom('hold')
      .select(['team_up_id', 'provider_id'])
      .where('state', '=', 'held')
      .where(
        'provider_id',
        'in',
        artists.map(({ id }) => id),
      )
      .execute()
    expect(held).toHaveLength(2 * won.length)
    expect(new Set(held.map(({ provider_id }) => provider_id)).size).toBe(held.length)
    for (const own of Map.groupBy(held, ({ team_up_id }) => team_up_id).values()) expect(own).toHaveLength(2)
  })
})

const byTime = (a: { from: string; person: number; who: string }, b: { from: string; person: number; who: string }) =>
  a.from.localeCompare(b.from) || a.who.localeCompare(b.who) || a.person - b.person
