import { PartnerScope } from '#contract/accounts/scopes.ts'
import type { TestRig } from '#server/test-rig.ts'
import { createTestAddress } from './clients.ts'
import {
  acceptTestClientTerms,
  createSearchInput,
  createTestProvider,
  type TestProviderTerms,
  testTown,
} from './providers.ts'
import { signInAs } from '#tests/attacks/operators.ts'

export const testCustomer = {
  name: 'Leila Marsh',
  email: 'leila@ask.example',
  event: 'Wedding',
  mobile: '07700 900142',
}

let keys = 0
export const createKeyHeader = (): Record<string, string> => ({ 'idempotency-key': `key ${process.pid} ${++keys}` })

export async function createSignedInProvider(
  rig: TestRig,
  terms: TestProviderTerms,
): Promise<{ id: string; no: number; slug: string; bearer: string; accountId: string }> {
  const made = await createTestProvider(rig, terms)
  const email = `${terms.slug}-${process.pid}-${++keys}@artist.example`
  const { body } = await rig.call('/v1/accounts/register', {
    method: 'POST',
    body: { name: 'Nia Own', email, password: 'four plain words', country: 'GB', acceptTerms: true, adult: true },
    address: createTestAddress(),
  })
  const accountId = body.data.user.id as string
  await rig.database.db
    .updateTable('account')
    .set({ roles: ['customer', 'provider'], email_verified_at: new Date('2026-01-01') })
    .where('id', '=', accountId)
    .execute()
  await rig.database.db
    .updateTable('provider')
    .set({ account_id: accountId, name: 'Nia Own' })
    .where('id', '=', made.id)
    .execute()
  await acceptTestClientTerms(rig, accountId)
  const again = await rig.call('/v1/accounts/login', {
    method: 'POST',
    body: { email, password: 'four plain words' },
    address: createTestAddress(),
  })
  return { ...made, bearer: again.body.data.token as string, accountId }
}

/** Creates a search of a visitor with contact details. Returns functions that ask, read and withdraw. */
export async function createTestSearch(
  rig: TestRig,
  more: Record<string, unknown> = {},
  details: Record<string, unknown> = testCustomer,
  cookie?: string,
) {
  const made = await rig.call('/v1/quotes/', {
    method: 'POST',
    body: createSearchInput(testTown, more),
    address: createTestAddress(),
    ...(cookie ? { cookie } : {}),
  })
  const id = made.body.data.search.id as string
  const own = (cookie ?? made.cookie) as string
  await rig.call(`/v1/quotes/${id}`, { method: 'PATCH', body: details, cookie: own, address: createTestAddress() })
  const as = (path: string, body: unknown = {}, headers = createKeyHeader()) =>
    rig.call(path, { method: 'POST', body, cookie: own, headers, address: createTestAddress() })
  return {
    id,
    cookie: own,
    as,
    ask: (...profiles: string[]) => as(`/v1/quotes/${id}/requests`, { profiles }),
    own: async () => (await rig.call(`/v1/quotes/${id}/requests`, { cookie: own })).body.data,
    page: async () => (await rig.call(`/v1/quotes/${id}`, { cookie: own })).body.data,
    withdraw: (requestId: string) => as(`/v1/requests/${requestId}/withdraw`),
  }
}

export const getLastMail = async (rig: TestRig, email: string, kind: string) =>
  rig.database.db
    .selectFrom('outbox')
    .selectAll()
    .where('address', '=', email)
    .where('kind', '=', kind)
    .where('channel', '=', 'mail')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const countMails = async (rig: TestRig, email: string, kind: string): Promise<number> =>
  Number(
    (
      await rig.database.db
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('address', '=', email)
        .where('kind', '=', kind)
        .where('channel', '=', 'mail')
        .executeTakeFirstOrThrow()
    ).n,
  )

/** Opens the link of the mail that confirms requests. */
export async function confirmRequestsByMail(rig: TestRig, email: string) {
  const mails = await rig.database.db
    .selectFrom('outbox')
    .select('body')
    .where('address', '=', email)
    .where('kind', '=', 'request.confirm')
    .orderBy('created_at')
    .execute()
  // The test clock is fixed, so the order of the mails does not tell which link is valid.
  let answer = await rig.call('/v1/requests/confirm', {
    method: 'POST',
    body: { token: 'none' },
    address: createTestAddress(),
  })
  for (const { body } of mails) {
    answer = await rig.call('/v1/requests/confirm', {
      method: 'POST',
      body: { token: body.match(/\/verify\/request\/([\w-]+)/)?.[1] ?? '' },
      address: createTestAddress(),
    })
    if (answer.status === 200 && answer.body.data.sent > 0) break
  }
  return answer
}

/** Registers a customer with a verified email address. Returns their session token and account id. */
export async function createTestCustomer(rig: TestRig, email: string) {
  const { body } = await rig.call('/v1/accounts/register', {
    method: 'POST',
    body: { ...testCustomer, email, password: 'four plain words', country: 'GB', acceptTerms: true, adult: true },
    address: createTestAddress(),
  })
  await rig.database.db
    .updateTable('account')
    .set({ email_verified_at: new Date('2026-01-01') })
    .where('email', '=', email)
    .execute()
  return { bearer: body.data.token as string, accountId: body.data.user.id as string }
}

/** Deletes the mails and links of the customers and providers of these tests. */
export async function deleteTestMails(rig: TestRig): Promise<void> {
  const { db } = rig.database
  await db
    .deleteFrom('outbox')
    .where((of) => of.or([of('address', 'like', '%@ask.example'), of('address', 'like', '%@artist.example')]))
    .execute()
  // Links are limited per hour, and the test clock is fixed.
  await db.deleteFrom('one_time_token').where('email', 'like', '%@ask.example').execute()
}

const path = '/v1/operator/partners'
const scopes: string[] = [...PartnerScope.options]

/** Returns functions that call the API as an operator of partners and as a partner. */
export async function createPartnerClients(rig: TestRig) {
  const olu = await signInAs(rig, 'olu')
  const as = (bearer: string) => (more: string, method: string, body?: unknown) =>
    rig.call(`${path}${more}`, { method, bearer, ...(body === undefined ? {} : { body }) })
  const call = as(olu)
  const byKey = (
    token: string,
    to: string,
    { key, ...options }: { method?: string; body?: unknown; key?: string } = {},
  ) =>
    rig.call(to, {
      ...options,
      headers: { authorization: `Bearer ${token}`, ...(key ? { 'idempotency-key': key } : {}) },
    })
  const wanted = (more: Record<string, unknown> = {}) => ({
    name: 'Castle Rooms',
    slug: 'castle-rooms',
    email: 'events@castle.example',
    note: 'Weddings in the north.',
    scopes,
    reason: 'Agreed by contract',
    ...more,
  })
  return {
    olu,
    as,
    call,
    wanted,
    withDuties: async (email: string, duties: string[]) => {
      const { bearer, accountId } = await createTestCustomer(rig, email)
      await rig.database.db
        .updateTable('account')
        .set({ roles: ['customer', 'operator'], duties })
        .where('id', '=', accountId)
        .execute()
      rig.age(2_000)
      return bearer
    },
    made: async (more: Record<string, unknown> = {}) =>
      (await call('', 'POST', wanted(more))).body.data.partner as { id: string; slug: string },
    key: async (partnerId: string, more: Record<string, unknown> = {}) =>
      (await call(`/${partnerId}/keys`, 'POST', { name: 'Their site', scopes, ...more })).body.data as {
        key: { id: string }
        token: string
      },
    byKey,
    /** Searches with a key near the test town. Returns what a hold of this artist needs. */
    quote: async (token: string, slug: string, eventDate?: string) => {
      const search = { method: 'POST', body: createSearchInput(testTown, eventDate ? { eventDate } : {}) }
      const quoteId = (await byKey(token, '/v1/quotes/', search)).body.data.search.id as string
      const { locked } = (await byKey(token, `/v1/quotes/${quoteId}/@/${slug}`)).body.data
      return { quoteId, profileId: slug, type: 'mobile', hash: (locked?.hash ?? 'none') as string }
    },
    forget: async () => {
      const { db } = rig.database
      await db.deleteFrom('webhook').where('partner_id', 'is not', null).execute()
      await db.deleteFrom('api_key').where('partner_id', 'is not', null).execute()
      await rig.database.exec(`begin; set local session_replication_role = replica;
        update appointment set partner_id = null where partner_id is not null;
        update search set partner_id = null, is_sandbox = false where partner_id is not null; commit`)
      await db.deleteFrom('partner').execute()
    },
  }
}
