import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { DataSubject, operatorDataRequests } from '#contract/operator/data-requests.ts'
import {
  assertDeletable,
  assertNotHeld,
  collectDataOfAccount,
  deleteAccount,
  findAccount,
  findLegalHold,
  hashPerson,
  lockOperators,
  setEmailHold,
} from '#server/accounts/index.ts'
import { forwardClientRequest, listOwnClientsOfEmail } from '#server/calendar/index.ts'
import { getSenderInTransaction } from '#server/notifications/index.ts'
import { eraseGuestAnswers, listGuestsOfEmail } from '#server/party/index.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findGuestById, findOwnClientById, findPeopleBy, listMailsTo } from './find-person.queries.ts'
import { collectPersonalData } from './personal-data.ts'
import { deleteWorkElsewhere, eraseAddress, eraseVoucherRecipient, hasPersonalData } from './personal-data.queries.ts'

type Calls = typeof operatorDataRequests

export async function findDataSubjects(
  ctx: Context,
  { identifier }: InputOf<Calls['find']>,
): Promise<OutputOf<Calls['find']>> {
  const subjects = await findPeopleBy(ctx.db, identifier)
  for (const subject of subjects) await recordSubjectAccess(ctx, subject)
  return { subjects }
}

/** Names a person in logs and approvals. */
export const getSubjectKey = ({ kind, id }: DataSubject): string =>
  kind === 'email' ? hashPerson(id) : `${kind}:${id}`

const recordSubjectAccess = (ctx: Context, subject: DataSubject): Promise<void> =>
  recordAccess(ctx, {
    what: 'person',
    subjectId: getSubjectKey(subject),
    of: subject.kind === 'account' ? [subject.id] : [],
  })

export async function showDataSubject(ctx: Context, subject: InputOf<Calls['show']>): Promise<OutputOf<Calls['show']>> {
  const named = await nameSubject(ctx, subject)
  await recordSubjectAccess(ctx, subject)
  const hold = await findLegalHold(ctx.db, holderOf(subject, named))
  return {
    subject: named,
    held: Object.entries(await collectSubjectData(ctx, subject)).flatMap(([part, entries]) => {
      const count = Array.isArray(entries) ? entries.length : entries ? 1 : 0
      return count > 0 ? [{ part, count }] : []
    }),
    hold: hold ? { ...hold, since: hold.since.toISOString() } : null,
  }
}

type Named = DataSubject & { name: string; email: string }

/** Throws `not_found` if nothing is saved about the person. */
export async function nameSubject(ctx: Context, { kind, id }: DataSubject): Promise<Named> {
  if (kind === 'email') {
    if (!(await hasPersonalData(ctx.db, id)) && !(await findLegalHold(ctx.db, { email: id })))
      throw new Refusal('not_found')
    return { kind, id, name: '', email: id }
  }
  if (!isUuid(id)) throw new Refusal('not_found')
  const row =
    kind === 'account'
      ? await findAccount(ctx.db, id)
      : kind === 'guest'
        ? await findGuestById(ctx.db, id)
        : await findOwnClientById(ctx.db, id)
  if (!row) throw new Refusal('not_found')
  return { kind, id, name: row.name, email: row.email ?? '' }
}

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

const holderOf = ({ kind, id }: DataSubject, { email }: { email: string }) =>
  kind === 'account' ? { accountId: id } : { email }

/** Returns a person's data by part, as their own export does. */
export async function collectSubjectData(ctx: Context, { kind, id }: DataSubject): Promise<Record<string, unknown>> {
  if (kind === 'account') {
    const account = await findAccount(ctx.db, id)
    if (!account) throw new Refusal('not_found')
    const { hasAccount: _, isHeld: __, email: ___, ...asGuest } = await collectPersonalData(ctx, account.email)
    const { guests, clients, vouchers, payments: shares, reviews: workElsewhere } = asGuest
    return {
      ...(await collectDataOfAccount(ctx, id)),
      guestEntries: guests,
      clientEntries: clients,
      vouchersReceived: vouchers,
      shares,
      workElsewhereWritten: workElsewhere,
    }
  }
  if (kind === 'email') {
    const { hasAccount: _, isHeld: __, ...data } = await collectPersonalData(ctx, id)
    return { ...data, mails: await listMailsTo(ctx.db, id) }
  }
  if (kind === 'guest') {
    const guest = await findGuestById(ctx.db, id)
    if (!guest) throw new Refusal('not_found')
    const { link_id: _, share_id: __, ...entry } = guest
    return { guests: [entry] }
  }
  const client = await findOwnClientById(ctx.db, id)
  if (!client) throw new Refusal('not_found')
  const { source_key: _, row_key: __, note: ___, look: ____, provider_account_id: _____, ...entry } = client
  return { clients: [entry] }
}

/** Throws if the person's data cannot be erased now, so that a request is refused before it is approved. */
export async function assertErasable(ctx: Context, subject: DataSubject): Promise<void> {
  const { email } = await nameSubject(ctx, subject)
  if (subject.kind === 'account') {
    const account = await findAccount(ctx.db, subject.id)
    if (!account) throw new Refusal('not_found')
    await assertDeletable(ctx, account)
  } else if (email) await assertNotHeld(ctx, { email })
}

/**
 * Erases a person's data in the caller's transaction. What tax law requires stays without the person. Entries of private
 * clients belong to their artists, who are asked to delete them.
 */
export async function eraseSubject(ctx: Context, subject: DataSubject): Promise<void> {
  if (subject.kind === 'account') await lockOperators(ctx.db)
  await assertErasable(ctx, subject)
  const sender = await getSenderInTransaction(ctx)
  const { kind, id } = subject
  if (kind === 'guest') {
    const guest = await findGuestById(ctx.db, id)
    if (guest) await eraseGuestAnswers(ctx, guest)
    return
  }
  if (kind === 'client') {
    const client = await findOwnClientById(ctx.db, id)
    if (client) await forwardClientRequest(ctx, sender, client, { kind: 'delete', details: '' })
    return
  }
  const account = kind === 'account' ? await findAccount(ctx.db, id) : undefined
  const email = account?.email ?? id
  for (const guest of await listGuestsOfEmail(ctx.db, email)) await eraseGuestAnswers(ctx, guest)
  for (const client of await listOwnClientsOfEmail(ctx.db, email))
    await forwardClientRequest(ctx, sender, client, { kind: 'delete', details: '' })
  await eraseVoucherRecipient(ctx.db, email, null)
  await deleteWorkElsewhere(ctx.db, email, null)
  await eraseAddress(ctx.db, email)
  if (account) await deleteAccount(ctx, sender, account)
}

export const setHoldOfAddress = (
  ctx: Context,
  { email, on, reason }: InputOf<Calls['setHold']>,
): Promise<OutputOf<Calls['setHold']>> =>
  ctx.transaction(async (tx) => {
    await setEmailHold(tx, email, on, reason)
    const hold = await findLegalHold(tx.db, { email })
    return { hold: hold ? { ...hold, since: hold.since.toISOString() } : null }
  })
