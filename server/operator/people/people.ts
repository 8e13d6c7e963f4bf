import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople, Person } from '#contract/operator/people.ts'
import { restoreAccount, setOperator, suspendAccount } from '#server/accounts/door.ts'
import { shownMobile } from '#server/accounts/registering/door.ts'
import { senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { restoreProviderOf, suspendProviderOf } from '#server/providers/door.ts'
import { countsOf, devicesOf, peoplePage, personById, type PersonRow, signInsOf } from './people-queries.ts'
import { paged, readCursor, uuids } from '#server/platform/pages-of.ts'

const iso = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString())

const present = (row: PersonRow): Person => ({
  id: row.id,
  name: row.name,
  email: row.email,
  mobile: shownMobile(row.mobile)?.text ?? null,
  roles: row.roles as Person['roles'],
  verified: row.email_verified_at !== null,
  suspendedAt: iso(row.suspended_at),
  suspendedReason: row.suspended_reason,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: iso(row.last_seen_at),
  profile: row.slug,
  sample: row.sample,
})

async function personOf(ctx: Context, accountId: string): Promise<Person> {
  const row = await personById(ctx.db, accountId)
  if (!row) throw new Refusal('not_found')
  return present(row)
}

/** People with an account, newest first. */
export async function listPeople(
  ctx: Context,
  input: InputOf<typeof operatorPeople.people>,
): Promise<OutputOf<typeof operatorPeople.people>> {
  const { page, nextCursor } = paged(await peoplePage(ctx.db, { ...input, after: readCursor(input.cursor, uuids) }))
  return { people: page.map(present), nextCursor }
}

/** One person, with how and where they sign in. */
export async function showPerson(
  ctx: Context,
  { accountId }: InputOf<typeof operatorPeople.person>,
): Promise<OutputOf<typeof operatorPeople.person>> {
  const person = await personOf(ctx, accountId)
  const [signIns, devices, counts] = [
    await signInsOf(ctx.db, accountId),
    await devicesOf(ctx.db, accountId, ctx.now),
    await countsOf(ctx.db, accountId),
  ]
  return {
    person,
    ...counts,
    devices: devices.map(({ device, last_seen_at }) => ({ device, lastSeenAt: last_seen_at.toISOString() })),
    signIns: signIns.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
  }
}

/** Suspends a person and the profile that is theirs. */
export async function suspendPerson(
  ctx: Context,
  { accountId, reason }: InputOf<typeof operatorPeople.suspend>,
): Promise<OutputOf<typeof operatorPeople.suspend>> {
  const sender = await senderOf(ctx)
  return ctx.once(async (inner) => {
    await suspendAccount(inner, sender, accountId, reason)
    await suspendProviderOf(inner, accountId, reason)
    return { person: await personOf(inner, accountId) }
  })
}

/** Restores a person and the profile that went with them. */
export const restorePerson = (
  ctx: Context,
  { accountId, reason }: InputOf<typeof operatorPeople.restore>,
): Promise<OutputOf<typeof operatorPeople.restore>> =>
  ctx.transaction(async (inner) => {
    await restoreAccount(inner, accountId, reason)
    await restoreProviderOf(inner, accountId, reason)
    return { person: await personOf(inner, accountId) }
  })

/** Makes a person an operator or one no longer. */
export const setPersonRoles = (
  ctx: Context,
  { accountId, operator, reason }: InputOf<typeof operatorPeople.setRoles>,
): Promise<OutputOf<typeof operatorPeople.setRoles>> =>
  ctx.transaction(async (inner) => {
    await setOperator(inner, accountId, operator, reason)
    return { person: await personOf(inner, accountId) }
  })
