import type { TestRig } from '#server/test-rig.ts'
import { lerwick, partyIn, settle, type Terms } from '#server/search/matching/small-town.ts'

let address = 0
/** A loopback address that no other call has used. */
export const somewhere = (): string => {
  address++
  return `127.0.${150 + Math.floor(address / 250)}.${1 + (address % 250)}`
}

export const leila = { name: 'Leila Marsh', email: 'leila@ask.example', event: 'Wedding', mobile: '07700 900142' }

let keys = 0
export const key = (): Record<string, string> => ({ 'idempotency-key': `key ${process.pid} ${++keys}` })

/** An artist of the town who can sign in. */
export async function artistWithAccount(
  rig: TestRig,
  terms: Terms,
): Promise<{ id: string; no: number; slug: string; bearer: string; accountId: string }> {
  const made = await settle(rig, terms)
  const email = `${terms.slug}-${process.pid}-${++keys}@artist.example`
  const { body } = await rig.call('/v1/accounts/register', {
    method: 'POST',
    body: { name: 'Nia Own', email, password: 'four plain words', country: 'GB', acceptTerms: true },
    address: somewhere(),
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
  const again = await rig.call('/v1/accounts/login', {
    method: 'POST',
    body: { email, password: 'four plain words' },
    address: somewhere(),
  })
  return { ...made, bearer: again.body.data.token as string, accountId }
}

/** A search of a visitor in the town, with their details. */
export async function searchAs(
  rig: TestRig,
  more: Record<string, unknown> = {},
  details: Record<string, unknown> = leila,
  cookie?: string,
) {
  const made = await rig.call('/v1/quotes/', {
    method: 'POST',
    body: partyIn(lerwick, more),
    address: somewhere(),
    ...(cookie ? { cookie } : {}),
  })
  const id = made.body.data.search.id as string
  const own = (cookie ?? made.cookie) as string
  await rig.call(`/v1/quotes/${id}`, { method: 'PATCH', body: details, cookie: own, address: somewhere() })
  const as = (path: string, body: unknown = {}, headers = key()) =>
    rig.call(path, { method: 'POST', body, cookie: own, headers, address: somewhere() })
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

/** The newest mail of that kind to an address. */
export const lastMail = async (rig: TestRig, email: string, kind: string) =>
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

/** Opens the link of the mail that lets requests out. */
export async function openLink(rig: TestRig, email: string) {
  const mails = await rig.database.db
    .selectFrom('outbox')
    .select('body')
    .where('address', '=', email)
    .where('kind', '=', 'request.confirm')
    .orderBy('created_at')
    .execute()
  // Where the clock stands, which of them is the newest only their use tells.
  let answer = await rig.call('/v1/requests/confirm', { method: 'POST', body: { token: 'none' }, address: somewhere() })
  for (const { body } of mails) {
    answer = await rig.call('/v1/requests/confirm', {
      method: 'POST',
      body: { token: body.match(/\/verify\/request\/([\w-]+)/)?.[1] ?? '' },
      address: somewhere(),
    })
    if (answer.status === 200 && answer.body.data.sent > 0) break
  }
  return answer
}

/** A proven customer with a session, and a search that is theirs. */
export async function provenCustomer(rig: TestRig, email: string) {
  const { body } = await rig.call('/v1/accounts/register', {
    method: 'POST',
    body: { ...leila, email, password: 'four plain words', country: 'GB', acceptTerms: true },
    address: somewhere(),
  })
  await rig.database.db
    .updateTable('account')
    .set({ email_verified_at: new Date('2026-01-01') })
    .where('email', '=', email)
    .execute()
  return { bearer: body.data.token as string, accountId: body.data.user.id as string }
}

/** Forgets what people of these tests have left behind. */
export async function forgetPeople(rig: TestRig): Promise<void> {
  const { db } = rig.database
  await db
    .deleteFrom('outbox')
    .where((of) => of.or([of('address', 'like', '%@ask.example'), of('address', 'like', '%@artist.example')]))
    .execute()
  // So many links an hour, and the clock of tests stands.
  await db.deleteFrom('one_time_token').where('email', 'like', '%@ask.example').execute()
}
