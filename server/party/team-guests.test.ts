import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createRequester, createTestAddress, createTestClient, createTestVisitor } from '#server/testing/clients.ts'
import { bookTestTeam } from '#server/testing/bookings.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => {
  rig.at(testNow)
  return clearTestTown(rig)
})
afterAll(() => clearTestTown(rig))

const says = {
  name: 'Zoe',
  look: 'Soft waves',
  allergies: 'Latex',
  allergiesConsent: true,
  email: 'zoe@mail.example',
}

type Row = {
  id: string | null
  person: number | null
  name: string
  key: string | null
  look: string
  allergies: string
}
type Part = { appointmentId: string; provider: string; row: Row & { asks: { id: string }[] | null; declined: boolean } }

/** Books a team for three people: Hana does hair, Mona makeup; the third person has makeup only. */
async function team() {
  const hana = await createTestProviderWithAccount(rig, {
    slug: 'hana-hair',
    costs: { updo: 4_000, 'blow-dry': 3_000 },
  })
  const mona = await createTestProviderWithAccount(rig, { slug: 'mona-makeup', costs: { makeup: 5_000 } })
  const who = createRequester()
  const leila = await createTestVisitor(
    rig,
    {
      services: ['makeup', 'makeup', 'updo', 'updo', 'makeup'],
      people: [
        { count: 2, services: ['makeup', 'updo'] },
        { count: 1, services: ['makeup'] },
      ],
    },
    { details: who },
  )
  const made = await leila.call(`/v1/quotes/${leila.id}/teams`, 'POST', { profileIds: ['hana-hair', 'mona-makeup'] })
  const { teamId } = made.body.data
  const of = await bookTestTeam(rig, leila, teamId, { requester: who })
  const [hair, makeup] = [of(hana), of(mona)]
  const read = async (id: string) => (await leila.call(`/v1/bookings/${id}`)).body.data.appointment
  const list = async (id: string): Promise<Part[][]> => (await read(id)).teamGuests
  const invite = (id: string, person: number | null, name = '') =>
    leila.call(`/v1/bookings/${id}/guests`, 'POST', { person, name })
  const asHana = await createTestClient(rig, hana.accountId)
  const asMona = await createTestClient(rig, mona.accountId)
  return { hair, makeup, leila, read, list, invite, asHana, asMona }
}

const asGuest = (key: string | null | undefined, body?: unknown, method = body ? 'PUT' : 'GET') =>
  rig.call(`/v1/guests/${key}`, { method, ...(body ? { body } : {}), address: createTestAddress() })
const artistsOf = (parts: readonly Part[] | undefined) => parts?.map(({ provider }) => provider).toSorted()

test('the bookings of a team share one guest list, with each person once', { timeout: 120_000 }, async () => {
  const { hair, makeup, list, read } = await team()
  const people = await list(hair)
  expect(people.map((one) => artistsOf(one))).toEqual([
    ['hana-hair', 'mona-makeup'],
    ['hana-hair', 'mona-makeup'],
    ['mona-makeup'],
  ])
  expect(await list(makeup)).toEqual(people)
  expect((await read(hair)).guests).toHaveLength(2)
})

test('a guest has one link for all artists: it shows their own artists and times, and each artist reads the answer', {
  timeout: 120_000,
}, async () => {
  const { hair, makeup, leila, list, invite, asHana, asMona } = await team()
  await invite(hair, 2, 'Z')
  const [, zoe] = await list(makeup)
  const keys = new Set(zoe?.map(({ row }) => row.key))
  expect(keys.has(null)).toBe(false)
  const pages = await Promise.all([...keys].map(async (key) => (await asGuest(key)).body.data.invitation))
  const [page] = pages
  expect(pages.every((one) => JSON.stringify(one) === JSON.stringify(page))).toBe(true)
  expect([page.provider, ...page.others.map((one: { provider: string }) => one.provider)].toSorted()).toEqual([
    'hana-hair',
    'mona-makeup',
  ])
  for (const artist of [page, ...page.others]) {
    expect(artist.chair.from).toBeTruthy()
    expect(artist.services.map(({ id }: { id: string }) => id)).toEqual([
      artist.slug === 'hana-hair' ? 'updo' : 'makeup',
    ])
  }
  expect(page.chair.from < page.others[0].chair.from).toBe(true)

  const key = zoe?.[0]?.row.key
  const chosen = (slug: string) => (slug === 'hana-hair' ? ['updo'] : ['makeup'])
  const answer = {
    ...says,
    services: chosen(page.slug),
    others: page.others.map(({ slug }: { slug: string }) => ({ slug, services: chosen(slug) })),
  }
  expect((await asGuest(key, answer)).status).toBe(200)
  const seen = async (as: typeof asHana, id: string) =>
    (await as(`/v1/providers/appointments/${id}`)).body.data.appointment
  for (const [as, id] of [
    [asHana, hair],
    [asMona, makeup],
  ] as const) {
    const { guests, teamGuests, names } = await seen(as, id)
    expect(guests[1]).toMatchObject({ name: 'Zoe', look: 'Soft waves', allergies: 'Latex', key: null })
    expect(names[1]).toBe('Zoe')
    expect(teamGuests).toBeNull()
  }
  // The third person has makeup only: the hair artist learns nothing about them.
  await invite(makeup, 3, 'Mara')
  const mara = (await list(hair)).at(2)
  expect(artistsOf(mara)).toEqual(['mona-makeup'])
  const own = (await asGuest(mara?.[0]?.row.key)).body.data.invitation
  expect(own).toMatchObject({ provider: 'mona-makeup', others: [] })
  await asGuest(mara?.[0]?.row.key, { ...says, name: 'Mara', allergies: 'Nickel', services: ['makeup'] })
  expect(JSON.stringify(await seen(asHana, hair))).not.toContain('Nickel')
  expect(JSON.stringify(await seen(asMona, makeup))).toContain('Nickel')

  const erased = await asGuest(key, undefined, 'DELETE')
  expect(erased.body.data.invitation).toMatchObject({ name: '', allergies: '', answeredAt: null })
  const left = await rig.database.db
    .selectFrom('guest')
    .select(['allergies', 'email'])
    .where('appointment_id', 'in', [hair, makeup])
    .where('person', '=', 2)
    .execute()
  expect(left).toEqual([
    { allergies: '', email: null },
    { allergies: '', email: null },
  ])
  expect((await leila.call(`/v1/bookings/${hair}`)).body.data.appointment.names[1]).toBe('')
})

test('a wish for another service reaches the booking of the artist who offers it; other services are refused', {
  timeout: 120_000,
}, async () => {
  const { hair, makeup, leila, list, invite } = await team()
  await invite(makeup, 1, 'Zoe')
  const [zoe] = await list(hair)
  const key = zoe?.[0]?.row.key
  const page = (await asGuest(key)).body.data.invitation
  const wish = (own: string[], other: string[]) =>
    page.slug === 'hana-hair'
      ? { services: own, others: [{ slug: 'mona-makeup', services: other }] }
      : { services: other, others: [{ slug: 'hana-hair', services: own }] }
  const field = page.slug === 'hana-hair' ? 'services' : 'others'
  const wrong = await asGuest(key, { ...says, ...wish(['makeup'], ['makeup']) })
  expect(wrong.body).toMatchObject({ code: 'service_not_theirs', errors: [{ path: field }] })
  expect((await asGuest(key, { ...says, ...wish(['updo', 'blow-dry'], ['makeup']) })).status).toBe(200)
  const [asked] = await list(makeup)
  const at = (parts: Part[] | undefined, id: string) => parts?.find(({ appointmentId }) => appointmentId === id)?.row
  expect(at(asked, hair)?.asks?.map(({ id }) => id)).toEqual(['updo', 'blow-dry'])
  expect(at(asked, makeup)?.asks).toBeNull()
  await leila.call(`/v1/bookings/${hair}/guests/${at(asked, hair)?.id}`, 'POST', { act: 'decline' })
  expect(at((await list(makeup))[0], hair)).toMatchObject({ asks: null, declined: true })
})

test('a revoked link opens for no artist; after a cancellation the link shows the other artist only', {
  timeout: 120_000,
}, async () => {
  const { hair, makeup, leila, list, read, invite } = await team()
  await invite(hair, 1, 'Zoe')
  await invite(hair, 2, 'Ida')
  const before = await list(hair)
  const rowIn = (parts: Part[] | undefined, id: string) => parts?.find(({ appointmentId }) => appointmentId === id)?.row
  const first = rowIn(before[0], hair)
  await leila.call(`/v1/bookings/${hair}/guests/${first?.id}`, 'POST', { act: 'end' })
  for (const { row } of before[0] ?? []) expect((await asGuest(row.key)).status).toBe(404)
  await leila.call(`/v1/bookings/${hair}/guests/${first?.id}`, 'POST', { act: 'renew' })
  const again = (await list(makeup))[0]
  expect(artistsOf(again)).toEqual(['hana-hair', 'mona-makeup'])
  for (const { row } of again ?? []) expect((await asGuest(row.key)).status).toBe(200)

  // Only the booker can make, end or read the links of a booking.
  const stranger = await createTestVisitor(rig)
  expect((await stranger.call(`/v1/bookings/${makeup}/guests`, 'POST', { person: 1, name: '' })).status).toBe(404)
  expect((await stranger.call(`/v1/bookings/${hair}/guests/${first?.id}`, 'POST', { act: 'end' })).status).toBe(404)
  const foreign = rowIn(before[0], makeup)
  expect((await leila.call(`/v1/bookings/${hair}/guests/${foreign?.id}`, 'POST', { act: 'end' })).status).toBe(404)

  const ida = rowIn(before[1], hair)?.key
  const { refund } = await read(hair)
  expect((await leila.call(`/v1/bookings/${hair}/cancel`, 'POST', { refund: refund.now })).status).toBe(200)
  expect((await asGuest(ida)).body.data.invitation).toMatchObject({ provider: 'mona-makeup', others: [] })
})

test('after the day, the link of one artist leads to the review of the other too', { timeout: 120_000 }, async () => {
  const { hair, makeup, list, invite, read } = await team()
  await invite(hair, 2, 'Zoe')
  const [, zoe] = await list(hair)
  const ends = [(await read(hair)).endsAt, (await read(makeup)).endsAt].map((at) => Date.parse(at))
  rig.at(new Date(Math.max(...ends) + 60_000))
  for (const { row, provider } of zoe ?? []) {
    const page = await rig.call(`/v1/guests/${row.key}/review`, { address: createTestAddress() })
    expect(page.body.data).toMatchObject({ state: 'open', provider })
    const others = zoe?.filter((one) => one.provider !== provider)
    expect(page.body.data.others).toEqual(others?.map((one) => ({ provider: one.provider, key: one.row.key })))
  }
})

test('a guest and the booker who change one person’s links and answers at the same time never block each other', {
  timeout: 120_000,
}, async () => {
  const { hair, makeup, leila, list, invite } = await team()
  await invite(hair, 1, 'Zoe')
  const [zoe] = await list(hair)
  const [one, two] = zoe ?? []
  const page = (await asGuest(one?.row.key)).body.data.invitation
  const answer = {
    ...says,
    services: page.services.map(({ id }: { id: string }) => id),
    others: page.others.map(({ slug, services }: { slug: string; services: { id: string }[] }) => ({
      slug,
      services: services.map(({ id }) => id),
    })),
  }
  const statuses = await Promise.all([
    asGuest(one?.row.key, { ...answer, look: 'Soft waves' }).then(({ status }) => status),
    asGuest(two?.row.key, { ...answer, look: 'Red lips' }).then(({ status }) => status),
    invite(hair, 2, 'Ida').then(({ status }) => status),
    invite(makeup, 2, 'Ida').then(({ status }) => status),
    leila.call(`/v1/bookings/${makeup}`).then(({ status }) => status),
  ])
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  const [now, ida] = await list(makeup)
  expect(new Set(now?.map(({ row }) => row.look)).size).toBe(1)
  expect(artistsOf(ida)).toEqual(['hana-hair', 'mona-makeup'])
})
