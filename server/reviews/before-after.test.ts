import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beforeAfterConsent, formatConsent } from '#contract/reviews/before-after-consent.ts'
import { eraseAccount } from '#server/accounts/erase.queries.ts'
import { collectAccountData } from '#server/accounts/data-export.queries.ts'
import {
  createRequester,
  createTestAddress,
  createTestClient,
  createTestVisitor,
  getAccountId,
} from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { getReviewPath } from './reviews.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let dataUri = ''
beforeAll(async () => {
  rig = await openRig()
  const png = await sharp({ create: { width: 80, height: 100, channels: 3, background: '#b37f59' } })
    .png()
    .toBuffer()
  dataUri = `data:image/png;base64,${png.toString('base64')}`
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
const anyone = (path: string, method = 'GET', body?: object) =>
  rig.call(path, { method, ...(body ? { body } : {}), address: createTestAddress() })
const idOf = (file: string) => file.split('/')[3] as string
const later = (from: string, days: number) => new Date(Date.parse(from) + days * 86_400_000)
const yes = { yes: true, gallery: false, version: beforeAfterConsent.version }

async function party(slug: string) {
  const artist = await createTestProviderWithAccount(rig, { slug, notice: 0 })
  const search = { eventDate: '2026-12-05', services: ['makeup', 'makeup'] }
  const details = createRequester()
  const leila = await createTestVisitor(rig, { ...search, people: [{ count: 2, services: ['makeup'] }] }, { details })
  const booked = await leila.book(slug, { requester: details })
  const listed = await leila.call(`/v1/bookings/${booked.id}/guests`, 'POST', { person: 2, name: 'Zoe' })
  const guest = listed.body.data.appointment.guests.find(({ person }: { person: number }) => person === 2)
  const booker = (await getReviewPath(rig, booked.id, 'customer')).split('/').at(-1) as string
  rig.at(later(booked.endsAt, 1 / 24))
  const own = await createTestClient(rig, artist.accountId)
  const at = `/v1/providers/appointments/${booked.id}/before-after`
  const send = async (fileName = 'before-after') =>
    (await own('/v1/uploads', 'POST', { fileName, dataUri })).body.data.fileUrl as string
  const sendBy = async (key: string, fileName = 'before-after') =>
    (await anyone('/v1/uploads', 'POST', { fileName, dataUri, reviewKey: key })).body.data?.fileUrl as string
  const add = async (guestId: string | null = guest.id) =>
    own(at, 'POST', { guestId, before: await send(), after: await send() })
  const link = (key: string) => `/v1/before-after/${key}`
  const shown = async () => (await anyone(`/v1/@/${slug}/testimonials`)).body.data.reviews
  const albums = async () => (await anyone(`/v1/@/${slug}`)).body.data.albums
  const review = (key: string, score = 5) =>
    anyone(`/v1/guests/${key}/review`, 'POST', { name: 'Zoe M', role: '', score, comments: 'Lasted until three.' })
  return { artist, booked, leila, details, guest, booker, own, at, send, sendBy, add, link, shown, albums, review }
}
/** Answers for the pair that a person sees by their link. */
const says = async (key: string, body: object) => {
  const seen = (await anyone(`/v1/before-after/${key}`)).body.data?.pair?.id
  return anyone(`/v1/before-after/${key}`, 'PUT', { pairId: seen, ...body })
}
const isServed = async (file: string) => (await anyone(file)).status === 200

describe('Before and after pictures by an artist', () => {
  test('pictures uploaded for a before-and-after pair are used nowhere else, and a pair accepts no pictures used elsewhere', async () => {
    const { add, send, own, guest, albums } = await party('nowhere-else')
    const { pair } = (await add()).body.data.people.find(({ guestId }: { guestId: string }) => guestId === guest.id)
    const { album } = (await own('/v1/providers/albums', 'POST', { title: 'Work' })).body.data
    const put = (fileUrl: string) =>
      own(`/v1/providers/albums/${album._id}/media`, 'POST', { fileUrl, alt: 'Work', consent: true })
    const kept = [pair.before.src, pair.after.src].map((src) => `/pictures/before-after/${idOf(src)}/640.webp`)
    for (const fileUrl of [...kept, await send()]) {
      expect((await put(fileUrl)).body.code).toBe('not_found')
      const crop = { x: 0, y: 0, size: 1 }
      expect((await own('/v1/providers/me/photo', 'PUT', { fileUrl, crop })).body.code).toBe('not_found')
    }
    const taken = await send('albums')
    expect((await put(taken)).status).toBe(200)
    expect(JSON.stringify(await albums())).not.toContain(idOf(pair.before.src))
  })

  test('a pair is private until its person agrees to a stored text, and is then shown with the review', async () => {
    const { guest, add, link, shown, albums, review, booker } = await party('waits-for-yes')
    await review(guest.key)
    const added = await add()
    expect(added.body.data.people).toMatchObject([
      { guestId: null, name: 'Leila H.', pair: null },
      { guestId: guest.id, name: 'Zoe', pair: { addedBy: 'provider', yes: null } },
    ])
    expect((await shown())[0]).toMatchObject({ beforeAfter: null })
    expect((await anyone(link(booker))).body.data.pair).toBeNull()
    expect((await says(booker, yes)).body.code).toBe('not_found')
    const { provider, pair, consent } = (await anyone(link(guest.key))).body.data
    expect(consent).toMatchObject({ version: 2, yes: expect.stringContaining(provider) })
    expect((await says(guest.key, { ...yes, version: 1 })).body.code).toBe('state_changed')
    const said = (await says(guest.key, yes)).body.data
    expect(said.pair.yes).toMatchObject({ version: 2, gallery: false, words: formatConsent(provider, false) })
    expect(Date.parse(said.pair.yes.at)).toBeGreaterThan(testNow.getTime())
    expect((await shown())[0]).toMatchObject({
      beforeAfter: { before: { src: pair.before.src }, after: { src: pair.after.src } },
    })
    expect((await albums()).flatMap(({ media }: { media: object[] }) => media)).toEqual([])
  })

  test('a pair joins the artist’s albums only with a separate permission, and a withdrawal removes it at once', async () => {
    const { guest, add, shown, albums, review } = await party('in-the-albums')
    await review(guest.key)
    await add()
    const { pair } = (await says(guest.key, { ...yes, gallery: true })).body.data
    const album = (await albums()).find(({ title }: { title: string }) => title === 'Before and after')
    expect(album.media.map(({ src }: { src: string }) => src)).toEqual([pair.before.src, pair.after.src])
    expect((await says(guest.key, { ...yes, gallery: true })).body.data.pair.yes.gallery).toBe(true)
    expect((await albums()).flatMap(({ media }: { media: object[] }) => media)).toHaveLength(2)
    await says(guest.key, yes)
    expect((await albums()).flatMap(({ media }: { media: object[] }) => media)).toEqual([])
    expect((await shown())[0].beforeAfter).not.toBeNull()
    await says(guest.key, { ...yes, gallery: true })
    expect(await isServed(pair.before.src)).toBe(true)
    const back = (await says(guest.key, { yes: false, version: 1 })).body.data
    expect(back.pair).toBeNull()
    expect(back.said.map(({ said }: { said: string }) => said)).toEqual(['gallery', 'gallery', 'yes', 'gallery', 'no'])
    expect((await shown())[0].beforeAfter).toBeNull()
    expect((await albums()).flatMap(({ media }: { media: object[] }) => media)).toEqual([])
    for (const { src } of [pair.before, pair.after]) expect(await isServed(src)).toBe(false)
    expect((await says(guest.key, yes)).body.code).toBe('not_found')
  })

  test('a pair needs the artist’s own appointment in the past, a person of that appointment, and unused uploads made for pairs', async () => {
    const { artist, booked, guest, own, at, add, send, link } = await party('own-alone')
    const other = await createTestProviderWithAccount(rig, { slug: 'another-artist' })
    const stranger = await createTestClient(rig, other.accountId)
    const two = async () => ({ guestId: guest.id, before: await send(), after: await send() })
    expect((await stranger(at)).body.code).toBe('not_found')
    expect((await stranger(at, 'POST', await two())).body.code).toBe('not_found')
    expect((await anyone(at)).body.code).toBe('not_signed_in')
    expect((await add(crypto.randomUUID())).body.code).toBe('not_found')
    expect((await own(at, 'POST', { ...(await two()), before: await send('messages') })).body.code).toBe('not_found')
    const one = await send()
    expect((await own(at, 'POST', { guestId: guest.id, before: one, after: one })).body.code).toBe('not_found')
    rig.at(new Date(Date.parse(booked.endsAt) - 60_000))
    expect((await own(at, 'POST', await two())).body.code).toBe('review_early')
    rig.at(later(booked.endsAt, 1))
    const early = await add()
    expect(early.status).toBe(200)
    expect((await add()).body.code).toBe('state_changed')
    const pairId = early.body.data.people[1].pair.id
    expect((await stranger(`${at}/${pairId}`, 'DELETE')).body.code).toBe('not_found')
    expect((await own(`${at}/${crypto.randomUUID()}`, 'DELETE')).body.code).toBe('not_found')
    expect((await own(`${at}/${pairId}`, 'DELETE')).body.data.people[1].pair).toBeNull()
    expect((await anyone(link(guest.key))).body.data.pair).toBeNull()
    expect((await anyone(link(`${guest.key.slice(0, -2)}zz`))).body.code).toBe('not_found')
    expect(await collectAccountData(db(), artist.accountId)).toMatchObject({ beforeAndAfter: [] })
  })
})

test('permission applies to the pair that was seen, not to later pictures', async () => {
  const { guest, own, at, add, link, shown, review } = await party('others-by-now')
  await review(guest.key)
  await add()
  const seen = (await anyone(link(guest.key))).body.data.pair.id
  await own(`${at}/${seen}`, 'DELETE')
  await add()
  for (const pairId of [seen, undefined])
    expect((await anyone(link(guest.key), 'PUT', { ...yes, pairId })).body.code).toBe('state_changed')
  expect((await shown())[0].beforeAfter).toBeNull()
  expect((await says(guest.key, yes)).status).toBe(200)
  // After a withdrawal no cached copy is served.
  const { src } = (await anyone(link(guest.key))).body.data.pair.before
  expect((await anyone(src)).headers.get('cache-control')).toMatch(/^private/)
})

test('a person can add their own pair of pictures by their link; the pair stays private, and the person can delete it', async () => {
  const { guest, booker, sendBy, send, link, shown, review, leila, booked, details } = await party('adds-own')
  await review(guest.key)
  const two = { before: await sendBy(guest.key), after: await sendBy(guest.key) }
  expect(await sendBy('x'.repeat(40))).toBeUndefined()
  expect(await sendBy(guest.key, 'messages')).toBeUndefined()
  expect((await anyone(link(guest.key), 'POST', { ...two, before: await send() })).body.code).toBe('not_yours')
  expect((await anyone(link(guest.key), 'POST', two)).body.data.pair).toMatchObject({ addedBy: 'person', yes: null })
  expect((await shown())[0].beforeAfter).toBeNull()
  expect(
    (await anyone(link(booker), 'POST', { before: await sendBy(booker), after: await sendBy(booker) })).status,
  ).toBe(200)
  expect((await says(booker, yes)).body.data.pair.yes).not.toBeNull()
  expect((await shown()).map(({ beforeAfter }: { beforeAfter: object | null }) => beforeAfter)).toEqual([null])
  const customer = await getAccountId(rig, details.email)
  const { uploads } = (await collectAccountData(db(), customer)) as { uploads: { id: string }[] }
  expect(uploads).toHaveLength(2)
  expect(uploads.map(({ id }) => id)).not.toContain(idOf(two.before))
  await leila.call(`/v1/bookings/${booked.id}/guests/${guest.id}`, 'POST', { act: 'end' })
  expect((await says(guest.key, yes)).body.code).toBe('not_found')
})

test.each(['renew', 'end'])('a pair does not outlast the link that can withdraw it: %s', async (act) => {
  const { guest, add, shown, albums, review, leila, booked } = await party(`way-back-${act}`)
  await review(guest.key)
  await add()
  expect((await says(guest.key, { ...yes, gallery: true })).status).toBe(200)
  expect((await shown())[0].beforeAfter).not.toBeNull()
  expect((await leila.call(`/v1/bookings/${booked.id}/guests/${guest.id}`, 'POST', { act })).status).toBe(200)
  expect((await shown())[0].beforeAfter).toBeNull()
  expect((await albums()).flatMap(({ media }: { media: object[] }) => media)).toEqual([])
})

test('pairs are deleted with either account and are in its data export; pairs without permission are deleted with the event details', async () => {
  const { artist, guest, booker, add, link, booked } = await party('goes-along')
  await add()
  await add(null)
  await says(booker, { ...yes, gallery: true })
  const { account_id: customer } = await db()
    .selectFrom('appointment')
    .select('account_id')
    .where('id', '=', booked.id)
    .executeTakeFirstOrThrow()
  expect(await collectAccountData(db(), customer as string)).toMatchObject({
    beforeAndAfter: [{ addedBy: 'provider', said: expect.stringContaining('albums') }],
    saidOfPictures: [{ said: 'gallery', version: 2 }],
  })
  const kept = (await collectAccountData(db(), artist.accountId))['beforeAndAfter'] as object[]
  expect(kept).toHaveLength(2)
  const { pair } = (await anyone(link(guest.key))).body.data
  await eraseAccount(db(), { id: customer as string, email: 'gone@mail.example', now: testNow })
  const left = async (table: 'before_after' | 'before_after_consent') =>
    (await db().selectFrom(table).select('id').where('appointment_id', '=', booked.id).execute()).length
  expect([await left('before_after'), await left('before_after_consent')]).toEqual([0, 0])
  const upload = await db()
    .selectFrom('upload')
    .select('used_at')
    .where('id', '=', idOf(pair.before.src))
    .executeTakeFirst()
  expect(upload?.used_at).toBeNull()
  const media = await db()
    .selectFrom('media')
    .select('id')
    .where('provider_id', '=', artist.id)
    .where('album_id', 'is not', null)
    .execute()
  expect(media).toEqual([])
})

test('the database requires the person’s own permission for publication, and keeps its text unchanged', async () => {
  const { booked, guest, add, link } = await party('kept-word')
  await add()
  await add(null)
  const word = async (guest_id: string | null, said: string) =>
    (
      await db()
        .insertInto('before_after_consent')
        .values({ appointment_id: booked.id, guest_id, said, version: 2, words: 'Yes', at: testNow })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const show = async (yes_id: number) =>
    db().updateTable('before_after').set({ yes_id }).where('guest_id', '=', guest.id).execute()
  await expect(show(await word(null, 'yes'))).rejects.toThrow('their own yes')
  await expect(show(await word(guest.id, 'no'))).rejects.toThrow('their own yes')
  const said = await word(guest.id, 'yes')
  await show(said)
  await expect(
    db().updateTable('before_after_consent').set({ words: 'All of it' }).where('id', '=', said).execute(),
  ).rejects.toThrow('is not changed')
  expect((await anyone(link(guest.key))).body.data.pair.yes.words).toBe('Yes')
})
