import { ownContext } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { lerwick, partyIn, settle, type Terms } from '#server/search/matching/small-town.ts'
import { type Answer, testNow, type TestRig } from '#server/test-rig.ts'
import { appointmentById } from '#server/bookings/appointments/appointment-queries.ts'
import { answerMove } from '#server/bookings/moves/answer-move.ts'

let made = 0
/** A name for one act, never the same twice. */
export const newKey = (): string => `key-${process.pid}-${++made}-${Math.random().toString(36).slice(2)}`
/** An address of its own for each caller, so that limits never meet. */
export const newAddress = (): string =>
  `127.${60 + Math.floor(made / 60_000)}.${Math.floor(++made / 250) % 250}.${(made % 250) + 1}`

/** An artist who can be booked at once and paid out. */
export async function settleInstant(rig: TestRig, terms: Terms) {
  const artist = await settle(rig, terms)
  await rig.database.db
    .updateTable('provider')
    .set({ payouts_ready: true, instant_booking: true })
    .where('id', '=', artist.id)
    .execute()
  return artist
}

/** The same, with an account of their own that can sign in. */
export async function settleOwn(rig: TestRig, terms: Terms) {
  const { db } = rig.database
  const artist = await settleInstant(rig, terms)
  const account = await db
    .insertInto('account')
    .values({
      email: `${terms.slug}-${newKey()}@mail.example`,
      name: terms.slug,
      roles: ['customer', 'provider'],
      email_verified_at: testNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('provider').set({ account_id: account.id }).where('id', '=', artist.id).execute()
  return { ...artist, accountId: account.id }
}

/** Whose account an address is. */
export const accountOf = async (rig: TestRig, email: string): Promise<string> =>
  (await rig.database.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** Acts as somebody with a session of their own. */
export async function actingAs(rig: TestRig, accountId: string) {
  const token = await rig.sessionOf(accountId)
  const address = newAddress()
  return (path: string, method = 'GET', body?: unknown, key: string = newKey()): Promise<Answer> =>
    rig.call(path, {
      method,
      ...(body === undefined ? {} : { body }),
      bearer: token,
      address,
      headers: { 'idempotency-key': key },
    })
}

export const requester = (more: Record<string, unknown> = {}) => ({
  name: 'Leila Haddad',
  email: `leila-${newKey()}@mail.example`,
  event: 'Wedding',
  mobile: '07700 900142',
  ...more,
})
export const dayDetails = {
  address: '1 Church Lane',
  entrance: 'Blue door',
  parking: 'Market Street',
  notes: 'Mind the cat',
  allergies: 'Latex',
}

/** Somebody with a search in the small town who has said who they are, and what they can do with it. */
export async function visitorIn(
  rig: TestRig,
  more: Record<string, unknown> = {},
  { address = newAddress(), details = requester() }: { address?: string; details?: object | null } = {},
) {
  const search = await rig.call('/v1/quotes/', { method: 'POST', body: partyIn(lerwick, more), address })
  const cookie = search.cookie as string
  const id = search.body.data.search.id as string
  const call = (path: string, method = 'GET', body?: unknown, key: string = newKey()): Promise<Answer> =>
    rig.call(path, {
      method,
      ...(body === undefined ? {} : { body }),
      cookie,
      address,
      headers: { 'idempotency-key': key },
    })
  if (details) await call(`/v1/quotes/${id}`, 'PATCH', details)
  const quote = async (slug: string, type = 'mobile') =>
    (await call(`/v1/quotes/${id}/@/${slug}?type=${type}`)).body.data.locked
  const hold = async (slug: string, type = 'mobile', key?: string) =>
    call(
      '/v1/holds',
      'POST',
      { quoteId: id, profileId: slug, type, hash: (await quote(slug, type))?.hash ?? 'none' },
      key,
    )
  const pay = (holdId: string, papers: Record<string, unknown> = {}) =>
    call(`/v1/holds/${holdId}/payment`, 'POST', {
      requester: requester(),
      day: dayDetails,
      names: ['Leila'],
      terms: true,
      ...papers,
    })
  const card = (clientSecret: string, number = '4242424242424242') =>
    call(`/v1/test-bank/intents/${clientSecret}/confirm`, 'POST', { number, expiry: '12/30', code: '123' })
  /** Holds, pays with a card that goes through, and answers the appointment. */
  const book = async (slug: string, papers: Record<string, unknown> = {}) => {
    const held = await hold(slug)
    if (held.status !== 200) throw new Error(JSON.stringify(held.body))
    const paid = await pay(held.body.data.hold.id, papers)
    if (paid.status !== 200) throw new Error(JSON.stringify(paid.body))
    await card(paid.body.data.payment.clientSecret)
    const after = await call(`/v1/holds/${held.body.data.hold.id}`)
    const appointmentId = after.body.data.hold.appointmentId as string
    return (await call(`/v1/bookings/${appointmentId}`)).body.data.appointment
  }
  return { id, cookie, address, call, quote, hold, pay, card, book }
}

/** The artist says yes to a suggestion, as they would from their dashboard. */
export async function artistAccepts(rig: TestRig, appointmentId: string, moveId: string): Promise<Answer> {
  const ctx = ownContext(rig, 'artist')
  const row = await appointmentById(ctx.db, appointmentId)
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

/** Lets two who have booked talk, the artist of that name on the site and somebody of theirs, whatever other tests have left of them. */
export async function letTalk({ database: { db } }: TestRig, slug: string): Promise<void> {
  const { account_id, ...booked } = await db
    .selectFrom('appointment')
    .innerJoin('provider', 'provider.id', 'appointment.provider_id')
    .select(['appointment.search_id', 'appointment.account_id', 'appointment.provider_id'])
    .where('provider.slug', '=', slug)
    .where('appointment.account_id', 'is not', null)
    .orderBy('appointment.booked_at', 'desc')
    .executeTakeFirstOrThrow()
  if (!account_id) throw new Error(`nobody has booked ${slug}`)
  await db
    .insertInto('conversation')
    .values({ ...booked, account_id })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Answers the report of an appointment for the other side, so that it can be settled. Returns the id of the dispute. */
export async function answerReport(rig: TestRig, appointmentId: string): Promise<string> {
  const { id } = await rig.database.db
    .updateTable('dispute')
    .set({ other_side: 'It was not like that.', other_side_at: new Date() })
    .where('appointment_id', '=', appointmentId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
