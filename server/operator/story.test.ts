import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StoryEntry } from '#contract/operator/story.ts'
import { collectAccountData } from '#server/accounts/data-export.queries.ts'
import { createTestClient, createTestKey, createTestVisitor, getAccountId } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { fetchStory } from './story.queries.ts'

let rig: TestRig
let olu: Awaited<ReturnType<typeof createTestClient>>
const forget = async () => {
  rig.at(testNow)
  await rig.database.db.deleteFrom('operator_note').execute()
  await rig.database.db.deleteFrom('operator_tag').execute()
  await clearTestTown(rig)
}
beforeAll(async () => {
  rig = await openRig()
  olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
})
beforeEach(forget)
afterAll(forget)

const reason = 'for a test of the story'
type Page = { entries: StoryEntry[]; nextCursor: string | null }
const whole = async (of: string): Promise<StoryEntry[]> => {
  const entries: StoryEntry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/v1/operator/story?${of}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const page: Page = (await olu(path)).body.data
    entries.push(...page.entries)
    cursor = page.nextCursor
  }
  return entries
}
const kinds = (entries: readonly StoryEntry[]) => new Set(entries.map(({ kind }) => kind))
async function booked() {
  const artist = await createTestProviderWithAccount(rig, { slug: 'storied' })
  const visitor = await createTestVisitor(rig)
  const booking = await visitor.book('storied')
  const { account_id } = await rig.database.db
    .selectFrom('appointment')
    .select('account_id')
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
  return { artist, booking, customerId: account_id as string }
}
const leilasId = () => getAccountId(rig, 'leila@mail.example')

describe('History of an artist or person', () => {
  test('an artist’s history has bookings, payments, actions and notes, newest first, and each entry has a link', async () => {
    const { artist, booking } = await booked()
    await olu(`/v1/operator/bookings/${booking.id}/cancel`, 'POST', { reason })
    await olu('/v1/operator/notes', 'POST', { accountId: artist.accountId, text: 'Called about the cancellation.' })
    const entries = await whole(`providerId=${artist.id}`)
    expect([...kinds(entries)]).toEqual(
      expect.arrayContaining(['booking', 'ended', 'payment', 'refund', 'note', 'talk']),
    )
    expect(entries.find(({ kind }) => kind === 'booking')).toMatchObject({
      refId: booking.id,
      sum: { amount: booking.total, currency: 'GBP' },
    })
    expect(entries.find(({ kind }) => kind === 'note')).toMatchObject({ what: 'Called about the cancellation.' })
    const at = entries.map((entry) => entry.at)
    expect(at).toEqual(at.toSorted().toReversed())
  })

  test('a history has the requests, reviews, disputes, checks and payouts of both sides, and sign-ins', async () => {
    const { artist, booking, customerId } = await booked()
    await rig.sessionOf(customerId)
    const asking = await createTestVisitor(rig, { eventDate: '2027-06-19' })
    expect((await asking.call(`/v1/quotes/${asking.id}/requests`, 'POST', { profiles: ['storied'] })).status).toBe(200)
    const { db } = rig.database
    const { account_id: askerId } = await db
      .selectFrom('request')
      .select('account_id')
      .where('provider_id', '=', artist.id)
      .executeTakeFirstOrThrow()
    const of = { provider_id: artist.id }
    await db
      .insertInto('review')
      .values({ ...of, account_id: customerId, author: 'Leila H.', score: 4, created_at: testNow, cell: 0 })
      .execute()
    await db
      .insertInto('dispute')
      .values({ appointment_id: booking.id, by: 'customer', kind: 'late', answer_until: testNow })
      .execute()
    await db
      .insertInto('artist_document')
      .values({ ...of, kind: 'insurance', sent_at: testNow })
      .execute()
    await db
      .insertInto('payout')
      .values({ ...of, country_code: 'GB', currency: 'GBP', amount_minor: 4_200, gateway: 'test' })
      .execute()
    const said = async (whose: string) =>
      new Map((await whole(whose)).map(({ kind, name, what, sum }) => [kind, { name, what, amount: sum?.amount }]))

    const artists = await said(`providerId=${artist.id}`)
    expect(artists.get('request')).toMatchObject({ name: 'Leila Haddad', what: 'unconfirmed' })
    expect(artists.get('review')).toMatchObject({ name: 'Leila H.', what: '4' })
    expect(artists.get('dispute')).toMatchObject({ name: 'Leila Haddad', what: 'late' })
    expect(artists.get('document')).toMatchObject({ name: 'insurance', what: 'pending' })
    expect(artists.get('payout')).toMatchObject({ what: 'queued', amount: 42 })
    const customers = await said(`accountId=${customerId}`)
    expect(customers.get('review')).toMatchObject({ name: 'storied', what: '4' })
    expect(customers.get('dispute')).toMatchObject({ name: 'storied', what: 'late' })
    expect(customers.get('notice')?.name).toMatch(/^(mail|sms)$/)
    expect((await said(`accountId=${askerId}`)).get('request')).toMatchObject({ name: 'storied', what: 'unconfirmed' })
    const theirs = await said(`accountId=${artist.accountId}`)
    expect(theirs.get('document')).toMatchObject({ name: 'insurance', what: 'pending' })
    expect(customers.has('device')).toBe(true)
  })

  test('a reported review is in the history of its author, its subject and its reporter, each with a link', async () => {
    const { artist, customerId } = await booked()
    const { db } = rig.database
    const { id: reviewId } = await db
      .insertInto('review')
      .values({
        provider_id: artist.id,
        account_id: customerId,
        author: 'Storied writer',
        score: 2,
        comments: 'Late.',
        created_at: testNow,
        cell: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: outsideId } = await db
      .insertInto('outside_review')
      .values({
        provider_id: artist.id,
        address_hash: Buffer.alloc(32, 7),
        name: 'Wilma',
        work: 'A wedding',
        invited_at: testNow,
        comments: 'Lovely.',
        written_at: testNow,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const reporter = await leilasId()
    const leila = await createTestClient(rig, reporter)
    const of = (path: string, why: string) => leila(path, 'POST', { reason: why })
    expect((await of(`/v1/reviews/${reviewId}/report`, 'Not true')).body.data).toEqual({ reported: true })
    expect((await of(`/v1/outside-reviews/${outsideId}/report`, 'Never there')).body.data).toEqual({ reported: true })
    const { id: reportId } = await db
      .selectFrom('report')
      .select('id')
      .where('review_id', '=', reviewId)
      .executeTakeFirstOrThrow()
    const reports = async (whose: string) =>
      (await whole(`${whose}&kind=report`))
        .filter(({ what }) => what === 'Not true' || what === 'Never there')
        .map(({ name, what, about }) => `${about} ${name}: ${what}`)
        .toSorted()
    expect(await reports(`providerId=${artist.id}`)).toEqual([
      'outside Wilma: Never there',
      'review Storied writer: Not true',
    ])
    expect(await reports(`accountId=${reporter}`)).toEqual([
      'outside Wilma: Never there',
      'review Storied writer: Not true',
    ])
    const written = (await whole(`accountId=${customerId}&kind=report`)).filter(({ refId }) => refId === reportId)
    expect(written).toMatchObject([{ about: 'review', what: 'Not true' }])
    expect((await olu(`/v1/operator/reports/${reportId}`)).status).toBe(200)
  })

  test('paging through a person’s history shows each entry once, and the history can be filtered by kind', async () => {
    const id = await leilasId()
    await rig.database.db
      .insertInto('operator_note')
      .values(
        // All have the same time: paging must not lose any.
        Array.from({ length: 120 }, (_, i) => ({
          account_id: id,
          text: `Note ${i}`,
          written_by: id,
          written_at: testNow,
        })),
      )
      .execute()
    const entries = await whole(`accountId=${id}`)
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length)
    expect([...kinds(entries)]).toEqual(expect.arrayContaining(['search', 'booking', 'payment', 'note']))
    for (const kind of kinds(entries))
      expect(
        (await whole(`accountId=${id}&kind=${kind}`)).map((entry) => entry.id),
        kind,
      ).toEqual(entries.filter((entry) => entry.kind === kind).map((entry) => entry.id))
    const { n } = await rig.database.db
      .selectFrom('search')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(entries.filter(({ kind }) => kind === 'search')).toHaveLength(Number(n))
  })

  test('reading a history is logged with everyone it names', async () => {
    const { artist, customerId } = await booked()
    await whole(`providerId=${artist.id}`)
    const last = await rig.database.db
      .selectFrom('access_log')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(last.what).toBe('person')
    expect(last.account_ids).toEqual(expect.arrayContaining([artist.accountId, customerId]))
  })

  test('a history is refused for an unknown person or artist', async () => {
    expect((await olu('/v1/operator/story')).body.code).toBe('invalid_input')
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await olu(`/v1/operator/story?accountId=${nobody}&providerId=${nobody}`)).body.code).toBe('invalid_input')
    expect((await olu(`/v1/operator/story?accountId=${nobody}`)).body.code).toBe('not_found')
    expect((await olu(`/v1/operator/story?accountId=${await leilasId()}&cursor=x`)).body.code).toBe('invalid_input')
  })

  test('filtering by a kind that does not occur gives an empty list', async () => {
    const { db } = rig.database
    const id = await leilasId()
    const both = { accountId: id, providerId: null }
    expect((await fetchStory(db, { of: { accountId: id }, both, kind: 'payout' })).rows).toEqual([])
    expect(await whole(`accountId=${id}&kind=payout`)).toEqual([])
  })
})

describe('Notes and tags', () => {
  test('a person and their profile share notes and tags, and deleting a note needs a reason', async () => {
    const { artist } = await booked()
    const added = await olu('/v1/operator/notes', 'POST', { providerId: artist.id, text: '  Prefers mail. ' })
    expect(added.body.data.notes).toEqual([expect.objectContaining({ text: 'Prefers mail.', by: 'Olu Bankole-Reed' })])
    const marks = async () => (await olu(`/v1/operator/marks?accountId=${artist.accountId}`)).body.data
    expect((await marks()).notes).toHaveLength(1)
    const { id } = added.body.data.notes[0]
    expect((await olu(`/v1/operator/notes/${id}/remove`, 'POST', { reason: '' })).body.code).toBe('invalid_input')
    expect((await olu(`/v1/operator/notes/${id}/remove`, 'POST', { reason })).body.data).toEqual({ removed: true })
    expect((await marks()).notes).toEqual([])
    expect((await olu(`/v1/operator/notes/${id}/remove`, 'POST', { reason })).body.code).toBe('not_found')
    const acts = (await whole(`accountId=${artist.accountId}&kind=act`)).map(({ what }) => what)
    expect(acts).toEqual(expect.arrayContaining(['note.add', `note.remove: ${reason}`]))
  })

  test('a booking has its own notes, which are in the history of both sides', async () => {
    const { artist, booking, customerId } = await booked()
    const path = `/v1/operator/bookings/${booking.id}/notes`
    const { notes } = (await olu(path, 'POST', { text: 'The lift is broken.' })).body.data
    expect(notes).toEqual([expect.objectContaining({ text: 'The lift is broken.', by: 'Olu Bankole-Reed' })])
    expect((await olu(path)).body.data.notes).toEqual(notes)
    for (const of of [`providerId=${artist.id}`, `accountId=${customerId}`])
      expect(await whole(`${of}&kind=note`)).toEqual([
        expect.objectContaining({ what: 'The lift is broken.', refId: booking.id }),
      ])
    expect((await olu(`/v1/operator/notes/${notes[0].id}/remove`, 'POST', { reason })).status).toBe(200)
    expect((await olu(path)).body.data.notes).toEqual([])
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await olu(`/v1/operator/bookings/${nobody}/notes`, 'POST', { text: 'x' })).body.code).toBe('not_found')
    expect((await olu(path, 'POST', { text: ' ' })).body.code).toBe('invalid_input')
  })

  test('a note sent twice is saved once', async () => {
    const id = await leilasId()
    const key = createTestKey()
    for (let i = 0; i < 2; i++) await olu('/v1/operator/notes', 'POST', { accountId: id, text: 'Once' }, key)
    expect((await olu(`/v1/operator/marks?accountId=${id}`)).body.data.notes).toHaveLength(1)
  })

  test('saving tags replaces all earlier tags, and a search by tag finds the person', async () => {
    const { artist } = await booked()
    const set = (tags: string[]) => olu('/v1/operator/tags', 'PUT', { providerId: artist.id, tags })
    expect((await set(['Bridal fair', 'vip', 'vip'])).body.data.tags).toEqual(['bridal fair', 'vip'])
    const found = async (list: string, tag: string) =>
      (await olu(`/v1/operator/${list}?tag=${encodeURIComponent(tag)}`)).body.data[list].map(
        (row: { id: string }) => row.id,
      )
    expect(await found('people', 'vip')).toEqual([artist.accountId])
    expect(await found('providers', 'bridal fair')).toEqual([artist.id])
    expect((await set(['vip'])).body.data.tags).toEqual(['vip'])
    expect(await found('providers', 'bridal fair')).toEqual([])
    expect((await set(['no!'])).body.code).toBe('invalid_input')
  })

  test('notes and tags are part of a person’s data export', async () => {
    const { artist } = await booked()
    await olu('/v1/operator/notes', 'POST', { accountId: artist.accountId, text: 'Kept for you.' })
    const told = JSON.stringify(await collectAccountData(rig.database.db, artist.accountId))
    expect(told).toContain('Kept for you.')
  })
})

describe('Conversations in the console', () => {
  test('an operator opens a conversation for a reason, and the audit log records reason and operator', async () => {
    const { artist, customerId } = await booked()
    const { id } = await rig.database.db
      .selectFrom('conversation')
      .select('id')
      .where('provider_id', '=', artist.id)
      .executeTakeFirstOrThrow()
    const path = `/v1/operator/conversations/${id}/open`
    expect((await olu(path, 'POST', { reason: '' })).body.code).toBe('invalid_input')
    await rig.database.db
      .insertInto('message')
      .values({ conversation_id: id, side: 'customer', text: 'Is there a lift?', at: testNow })
      .execute()
    const { data } = (await olu(path, 'POST', { reason })).body
    expect(data.words.at(-1)).toMatchObject({ from: 'customer', text: 'Is there a lift?' })
    const { db } = rig.database
    const entry = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ act: 'conversation.read', subject_id: id, reason })
    const seen = await db.selectFrom('access_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect([seen.what, seen.account_ids.toSorted()]).toEqual([
      'conversation',
      [artist.accountId, customerId].toSorted(),
    ])
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await olu(`/v1/operator/conversations/${nobody}/open`, 'POST', { reason })).body.code).toBe('not_found')
  })
})

describe('Search over everything', () => {
  test('the search finds a person by the whole address, a booking by its number and a payment by the provider’s number', async () => {
    const { booking, customerId } = await booked()
    const { db } = rig.database
    const { email } = await db
      .selectFrom('account')
      .select('email')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    const { number } = await db
      .selectFrom('appointment')
      .select('number')
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow()
    const payment = await db
      .selectFrom('payment')
      .select(['id', 'gateway_id'])
      .where('account_id', '=', customerId)
      .where('state', '=', 'captured')
      .executeTakeFirstOrThrow()
    const found = async (text: string) =>
      (await olu(`/v1/operator/find?text=${encodeURIComponent(text)}`)).body.data.found.map(
        ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`,
      )
    const leila = await leilasId()
    expect(await found('leila@mail.example')).toContain(`person ${leila}`)
    expect(await found(email)).toContain(`booking ${booking.id}`)
    expect(await found(String(number))).toContain(`booking ${booking.id}`)
    expect(payment.gateway_id).toBeTruthy()
    expect(await found(payment.gateway_id ?? '')).toEqual([`payment ${payment.id}`])
  })

  test('the search finds a person by a phone number in any spelling, and a payment by its id', async () => {
    const id = await leilasId()
    await rig.database.db.updateTable('account').set({ mobile: '+447700900981' }).where('id', '=', id).execute()
    const found = async (text: string) =>
      (await olu(`/v1/operator/find?text=${encodeURIComponent(text)}`)).body.data.found
    for (const written of ['07700 900981', '+44 7700 900 981', '7700-900981'])
      expect(await found(written), written).toContainEqual(expect.objectContaining({ kind: 'person', id }))
    expect(await found('07700')).not.toContainEqual(expect.objectContaining({ kind: 'person', id }))
    const payment = await rig.database.db.selectFrom('payment').select('id').limit(1).executeTakeFirstOrThrow()
    expect(await found(payment.id.toUpperCase())).toEqual([
      expect.objectContaining({ kind: 'payment', id: payment.id }),
    ])
  })
})

test('an operator without the people duty can use neither histories, notes, conversations nor the search', async () => {
  const { db } = rig.database
  const id = await getAccountId(rig, 'olu@primp.test')
  const { duties } = await db.selectFrom('account').select('duties').where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .updateTable('account')
    .set({ duties: ['money'] })
    .where('id', '=', id)
    .execute()
  try {
    const of = await leilasId()
    const money = await createTestClient(rig, id)
    const answers = await Promise.all([
      money(`/v1/operator/story?accountId=${of}`),
      money(`/v1/operator/marks?accountId=${of}`),
      money('/v1/operator/notes', 'POST', { accountId: of, text: 'x' }),
      money(`/v1/operator/bookings/${of}/notes`),
      money(`/v1/operator/bookings/${of}/notes`, 'POST', { text: 'x' }),
      money(`/v1/operator/notes/${of}/remove`, 'POST', { reason }),
      money('/v1/operator/tags', 'PUT', { accountId: of, tags: [] }),
      money(`/v1/operator/conversations/${of}/open`, 'POST', { reason }),
    ])
    expect(answers.map(({ body }) => body.code)).toEqual(Array(8).fill('duty_required'))
  } finally {
    await db.updateTable('account').set({ duties }).where('id', '=', id).execute()
  }
})
