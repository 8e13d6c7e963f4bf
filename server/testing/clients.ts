import { type MailTopic, saveConfirmed } from '#server/notifications/confirming.queries.ts'
import { createSearchInput, testTown } from './providers.ts'
import type { Answer, TestRig } from '#server/test-rig.ts'

let made = 0
export const createTestKey = (): string => `key-${process.pid}-${++made}-${Math.random().toString(36).slice(2)}`
/** Returns a loopback address that no other caller uses, so that rate limits count separately. */
export const createTestAddress = (): string =>
  `127.${60 + Math.floor(made / 60_000)}.${Math.floor(++made / 250) % 250}.${(made % 250) + 1}`

export const getAccountId = async (rig: TestRig, email: string): Promise<string> =>
  (await rig.database.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** Confirms an email address for a topic, as the link in the email does. */
export const confirmTestAddress = (rig: TestRig, email: string, topic: MailTopic) =>
  saveConfirmed(rig.database.db, email, topic, rig.clock())

/** Opens a session of an account. Returns a function that calls the API with it. */
export async function createTestClient(rig: TestRig, accountId: string) {
  const token = await rig.sessionOf(accountId)
  const address = createTestAddress()
  return (path: string, method = 'GET', body?: unknown, key: string = createTestKey()): Promise<Answer> =>
    rig.call(path, {
      method,
      ...(body === undefined ? {} : { body }),
      bearer: token,
      address,
      headers: { 'idempotency-key': key },
    })
}

export const createRequester = (more: Record<string, unknown> = {}) => ({
  name: 'Leila Haddad',
  email: `leila-${createTestKey()}@mail.example`,
  event: 'Wedding',
  mobile: '07700 900142',
  ...more,
})
export const testDayDetails = {
  address: '1 Church Lane',
  entrance: 'Blue door',
  parking: 'Market Street',
  notes: 'Mind the cat',
  allergies: 'Latex',
}

/** Creates a visitor with a search in the test town and contact details. Returns functions that quote, hold, pay and book. */
export async function createTestVisitor(
  rig: TestRig,
  more: Record<string, unknown> = {},
  { address = createTestAddress(), details = createRequester() }: { address?: string; details?: object | null } = {},
) {
  const search = await rig.call('/v1/quotes/', { method: 'POST', body: createSearchInput(testTown, more), address })
  const cookie = search.cookie as string
  const id = search.body.data.search.id as string
  const call = (path: string, method = 'GET', body?: unknown, key: string = createTestKey()): Promise<Answer> =>
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
  const hold = async (slug: string, type = 'mobile', key?: string, replace?: boolean) =>
    call(
      '/v1/holds',
      'POST',
      { quoteId: id, profileId: slug, type, hash: (await quote(slug, type))?.hash ?? 'none', replace },
      key,
    )
  const pay = (holdId: string, papers: Record<string, unknown> = {}) =>
    call(`/v1/holds/${holdId}/payment`, 'POST', {
      requester: createRequester(),
      day: testDayDetails,
      names: ['Leila'],
      terms: true,
      ...papers,
    })
  const card = (clientSecret: string, number = '4242424242424242') =>
    call(`/v1/test-bank/intents/${clientSecret}/confirm`, 'POST', { number, expiry: '12/30', code: '123' })
  /** Holds instead of an earlier hold, pays with a card that succeeds, and returns the appointment. */
  const book = async (slug: string, papers: Record<string, unknown> = {}) => {
    const held = await hold(slug, 'mobile', undefined, true)
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
