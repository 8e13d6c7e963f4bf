import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { completeAppointments } from '#server/bookings/completion.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { sendVouchers } from '#server/payments/voucher-sales.ts'
import { getReviewPath } from '#server/reviews/reviews.ts'
import { type Answer, testNow, type TestRig } from '#server/test-rig.ts'
import { createTestAddress, createTestClient, createTestKey, createTestVisitor, getAccountId } from './clients.ts'
import { createTestCard, createTestVoucher } from './payments.ts'
import { testTown } from './providers.ts'
import { confirmRequestsByMail, createSignedInProvider } from './requests.ts'

/** Every text, address and place of the filled customer has one of these words or coordinates. */
export const customerTraces = ['xanthippe', 'quillfeather', '7400 ?123987', 'wolfsbane', '60\\.1543217', '1\\.1437219']
const customer = {
  name: 'Xanthippe Quillfeather',
  email: 'xanthippe@quillfeather.example',
  event: 'Quillfeather wedding',
  mobile: '07400 123987',
}
const customerPlace = {
  ...testTown,
  coordinates: [-1.1437219, 60.1543217] as [number, number],
  address: {
    ...testTown.address,
    placeName: 'Quillfeather House, Lerwick, Shetland',
    neighborhood: 'Quillfeather Row',
  },
}

/** Every text of the filled artist has one of these words. */
export const artistTraces = ['ottoline', 'vexmoor', 'marblewick', '60\\.1617821', '1\\.1339412', '•••• 7391']
const artistName = 'Ottoline Vexmoor'

const createPicture = async (): Promise<string> => {
  const bytes = await sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}

/** Returns the data of an answer. Throws unless it succeeded. */
async function expectData(answer: Promise<Answer>) {
  const { status, body } = await answer
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data
}

type Client = Awaited<ReturnType<typeof createTestClient>>
const upload = async (call: Client, fileName: string): Promise<string> =>
  (await expectData(call('/v1/uploads', 'POST', { fileName, dataUri: await createPicture() }))).fileUrl

/**
 * Fills the account of a customer and that of an artist who worked for them, with every kind of data, through the API.
 * Rows that the API writes only after weeks or a call of a vendor are inserted. Both accounts can be deleted afterwards.
 */
export async function createFilledAccounts(rig: TestRig) {
  const olu = await createTestClient(rig, await getAccountId(rig, 'olu@primp.test'))
  const artist = await createArtist(rig, olu)
  const other = await createSignedInProvider(rig, { slug: 'not-booked' })
  await expectData(artist.call('/v1/providers/me/colleagues', 'POST', { artist: other.slug }))
  await createOffer(rig, artist)
  const filled = await createCustomer(rig, olu, artist, other)
  return { artist, customer: filled, olu: await createTestClient(rig, await getAccountId(rig, 'olu@primp.test')) }
}

type Artist = Awaited<ReturnType<typeof createArtist>>
async function createArtist(rig: TestRig, olu: Client) {
  const { db } = rig.database
  const made = await createSignedInProvider(rig, { slug: 'ottoline-vexmoor', instant: true, studio: true })
  await db
    .updateTable('provider')
    .set({
      name: artistName,
      lat: 60.1617821,
      lng: -1.1339412,
      studio_address: '9 Marblewick Street',
      instagram: 'marblewick',
    })
    .where('id', '=', made.id)
    .execute()
  await db.updateTable('artist').set({ name: 'Marblewick Junior' }).where('provider_id', '=', made.id).execute()
  const call = await createTestClient(rig, made.accountId)
  const set = (path: string, method: string, body: object) => expectData(call(`/v1/providers/me/${path}`, method, body))
  await expectData(call('/v1/accounts/me', 'PATCH', { name: artistName, mobile: '07700 900111', country: 'GB' }))
  const words = 'Marblewick brides come to me for calm mornings and skin that looks like skin, all day long.'
  await set('bio', 'PUT', { bio: words })
  const hours = { opens: '08:00', closes: '09:00' }
  const week = Array.from({ length: 7 }, () => [{ opens: '08:00', closes: '18:00' }])
  await set('hours/blocks', 'PUT', {
    blocks: [{ label: 'Marblewick school', weekdays: [0], ...hours, from: null, until: null }],
  })
  await set('hours/exceptions', 'POST', {
    from: '2027-03-01',
    until: '2027-03-02',
    label: 'Marblewick trip',
    windows: [],
  })
  await set('hours/seasons', 'PUT', {
    seasons: [{ yearly: true, name: 'Marblewick winter', from: '01-05', until: '01-20', week }],
  })
  await set('own-words', 'PUT', { items: [{ serviceId: 'makeup', title: 'Marblewick glam', words }] })
  await set('webhooks', 'POST', { url: 'https://marblewick.example/hook', events: ['booking.created'] })
  await set('api-keys', 'POST', { name: 'Marblewick diary', scopes: ['bookings:read'] })
  await set('promos', 'POST', { code: 'MARBLEWICK', worth: { percent: 10 } })
  await set('outside-reviews', 'POST', {
    name: 'Ottoline B',
    email: 'client@marblewick.example',
    work: 'Marblewick ball',
  })
  const person = { legalName: 'Ottoline Marblewick Ltd', address: '9 Marblewick Street', taxNumber: '1955839661' }
  await set('tax', 'PUT', { ...person, registration: null })
  await set('payouts/details', 'PUT', { holder: 'A Holder', number: '12347391' })
  const client = {
    name: 'Client Marblewick',
    email: 'c@marblewick.example',
    phone: '07700 900555',
    address: '3 Marblewick Row',
  }
  const notes = { note: 'Marblewick note', allergies: 'Marblewick allergy', look: 'Marblewick look' }
  const { clientId } = await set('own-clients', 'POST', { ...client, ...notes })
  await set('own-appointments', 'POST', {
    clientId,
    eventDate: '2027-12-01',
    startTime: '10:00',
    minutes: 60,
    place: '3 Marblewick Row',
    coordinates: [-1.1339412, 60.1617821],
    note: 'Marblewick visit',
  })
  const album = (await expectData(call('/v1/providers/albums', 'POST', { title: 'Marblewick album' }))).album._id
  const fileUrl = await upload(call, 'albums')
  await expectData(
    call(`/v1/providers/albums/${album}/media`, 'POST', { fileUrl, alt: 'Marblewick curls', consent: true }),
  )
  await createRefusedDocument(call, olu)
  await db
    .insertInto('calendar_feed')
    .values({ provider_id: made.id, url: 'https://marblewick.example/a.ics', name: 'Marblewick diary' })
    .execute()
  for (const note of [{ accountId: made.accountId }, { providerId: made.id }])
    await expectData(olu('/v1/operator/notes', 'POST', { ...note, text: 'Ottoline likes mail' }))
  return { ...made, call, fileUrl }
}

async function createRefusedDocument(call: Client, olu: Client): Promise<void> {
  const paper = {
    kind: 'insurance',
    holder: artistName,
    number: 'MARBLEWICK-1',
    issuer: 'Marblewick Mutual',
    consent: true,
  }
  const { checks } = await expectData(
    call('/v1/providers/me/documents', 'POST', { ...paper, pictures: [await createPicture()] }),
  )
  const { documents } = checks.find(({ kind }: { kind: string }) => kind === 'insurance')
  await expectData(
    olu(`/v1/operator/documents/${documents[0].id}/refuse`, 'POST', { refusal: 'name', note: 'Not Ottoline.' }),
  )
  const words = 'Marblewick is the name that I had before I was married.'
  await expectData(
    call('/v1/providers/me/appeals', 'POST', {
      kind: 'document',
      documentId: documents[0].id,
      words,
      pictures: [await createPicture()],
    }),
  )
}

async function createCustomer(rig: TestRig, olu: Client, artist: Artist, other: { id: string; slug: string }) {
  const { db } = rig.database
  const marketing = {
    gclid: 'quillfeather-1',
    experimentId: 'quillfeather-2',
    heapId: 'quillfeather-3',
    landingPage: '/quillfeather',
  }
  const party = {
    people: [{ count: 2, services: ['makeup'] }],
    services: ['makeup', 'makeup'],
    location: customerPlace,
  }
  const details = { details: customer }
  const visitor = await createTestVisitor(rig, { ...party, ...marketing }, details)
  const day = {
    address: '14 Quillfeather Row',
    entrance: 'Quillfeather gate',
    parking: 'Quillfeather yard',
    notes: 'Ask for Xanthippe',
    allergies: 'Wolfsbane',
  }
  const papers = {
    requester: customer,
    names: ['Xanthippe', 'Zoe Quillfeather'],
    day,
    shareNumber: true,
    smsReminders: true,
  }
  await expectData(
    visitor.call(`/v1/quotes/${visitor.id}/look`, 'PUT', { tags: ['glasses'], freeOf: ['free-of-latex'] }),
  )
  await expectData(visitor.call(`/v1/quotes/${visitor.id}/alert`, 'POST', { email: customer.email }))
  const booked = await visitor.book(artist.slug, papers)
  const accountId = await getAccountId(rig, customer.email)
  const call = await createTestClient(rig, accountId)
  const asked = await createTestVisitor(rig, { ...party, eventDate: '2027-07-17' }, details)
  await expectData(asked.call(`/v1/quotes/${asked.id}/requests`, 'POST', { profiles: [other.slug] }))
  await confirmRequestsByMail(rig, customer.email)
  await db
    .updateTable('request')
    .set({ words: 'Xanthippe prefers mornings' })
    .where('provider_id', '=', other.id)
    .execute()
  await expectData(call('/v1/accounts/me', 'PATCH', { name: customer.name, mobile: customer.mobile, country: 'GB' }))
  await expectData(call('/v1/accounts/me/mobile/code', 'POST', {}))
  await expectData(call('/v1/accounts/me/cookies', 'PUT', { choice: 'accepted' }))
  await expectData(
    rig.call('/v1/coming-soon', {
      method: 'POST',
      body: { location: testTown, email: customer.email },
      address: createTestAddress(),
    }),
  )
  await createTestCard(rig, accountId)
  await expectData(call(`/v1/saved-artists/${artist.slug}`, 'PUT', {}))
  await expectData(call('/v1/calendar-address', 'POST', { side: 'customer' }))
  await expectData(
    call('/v1/notices/push', 'POST', {
      endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/quillfeather',
      keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    }),
  )
  await createGuest(rig, visitor.call, booked.id)
  await createSignedForm(olu, call, booked.id)
  await createTestVoucher(rig, { fromName: customer.name, fromEmail: customer.email, message: 'From Xanthippe' })
  await createTestVoucher(rig, { toName: customer.name, toEmail: customer.email, message: 'For Xanthippe' })
  await sendVouchers(createJobContext(rig, 'test'))
  await createTalk(rig, { call, artist, accountId, bookingId: booked.id })
  await expectData(call(`/v1/bookings/${booked.id}/moves`, 'POST', { eventDate: '2027-06-13', finishTime: '15:00' }))
  await expectData(olu('/v1/operator/notes', 'POST', { accountId, text: 'Xanthippe called' }))
  await expectData(olu('/v1/operator/tags', 'PUT', { accountId, tags: ['xanthippe-vip'] }))
  await createMoney(rig, booked.id)

  rig.at(new Date(Date.parse(booked.endsAt) + 3_600_000))
  await completeAppointments(createJobContext(rig, 'test'))
  const own = await createTestClient(rig, accountId)
  const artistCall = await createTestClient(rig, artist.accountId)
  const files = await createReviews(rig, { own, artistCall, bookingId: booked.id })
  return { accountId, call: own, artistCall, email: customer.email, booked, searchId: visitor.id, files }
}

async function createGuest(rig: TestRig, call: Client, bookingId: string): Promise<void> {
  const listed = await expectData(call(`/v1/bookings/${bookingId}/guests`, 'POST', { person: 1 }))
  const { key } = listed.appointment.guests.find(({ person }: { person: number }) => person === 1)
  const said = {
    name: 'Xanthippe',
    services: ['makeup'],
    look: 'Quillfeather red',
    allergies: 'Wolfsbane',
    allergiesConsent: true,
    email: customer.email,
  }
  await expectData(rig.call(`/v1/guests/${key}`, { method: 'PUT', body: said, address: createTestAddress() }))
}

async function createSignedForm(olu: Client, call: Client, bookingId: string): Promise<void> {
  const form = {
    name: createTestKey().slice(-20),
    intro: 'Please answer.',
    services: ['makeup'],
    reason: 'a test of forms',
  }
  const questions = [{ kind: 'yesNo', text: 'Does anybody react to latex or glue?' }]
  await expectData(olu('/v1/operator/forms', 'POST', { ...form, questions }))
  const { forms } = await expectData(call(`/v1/bookings/${bookingId}/forms`))
  const answers = [{ yes: true, words: 'Xanthippe reacts to wolfsbane' }]
  const signed = forms.map(({ versionId }: { versionId: string }) => ({ versionId, answers }))
  await expectData(call(`/v1/bookings/${bookingId}/forms`, 'POST', { as: customer.name, forms: signed }))
}

type Talk = { call: Client; artist: Artist; accountId: string; bookingId: string }
async function createTalk(rig: TestRig, { call, artist, accountId, bookingId }: Talk): Promise<void> {
  const { id } = await rig.database.db
    .selectFrom('conversation')
    .innerJoin('appointment', (join) =>
      join
        .onRef('appointment.account_id', '=', 'conversation.account_id')
        .onRef('appointment.provider_id', '=', 'conversation.provider_id'),
    )
    .select('conversation.id')
    .where('appointment.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const at = `/v1/conversations/${id}/messages`
  await expectData(
    call(at, 'POST', { text: 'It is Xanthippe, at the blue door', pictures: [await upload(call, 'messages')] }),
  )
  await expectData(artist.call(at, 'POST', { text: 'Ottoline will find you, Xanthippe' }))
  const note = { note: 'Xanthippe likes tea', allergies: 'Wolfsbane', look: 'Quillfeather red' }
  await expectData(artist.call(`/v1/providers/me/clients/${accountId}`, 'PUT', note))
  await expectData(call(`/v1/conversations/${id}/report`, 'POST', { reason: 'A test of reports' }))
}

/** A settled dispute, and evidence that was sent to the bank for a decided chargeback. */
async function createMoney(rig: TestRig, bookingId: string): Promise<void> {
  const { db } = rig.database
  const settled = { state: 'settled', outcome: 'paid', settled_at: testNow, answer_until: testNow } as const
  await db
    .insertInto('dispute')
    .values({
      appointment_id: bookingId,
      by: 'customer',
      kind: 'other',
      text: 'Xanthippe waited',
      other_side: 'Quillfeather did not open, says Ottoline',
      reason: 'Xanthippe and Ottoline agree',
      ...settled,
    })
    .execute()
  const payment = await db
    .selectFrom('payment')
    .innerJoin('appointment', 'appointment.hold_id', 'payment.ref')
    .select(['payment.id', 'payment.amount_minor'])
    .where('appointment.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('charge_back')
    .values({
      payment_id: payment.id,
      gateway: 'test',
      gateway_id: createTestKey(),
      amount_minor: payment.amount_minor,
      currency: 'GBP',
      state: 'won',
      opened_at: testNow,
      closed_at: testNow,
      evidence: JSON.stringify({ text: 'Xanthippe Quillfeather was there, and so was Ottoline' }),
    })
    .execute()
}

/** Reviews of both sides with a picture and a reply. Returns the addresses of the customer's pictures. */
async function createReviews(
  rig: TestRig,
  { own, artistCall, bookingId }: { own: Client; artistCall: Client; bookingId: string },
): Promise<string[]> {
  const path = (side: 'customer' | 'provider') =>
    getReviewPath(rig, bookingId, side).then((at) => at.replace('/review/', '/v1/reviews/'))
  const at = await path('customer')
  const reviewKey = at.split('/').at(-1)
  const body = { fileName: 'reviews', dataUri: await createPicture(), reviewKey }
  const { fileUrl } = await expectData(rig.call('/v1/uploads', { method: 'POST', body, address: createTestAddress() }))
  await expectData(
    own(at, 'POST', { score: 5, comments: 'Lovely work', hairTags: ['hair-curly'], pictures: [fileUrl] }),
  )
  await expectData(artistCall(await path('provider'), 'POST', { score: 4, comments: 'Xanthippe was early' }))
  const { id } = await rig.database.db
    .selectFrom('review')
    .select('id')
    .where('appointment_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  await expectData(artistCall(`/v1/providers/reviews/${id}/reply`, 'POST', { reply: 'Ottoline says thank you' }))
  return [fileUrl]
}

/** An offer that the artist makes to someone else, with a reason. */
async function createOffer(rig: TestRig, artist: Artist): Promise<void> {
  const { db } = rig.database
  const setInstant = (on: boolean) =>
    db.updateTable('provider').set({ instant_booking: on }).where('id', '=', artist.id).execute()
  await setInstant(false)
  const visitor = await createTestVisitor(rig, { eventDate: '2027-08-07' })
  const { requests } = await expectData(
    visitor.call(`/v1/quotes/${visitor.id}/requests`, 'POST', { profiles: [artist.slug] }),
  )
  await db
    .updateTable('request')
    .set({ state: 'requested', confirmed_at: testNow })
    .where('id', '=', requests[0].id)
    .execute()
  await expectData(
    artist.call(`/v1/providers/me/requests/${requests[0].id}/offer`, 'POST', { reason: 'Marblewick is far away' }),
  )
  await setInstant(true)
}
