import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEndedAppointment, deleteTestAppointments } from '#server/testing/bookings.ts'
import { clearTestTown, createTestProvider } from '#server/testing/providers.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { inviteReviews } from './review-links.ts'
import { getReviewPath } from './reviews.ts'

let rig: TestRig
let artist: { id: string; no: number; slug: string }
let made: { id: string; searchId: string }[] = []
let calls = 0
const tokens = new Map<string, string>()
const bearerOf = async (who: string): Promise<string> => {
  const known =
    tokens.get(who) ??
    (
      await rig.call('/v1/accounts/login', {
        method: 'POST',
        body: { email: `${who}@primp.test`, password: 'primp-sample-1' },
        address: `127.33.0.${++calls}`,
      })
    ).body.data.token
  tokens.set(who, known)
  return known
}
const days = (n: number) => new Date(testNow.getTime() + n * 86_400_000)
const hours = (n: number) => new Date(testNow.getTime() + n * 3_600_000)
const address = () => `127.33.${1 + Math.floor(calls / 200)}.${++calls % 200}`
const call = (path: string, method: string, body?: unknown, bearer?: string) =>
  rig.call(`/v1${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(bearer ? { bearer } : {}),
    address: address(),
  })
const appointment = async (endsAt = hours(-1), more: Partial<Parameters<typeof createEndedAppointment>[1]> = {}) => {
  const one = await createEndedAppointment(rig, { providerId: artist.id, endsAt, ...more })
  made.push(one)
  return one
}
const pathTo = async (id: string, type: 'customer' | 'provider' = 'customer') =>
  (await getReviewPath(rig, id, type)).replace('/review/', '/reviews/')
const totals = async () =>
  rig.database.db
    .selectFrom('provider')
    .select(['review_count', 'review_sum'])
    .where('id', '=', artist.id)
    .executeTakeFirstOrThrow()
const matched = async () =>
  rig.database.db
    .selectFrom('provider_match')
    .select(['review_count', 'review_sum'])
    .where('provider_id', '=', artist.id)
    .executeTakeFirstOrThrow()
const mails = () =>
  rig.database.db
    .selectFrom('outbox')
    .select(['kind', 'address', 'subject', 'body', 'html', 'fact'])
    .where('channel', '=', 'mail')
    // The clock of a test stands still.
    .orderBy('created_at')
    .orderBy('kind')
    .execute()
const words = { score: 4, comments: 'Everyone ready at 1:25.', chips: ['On time', 'Shade match'] }

beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await deleteTestAppointments(rig, made)
  made = []
  await rig.database.db.deleteFrom('outbox').execute()
  await clearTestTown(rig)
  artist = await createTestProvider(rig, { slug: 'review-artist', reviews: [10, 45] })
  const { id } = await rig.database.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'olu@primp.test')
    .executeTakeFirstOrThrow()
  await rig.database.db.updateTable('provider').set({ account_id: id }).where('id', '=', artist.id).execute()
})
afterAll(async () => {
  await deleteTestAppointments(rig, made)
  await clearTestTown(rig)
  await rig.database.db.deleteFrom('outbox').execute()
  await rig.database.db.deleteFrom('live_event').execute()
  await rig.database.db.deleteFrom('upload').execute()
  rig.at(testNow)
})

describe('Reviews', () => {
  test('a customer’s review is shown at once on the page, in totals and in search, and the artist is notified', async () => {
    const { id } = await appointment()
    const path = await pathTo(id)
    expect((await call(path, 'GET')).body.data).toMatchObject({
      type: 'customer',
      state: 'open',
      firstName: 'review-artist',
      event: 'Wedding',
      place: 'Hackney',
      review: null,
    })
    const posted = await call(path, 'POST', words)
    expect(posted.body.data.review).toMatchObject({
      score: 4,
      comments: words.comments,
      chips: words.chips,
      editable: true,
    })
    expect(await totals()).toEqual({ review_count: 11, review_sum: 49 })
    expect(await matched()).toEqual({ review_count: 11, review_sum: 49 })
    const shown = (await call(`/@/${artist.slug}/testimonials?appointmentId=${id}`, 'GET')).body.data
    expect(shown.reviews[0]).toMatchObject({
      name: expect.stringMatching(/^\w+ \w\.$/),
      rating: 4,
      event: 'Wedding',
      comments: words.comments,
    })
    expect(await mails()).toMatchObject([
      { kind: 'review.new', address: 'olu@primp.test', subject: expect.stringMatching(/4 out of 5$/) },
    ])
  })
  test('a review can name the hair type, in fixed words; others find the artist by it', async () => {
    const { id } = await appointment()
    const path = await pathTo(id)
    const hairTags = ['hair-coily', 'length-long']
    expect((await call(path, 'POST', { ...words, hairTags: ['skin-deep'] })).status).toBe(400)
    expect((await call(path, 'POST', { ...words, hairTags })).body.data.review.hairTags).toEqual(hairTags)
    const shown = (await call(`/@/${artist.slug}/testimonials?appointmentId=${id}`, 'GET')).body.data
    expect(shown.reviews[0].hairTags).toEqual(hairTags)
    const changed = await call(path, 'PATCH', { ...words, hairTags: ['hair-curly'] })
    expect(changed.body.data.review.hairTags).toEqual(['hair-curly'])
    const set = (hair_tags: string[]) =>
      rig.database.db.updateTable('review').set({ hair_tags }).where('appointment_id', '=', id).execute()
    await expect(set(['skin-deep'])).rejects.toThrow('review_hair_tags')
    await expect(set(['hair-curly', 'hair-curly'])).rejects.toThrow('review_hair_tags')
  })
  test('a review is written once and can be changed for a week, and the totals change with it', async () => {
    const { id } = await appointment()
    const path = await pathTo(id)
    const twice = await Promise.all([call(path, 'POST', words), call(path, 'POST', { ...words, score: 5 })])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    rig.at(days(6.9))
    expect(
      (await call(path, 'PATCH', { ...words, score: 1, comments: 'On reflection' })).body.data.review,
    ).toMatchObject({ score: 1, comments: 'On reflection' })
    expect(await totals()).toEqual({ review_count: 11, review_sum: 46 })
    rig.at(days(7.1))
    expect((await call(path, 'PATCH', words)).body.code).toBe('edit_ended')
    expect((await mails()).filter(({ kind }) => kind === 'review.new')).toHaveLength(1)
  })
  test('reviews open at the end and close after 90 days', async () => {
    const { id } = await appointment(hours(1))
    const path = await pathTo(id)
    expect((await call(path, 'GET')).body.data.state).toBe('early')
    expect((await call(path, 'POST', words)).body.code).toBe('review_early')
    rig.at(days(91))
    expect((await call(path, 'GET')).body.data.state).toBe('closed')
    expect((await call(path, 'POST', words)).body.code).toBe('review_closed')
    rig.at(days(90))
    expect((await call(path, 'POST', words)).status).toBe(200)
  })
  test('a review needs the key of its own appointment and side', async () => {
    const [one, other] = [await appointment(), await appointment(hours(-2))]
    const key = (await pathTo(one.id)).split('/').at(-1)
    for (const path of [
      `/reviews/${other.id}/customer/${key}`,
      `/reviews/${one.id}/provider/${key}`,
      `/reviews/${one.id}/customer/${key?.slice(0, -3)}abc`,
      `/reviews/${one.id}/customer/${'x'.repeat(40)}`,
      `/reviews/${one.id}/customer/${await bearerOf('ana')}`,
    ]) {
      for (const method of ['GET', 'POST', 'PATCH'])
        expect((await call(path, method, method === 'GET' ? undefined : words)).body.code).toBe('not_found')
    }
  })
  test('a cancelled booking or a no-show invites no review', async () => {
    const [cancelled, missed] = [
      await appointment(hours(-1), { state: 'cancelled' }),
      await appointment(hours(-2), { state: 'no_show', noShowOf: 'customer' }),
    ]
    expect((await call(await pathTo(cancelled.id), 'GET')).body.code).toBe('not_found')
    expect((await call(await pathTo(missed.id), 'GET')).body.code).toBe('not_found')
    expect((await call(await pathTo(missed.id, 'provider'), 'GET')).status).toBe(200)
  })
  test('a review needs a score from 1 to 5, known chips, and text within its limits', async () => {
    const { id } = await appointment()
    const path = await pathTo(id)
    expect((await call(path, 'POST', { ...words, comments: 'Book her on 077*009*00142' })).body).toMatchObject({
      code: 'contact_details',
      errors: [{ path: 'comments' }],
    })
    for (const wrong of [{ score: 0 }, { score: 6 }, { score: 4.5 }, {}, { score: 5, comments: 'x'.repeat(2001) }])
      expect((await call(path, 'POST', wrong)).status).toBe(400)
    expect((await call(path, 'POST', { score: 5, chips: ['Cheap'] })).body).toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'chips' }],
    })
  })
  test('a review has pictures uploaded with its key; a change deletes those it does not name', async () => {
    const { id } = await appointment()
    const path = await pathTo(id)
    const reviewKey = path.split('/').at(-1)
    const dataUri = `data:image/png;base64,${(
      await sharp({ create: { width: 60, height: 60, channels: 3, background: '#a52' } })
        .png()
        .toBuffer()
    ).toString('base64')}`
    const send = async (key: unknown) =>
      rig.call('/v1/uploads', {
        method: 'POST',
        body: { fileName: 'reviews', dataUri, reviewKey: key },
        address: address(),
      })
    expect((await send('nonsense')).body.code).toBe('not_signed_in')
    expect((await send((await pathTo(id, 'provider')).split('/').at(-1))).body.code).toBe('not_signed_in')
    const [first, second] = [(await send(reviewKey)).body.data.fileUrl, (await send(reviewKey)).body.data.fileUrl]
    expect((await call(path, 'POST', { ...words, pictures: [first] })).body.data.review.pictures).toMatchObject([
      { src: first },
    ])
    expect(
      (await call(`/@/${artist.slug}/testimonials?appointmentId=${id}`, 'GET')).body.data.reviews[0].media,
    ).toMatchObject([{ src: first }])
    expect((await call(path, 'PATCH', { ...words, pictures: [second] })).body.data.review.pictures).toMatchObject([
      { src: second },
    ])
    const [gone, kept] = await Promise.all(
      [first, second].map((url) =>
        rig.database.db
          .selectFrom('upload')
          .select('used_at')
          .where('id', '=', url.split('/')[3])
          .executeTakeFirstOrThrow(),
      ),
    )
    expect([gone?.used_at, Boolean(kept?.used_at)]).toEqual([null, true])
    const { mia } = { mia: await bearerOf('mia') }
    const hers = (await rig.call('/v1/uploads', { method: 'POST', body: { fileName: 'x', dataUri }, bearer: mia })).body
      .data.fileUrl
    expect((await call(path, 'PATCH', { ...words, pictures: [hers] })).body.code).toBe('not_yours')
  })
  test('a review by the artist stays private: no page, no total, no email', async () => {
    const { id } = await appointment()
    const path = await pathTo(id, 'provider')
    expect(
      (await call(path, 'POST', { score: 3, comments: 'Paid late', chips: ['Address was right'] })).body.data,
    ).toMatchObject({ type: 'provider', review: { score: 3, pictures: [] } })
    expect(await totals()).toEqual({ review_count: 10, review_sum: 45 })
    expect((await call(`/@/${artist.slug}/testimonials?appointmentId=${id}`, 'GET')).body.data.reviews).toEqual([])
    expect(await mails()).toEqual([])
  })
  test('both sides find their review without the email, and nobody else can', async () => {
    const { id } = await appointment()
    expect((await call(`/reviews/link/${id}`, 'GET', undefined, await bearerOf('ana'))).body.data.path).toBe(
      await getReviewPath(rig, id, 'customer'),
    )
    expect((await call(`/reviews/link/${id}`, 'GET', undefined, await bearerOf('olu'))).body.data.path).toBe(
      await getReviewPath(rig, id, 'provider'),
    )
    expect((await call(`/reviews/link/${id}`, 'GET', undefined, await bearerOf('mia'))).body.code).toBe('not_found')
    expect((await call(`/reviews/link/${id}`, 'GET')).body.code).toBe('not_signed_in')
  })
})

describe('Published reviews', () => {
  const posted = async () => {
    const { id } = await appointment()
    await call(await pathTo(id), 'POST', words)
    const row = await rig.database.db
      .selectFrom('review')
      .select('id')
      .where('appointment_id', '=', id)
      .executeTakeFirstOrThrow()
    await rig.database.db.deleteFrom('outbox').execute()
    return { id, reviewId: Number(row.id) }
  }
  test('the artist can reply once and change the reply for a week; nobody else can; the author is notified', async () => {
    const { reviewId } = await posted()
    await rig.database.db
      .updateTable('account')
      .set({ roles: ['customer', 'provider', 'operator'], duties: ['owner'] })
      .where('email', '=', 'olu@primp.test')
      .execute()
    const olu = (
      await rig.call('/v1/accounts/login', {
        method: 'POST',
        body: { email: 'olu@primp.test', password: 'primp-sample-1' },
        address: address(),
      })
    ).body.data.token
    const path = `/providers/reviews/${reviewId}/reply`
    expect((await call(path, 'PATCH', { reply: 'Thank you' }, olu)).body.code).toBe('not_found')
    expect((await call(path, 'POST', { reply: 'Ring 07700 900 123' }, olu)).body).toMatchObject({
      code: 'contact_details',
      errors: [{ path: 'reply' }],
    })
    expect((await call(path, 'POST', { reply: 'Not mine' }, await bearerOf('mia'))).body.code).toBe('not_yours')
    expect((await call(path, 'POST', { reply: 'x' })).body.code).toBe('not_signed_in')
    expect((await call(path, 'POST', { reply: 'Thank you, Ana.' }, olu)).body.data.reply).toBe('Thank you, Ana.')
    expect((await call(path, 'POST', { reply: 'Again' }, olu)).body.code).toBe('reply_exists')
    expect(await mails()).toMatchObject([{ kind: 'review.reply', address: 'ana@primp.test' }])
    expect((await call(path, 'PATCH', { reply: 'Thank you so much.' }, olu)).status).toBe(200)
    expect((await call(`/@/${artist.slug}/testimonials`, 'GET')).body.data.reviews[0].reply.comments).toBe(
      'Thank you so much.',
    )
    rig.at(days(8))
    const later = (
      await rig.call('/v1/accounts/login', {
        method: 'POST',
        body: { email: 'olu@primp.test', password: 'primp-sample-1' },
        address: address(),
      })
    ).body.data.token
    expect((await call(path, 'PATCH', { reply: 'Late' }, later)).body.code).toBe('edit_ended')
    await rig.database.db
      .updateTable('account')
      .set({ roles: ['customer', 'operator'], duties: ['owner'] })
      .where('email', '=', 'olu@primp.test')
      .execute()
  })
  test('any reader can report a review; operators leave or remove it, and its author gets the reason', async () => {
    const { reviewId } = await posted()
    const olu = await bearerOf('olu')
    expect((await call(`/reviews/${reviewId}/report`, 'POST', { reason: 'Insults' })).status).toBe(200)
    expect((await call(`/reviews/${reviewId}/report`, 'POST', { reason: 'Insults' })).status).toBe(200)
    expect((await call('/reviews/999999999/report', 'POST', { reason: 'Insults' })).body.code).toBe('not_found')
    expect((await mails()).map(({ kind }) => kind)).toEqual(['op.review.reported'])
    const reports = (await call('/operator/reports', 'GET', undefined, olu)).body.data.reports.filter(
      ({ review }: { review: { id: string } | null }) => review?.id === String(reviewId),
    )
    expect(reports).toHaveLength(2)
    expect(reports[0]).toMatchObject({ kind: 'review', reason: 'Insults', review: { id: String(reviewId), score: 4 } })
    expect((await call('/operator/reports', 'GET', undefined, await bearerOf('ana'))).body.code).toBe('not_yours')
    expect(
      (await call(`/operator/reports/${reports[0].id}/settle`, 'POST', { act: 'keep', reason: 'Nothing wrong' }, olu))
        .body.data.report.outcome,
    ).toBe('kept')
    expect(
      (await call(`/operator/reports/${reports[0].id}/settle`, 'POST', { act: 'remove', reason: 'Insults' }, olu)).body
        .code,
    ).toBe('state_changed')
    await rig.database.db.deleteFrom('outbox').execute()
    expect(
      (await call(`/operator/reports/${reports[1].id}/settle`, 'POST', { act: 'remove', reason: 'It insults' }, olu))
        .status,
    ).toBe(200)
    expect(await totals()).toEqual({ review_count: 10, review_sum: 45 })
    expect((await mails()).map(({ kind, address }) => [kind, address])).toEqual([['review.removed', 'ana@primp.test']])
    expect((await call(`/reviews/${reviewId}/report`, 'POST', { reason: 'Insults' })).body.code).toBe('not_found')
    expect(
      (await call(`/operator/reviews/${reviewId}/restore`, 'POST', { reason: 'On second thought' }, olu)).status,
    ).toBe(200)
    expect(await totals()).toEqual({ review_count: 11, review_sum: 49 })
    expect((await mails()).map(({ kind, address }) => [kind, address])).toEqual([
      ['review.removed', 'ana@primp.test'],
      ['review.restored', 'ana@primp.test'],
    ])
  })
})

test('after the end, both sides get one invitation with working links', async () => {
  const { id } = await appointment(hours(2))
  const run = (at: Date) => {
    rig.at(at)
    return inviteReviews({ ...createJobContext(rig, 'test'), now: at })
  }
  // Leaves out the sample market's appointments.
  const own = async () => (await mails()).filter(({ fact }) => fact?.includes(id))
  await run(testNow)
  expect(await own()).toEqual([])
  await Promise.all([run(hours(2.1)), run(hours(2.1))])
  await run(hours(3))
  await run(days(1.5))
  const sent = await own()
  expect(sent.map(({ kind, address }) => [kind, address]).toSorted()).toEqual([
    ['review.invite.customer', 'ana@primp.test'],
    ['review.invite.provider', 'olu@primp.test'],
  ])
  for (const type of ['customer', 'provider'] as const) {
    const link = sent.find(({ kind }) => kind.endsWith(type))?.html?.match(/href="[^"]*(\/review\/[^"]+)"/)?.[1]
    expect(link).toBe(await getReviewPath(rig, id, type))
    expect((await call((link ?? '').replace('/review/', '/reviews/'), 'GET')).body.data.state).toBe('open')
  }
})
