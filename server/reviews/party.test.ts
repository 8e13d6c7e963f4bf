import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getPartyWeights } from '#contract/reviews/party-weights.ts'
import { createTestAddress, createTestClient, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { createTestHold, createTestPromo } from '#server/testing/payments.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { getReviewPath } from './reviews.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})

const db = () => rig.database.db
const anyone = (path: string, method = 'GET', body?: object, bearer?: string) =>
  rig.call(path, { method, ...(body ? { body } : {}), ...(bearer ? { bearer } : {}), address: createTestAddress() })
const said = { name: 'Zoe Mbeki', role: 'Bridesmaid', score: 4, comments: 'Soft waves that lasted until three.' }
const later = (from: string, days: number) => new Date(Date.parse(from) + days * 86_400_000)

/** Creates a finished party with a link for each person, an hour after the end. */
async function party(slug: string, people = 3) {
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0 })
  const search = { eventDate: '2026-12-05', services: Array(people).fill('makeup') }
  const leila = await createTestVisitor(rig, { ...search, people: [{ count: people, services: ['makeup'] }] })
  const booked = await leila.book(slug)
  const at = `/v1/bookings/${booked.id}`
  // Someone books for others: no person of the party is the booker.
  await db()
    .updateTable('appointment')
    .set({ names: Array.from({ length: people }, (_, i) => (i === 0 ? 'Zoe' : '')) })
    .where('id', '=', booked.id)
    .execute()
  const keys: string[] = []
  for (let person = 1; person <= people; person++) {
    const { body } = await leila.call(`${at}/guests`, 'POST', { person, name: `Guest ${person}` })
    keys.push(body.data.appointment.guests.find((of: { person: number }) => of.person === person).key)
  }
  const booker = (await getReviewPath(rig, booked.id, 'customer')).replace('/review/', '/v1/reviews/')
  rig.at(later(booked.endsAt, 1 / 24))
  return {
    artist,
    leila,
    booked,
    at,
    keys,
    booker,
    path: (person: number) => `/v1/guests/${keys[person - 1]}/review`,
  }
}

/** Returns an artist's scores from every place that has them: row, search, page, reviews and area. */
async function figures({ id, slug }: { id: string; slug: string }) {
  const row = await db()
    .selectFrom('provider')
    .select(['review_count', 'review_sum'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const searched = await db()
    .selectFrom('provider_match')
    .select(['review_count', 'review_sum'])
    .where('provider_id', '=', id)
    .executeTakeFirstOrThrow()
  const profile = (await anyone(`/v1/@/${slug}`)).body.data
  const listed = (await anyone(`/v1/@/${slug}/testimonials`)).body.data
  expect(searched).toEqual(row)
  expect([profile.rating, profile.totalReviews]).toEqual([listed.average, listed.total])
  expect(row.review_count).toBe(listed.total)
  return { ...row, average: listed.average, histogram: listed.histogram, reviews: listed.reviews }
}
const cells = async () =>
  (
    await sql<{
      reviews: number
      sum: number
    }>`select sum(reviews)::int as reviews, round(sum(score_sum)::numeric, 2)::float8 as sum from review_cell`.execute(
      db(),
    )
  ).rows[0] as { reviews: number; sum: number }
const slugged = (artist: { id: string }, slug: string) => ({ id: artist.id, slug })

describe('Reviews by each person of a party', () => {
  test('each person reviews once by their own link, and the booking counts once with all reviews', async () => {
    const { artist, path, booker } = await party('counts-once', 3)
    const of = slugged(artist, 'counts-once')
    const [before, all] = [await cells(), (await anyone('/v1/seo/reviews')).body.data]
    expect((await anyone(path(1))).body.data).toMatchObject({
      state: 'open',
      name: 'Zoe',
      services: ['Makeup'],
      review: null,
    })
    expect((await anyone(path(1), 'POST', { ...said, score: 5 })).body.data.review).toMatchObject({
      author: 'Zoe M.',
      of: 1,
    })
    expect(await figures(of)).toMatchObject({ review_count: 1, review_sum: 5, average: 5, histogram: [0, 0, 0, 0, 1] })
    expect((await anyone(path(2), 'POST', { ...said, score: 4 })).status).toBe(200)
    expect(await figures(of)).toMatchObject({ review_count: 1, review_sum: 4.5, histogram: [0, 0, 0, 0.5, 0.5] })
    expect((await anyone(booker, 'POST', { score: 2, comments: 'Late for me' })).status).toBe(200)
    // The booker's review comes first: 34 hundredths of 2, 33 each of 5 and 4.
    const three = await figures(of)
    expect(three).toMatchObject({
      review_count: 1,
      review_sum: 3.65,
      average: 3.65,
      histogram: [0, 0.34, 0, 0.33, 0.33],
    })
    expect(three.reviews).toMatchObject([
      { name: expect.stringMatching(/^Leila H/), rating: 2, party: { guest: false, of: 3, services: [] } },
      { rating: 5, party: { guest: true, role: 'Bridesmaid', of: 3, services: ['Makeup'] } },
      { rating: 4, party: { guest: true, of: 3 } },
    ])
    expect(new Set(three.reviews.map(({ party: { group } }: { party: { group: string } }) => group)).size).toBe(1)
    expect(await cells()).toEqual({ reviews: before.reviews + 1, sum: Math.round((before.sum + 3.65) * 100) / 100 })
    await expect.poll(async () => (await anyone('/v1/seo/reviews')).body.data.total).toBe(all.total + 1)
    type Shown = { artist: { slug: string }; party: { group: string; of: number } }
    const among = ((await anyone('/v1/seo/reviews')).body.data.reviews as Shown[]).filter(
      ({ artist: { slug } }) => slug === 'counts-once',
    )
    expect(among.map(({ party }) => party.of)).toEqual([3, 3])
    expect(new Set(among.map(({ party }) => party.group)).size).toBe(1)
    expect((await anyone(path(2), 'POST', said)).body.code).toBe('state_changed')
  })

  test('two concurrent reviews of one booking are both counted, one after the other', async () => {
    const { artist, path } = await party('at-once', 3)
    const answers = await Promise.all(
      [1, 2, 3].map((person) => anyone(path(person), 'POST', { ...said, score: 6 - person })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { review_count, histogram } = await figures(slugged(artist, 'at-once'))
    expect(review_count).toBe(1)
    expect(histogram.reduce((sum: number, n: number) => sum + Math.round(n * 100), 0)).toBe(100)
  })

  test('a review can be changed for a week; if an operator removes one, the other reviews represent the booking', async () => {
    const { artist, path, booked } = await party('moved-about', 2)
    const of = slugged(artist, 'moved-about')
    await anyone(path(1), 'POST', { ...said, score: 5 })
    await anyone(path(2), 'POST', { ...said, score: 1 })
    expect(await figures(of)).toMatchObject({ review_count: 1, review_sum: 3 })
    expect((await anyone(path(2), 'PATCH', { ...said, score: 3, role: '' })).body.data.review).toMatchObject({
      score: 3,
      role: '',
    })
    expect(await figures(of)).toMatchObject({ review_count: 1, review_sum: 4 })
    const rows = await db()
      .selectFrom('review')
      .select(['id', 'weight'])
      .where('provider_id', '=', artist.id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ weight }) => weight)).toEqual([50, 50])
    const olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
    const second = rows[1]?.id
    expect((await anyone(`/v1/reviews/${second}/report`, 'POST', { reason: 'Insults' })).status).toBe(200)
    const { reports } = (await olu('/v1/operator/reports')).body.data
    const report = reports.find(({ review }: { review: { id: string } | null }) => review?.id === String(second))
    expect(
      (await olu(`/v1/operator/reports/${report.id}/settle`, 'POST', { act: 'remove', reason: 'It insults' })).status,
    ).toBe(200)
    expect(await figures(of)).toMatchObject({
      review_count: 1,
      review_sum: 5,
      reviews: [{ rating: 5, party: { of: 1 } }],
    })
    expect((await anyone(path(2))).body.data.review).toMatchObject({ editable: false, removedReason: 'It insults' })
    expect((await anyone(path(2), 'PATCH', said)).body.code).toBe('edit_ended')
    expect((await olu(`/v1/operator/reviews/${second}/restore`, 'POST', { reason: 'On second thought' })).status).toBe(
      200,
    )
    expect(await figures(of)).toMatchObject({ review_count: 1, review_sum: 4 })
    await db()
      .updateTable('review')
      .set({ hidden_at: testNow, hidden_reason: 'Both' })
      .where('provider_id', '=', artist.id)
      .execute()
    expect(await figures(of)).toMatchObject({ review_count: 0, review_sum: 0 })
    await db().deleteFrom('review').where('provider_id', '=', artist.id).execute()
    rig.at(later(booked.endsAt, 8))
    expect((await anyone(path(1), 'PATCH', said)).body.code).toBe('not_found')
  })

  test('the artist answers each review, and reviews can be filtered by score', async () => {
    const { artist, path } = await party('answers-all', 2)
    await anyone(path(1), 'POST', { ...said, score: 5 })
    await anyone(path(2), 'POST', { ...said, score: 3 })
    const own = await createTestClient(rig, artist.accountId)
    const [, second] = (await anyone('/v1/@/answers-all/testimonials')).body.data.reviews
    expect((await own(`/v1/providers/reviews/${second._id}/reply`, 'POST', { reply: 'Thank you, Zoe.' })).status).toBe(
      200,
    )
    const { reviews, total } = (await anyone('/v1/@/answers-all/testimonials?score=3')).body.data
    expect(reviews).toMatchObject([{ rating: 3, reply: { comments: 'Thank you, Zoe.' }, party: { of: 2 } }])
    expect(total).toBe(1)
  })
})

describe('Refused reviews of a party', () => {
  test('a review is refused before the end, after ninety days, with another or revoked key, from a stranger and from the artist', async () => {
    const { artist, leila, booked, at, path, keys } = await party('nobody-else', 2)
    rig.at(new Date(Date.parse(booked.startsAt) - 3_600_000))
    expect((await anyone(path(1))).body.data.state).toBe('early')
    expect((await anyone(path(1), 'POST', said)).body.code).toBe('review_early')
    const more = await leila.call(`${at}/guests`, 'POST', { person: null, name: 'Mara' })
    const comer = more.body.data.appointment.guests.find(({ person }: { person: number | null }) => person === null).key
    rig.at(later(booked.endsAt, 1))
    expect((await anyone(`/v1/guests/${comer}/review`)).body.code).toBe('not_found')
    const own = await rig.sessionOf(artist.accountId)
    expect((await anyone(path(1), 'POST', said, own)).body.code).toBe('own_profile')
    for (const wrong of [
      { ...said, score: 6 },
      { ...said, name: ' ' },
      { ...said, role: 'Queen' },
      { ...said, chips: ['Cheap'] },
    ])
      expect((await anyone(path(1), 'POST', wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect((await anyone(path(1), 'POST', { ...said, name: 'Call 07700 900123' })).body.code).toBe('contact_details')
    const strange = `${keys[0]?.slice(0, -1)}${keys[0]?.endsWith('A') ? 'B' : 'A'}`
    expect((await anyone(`/v1/guests/${strange}/review`, 'POST', said)).body.code).toBe('not_found')
    const { guests } = (await leila.call(at)).body.data.appointment
    expect((await leila.call(`${at}/guests/${guests[1].id}`, 'POST', { act: 'end' })).status).toBe(200)
    expect((await anyone(path(2), 'POST', said)).body.code).toBe('not_found')
    rig.at(later(booked.endsAt, 91))
    expect((await anyone(path(1), 'POST', said)).body.code).toBe('review_closed')
    expect((await anyone(path(1))).body.data.state).toBe('closed')
  })

  test('the booker has a separate review link, and cannot review by a guest link or from a guest’s place', async () => {
    const { leila, booked, path } = await party('books-and-comes', 2)
    await db()
      .updateTable('appointment')
      .set({ names: ['leila', ''] })
      .where('id', '=', booked.id)
      .execute()
    expect((await anyone(path(1))).body.data.state).toBe('booker')
    expect((await anyone(path(1), 'POST', said)).body.code).toBe('review_as_booker')
    const { account_id } = await db()
      .selectFrom('appointment')
      .select('account_id')
      .where('id', '=', booked.id)
      .executeTakeFirstOrThrow()
    const own = await rig.sessionOf(account_id ?? '')
    expect((await anyone(path(2), 'POST', said, own)).body.code).toBe('review_as_booker')
    expect((await leila.call(path(2))).body.data.state).toBe('open')
    expect((await anyone(path(2), 'POST', said)).status).toBe(200)
  })

  test('a cancelled appointment or a no-show cannot be reviewed', async () => {
    const { path, booked } = await party('never-was', 2)
    const now = (change: { state: string; cancelled_by: string | null; no_show_of: string | null }) =>
      db().updateTable('appointment').set(change).where('id', '=', booked.id).execute()
    await now({ state: 'no_show', cancelled_by: null, no_show_of: 'customer' })
    expect((await anyone(path(1), 'POST', said)).body.code).toBe('not_found')
    await now({ state: 'cancelled', cancelled_by: 'customer', no_show_of: null })
    expect((await anyone(path(1))).body.code).toBe('not_found')
  })
})

test('the booker can resend and create review links after the event; the artist cannot', async () => {
  const { artist, leila, at, booked } = await party('links-after', 2)
  const links = async (call = leila.call) =>
    (await call(at)).body.data.appointment.guests.map(({ key }: { key: string | null }) => key)
  const [first, second] = await links()
  expect([first, second]).toEqual([expect.stringMatching(/^[\w-]{40}$/), expect.stringMatching(/^[\w-]{40}$/)])
  const { guests } = (await leila.call(at)).body.data.appointment
  await leila.call(`${at}/guests/${guests[0].id}`, 'POST', { act: 'end' })
  expect(await links()).toEqual([null, second])
  const made = await leila.call(`${at}/guests`, 'POST', { person: 1, name: '' })
  expect(made.body.data.appointment.guests[0].key).toMatch(/^[\w-]{40}$/)
  expect((await leila.call(`${at}/guests`, 'POST', { person: null, name: 'Late' })).body.code).toBe('state_changed')
  const own = await createTestClient(rig, artist.accountId)
  const theirs = (await own(`/v1/providers/appointments/${booked.id}`)).body.data.appointment.guests
  expect(theirs.map(({ key }: { key: string | null }) => key)).toEqual([null, null])
  rig.at(later(booked.endsAt, 98))
  expect(await links()).toEqual([null, null])
})

test('if the artist’s own code paid more than half of a booking, its review does not count in scores', async () => {
  const reviewed = async (slug: string, percent: number) => {
    const artist = await createTestProviderWithAccount(rig, { slug, costs: { makeup: 30_000 }, notice: 0 })
    const code = await createTestPromo(rig, { percent, provider_id: artist.id })
    const { add, book } = await createTestHold(rig, slug)
    expect((await add(code.code)).status).toBe(200)
    const booked = await book()
    rig.at(later(booked.endsAt, 1 / 24))
    const before = await cells()
    const path = (await getReviewPath(rig, booked.id, 'customer')).replace('/review/', '/v1/reviews/')
    expect((await anyone(path, 'POST', { score: 5, comments: 'Wonderful from start to end' })).status).toBe(200)
    rig.at(testNow)
    return { ...(await figures(slugged(artist, slug))), cells: (await cells()).reviews - before.reviews }
  }
  expect(await reviewed('own-code-all', 100)).toMatchObject({
    review_count: 0,
    review_sum: 0,
    average: null,
    cells: 0,
    reviews: [{ rating: 5, counted: false }],
  })
  expect(await reviewed('own-code-half', 50)).toMatchObject({
    review_count: 1,
    average: 5,
    cells: 1,
    reviews: [{ counted: true }],
  })
})

test('the database keeps one review per person, and no booking counts more than once', async () => {
  const { artist, booked } = await party('by-the-database', 2)
  const row = { provider_id: artist.id, party: booked.id, author: 'Z', score: 5, created_at: testNow }
  const guest_id = crypto.randomUUID()
  await db()
    .insertInto('review')
    .values({ ...row, guest_id })
    .execute()
  await expect(
    db()
      .insertInto('review')
      .values({ ...row, guest_id })
      .execute(),
  ).rejects.toThrow('review_once_a_guest')
  await expect(
    db()
      .insertInto('review')
      .values({ ...row, services: ['Makeup'] })
      .execute(),
  ).rejects.toThrow('only_guests_say_which')
  await expect(
    db().updateTable('review').set({ weight: 101 }).where('guest_id', '=', guest_id).execute(),
  ).rejects.toThrow('weight')
  for (let people = 1; people <= 21; people++) {
    const { rows } = await sql<{
      weight: number
    }>`select party_weight(n, ${people}) as weight from generate_series(1, ${people}::int) n order by n`.execute(db())
    expect(
      rows.map(({ weight }) => weight),
      `${people}`,
    ).toEqual(getPartyWeights(people))
  }
})
