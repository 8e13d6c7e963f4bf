import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorPeople, Person } from '#contract/operator/people.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import type { Context } from '#server/platform/context.ts'
import { countBookingsByPerson } from './hubs.queries.ts'
import { getOperatorId, toMajorSums } from './overview.ts'
import { waitingHours } from '#contract/operator/approvals.ts'
import {
  getPersonCounts,
  listDevicesOf,
  fetchPeople,
  findPersonById,
  type PersonRow,
  listSignIns,
} from './people.queries.ts'
import {
  findAccountByEmail,
  toAddressee,
  getDependants,
  deleteFactors,
  endAllSessions,
  findAccount,
  findLegalHold,
  removeDuties,
  createLink,
  grantOwner,
  sendLoginAsLink,
  registerAccount,
  restoreAccount,
  setLegalHold,
  formatMobile,
  suspendAccount,
  throwOut,
  changeEmailByTeam,
  changeMobileByTeam,
  countAsOnePerson,
  getFactors,
  listOwners,
  sendEmailCodeByTeam,
  sendMobileCodeByTeam,
  sendStopLink,
} from '#server/accounts/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addEnds } from '#contract/accounts/ends-text.ts'
import { getHub } from './hubs.ts'
import { notify, getSender, getSenderInTransaction } from '#server/notifications/index.ts'
import { restoreProviderOf, suspendProviderOf } from '#server/providers/index.ts'
import { createApproval, hasWaitingChange } from '#server/platform/oversight/approvals.ts'
import { recordAudit } from '#server/platform/audit.ts'

export async function listPeople(
  ctx: Context,
  input: InputOf<typeof operatorPeople.people>,
): Promise<OutputOf<typeof operatorPeople.people>> {
  const { rows, nextCursor } = await fetchPeople(ctx.db, input)
  const ids = rows.map(({ id }) => id)
  await recordAccess(ctx, { what: 'people', of: ids })
  const counted = await countBookingsByPerson(ctx.db, ids)
  return {
    people: rows.map((row) => {
      const { bookings = 0, money = [] } = counted.get(row.id) ?? {}
      return { ...presentPerson(row), bookings, spent: toMajorSums(money) }
    }),
    nextCursor,
  }
}

const iso = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString())

const presentPerson = (row: PersonRow): Person => ({
  id: row.id,
  name: row.name,
  email: row.email,
  mobile: formatMobile(row.mobile)?.text ?? null,
  roles: row.roles as Person['roles'],
  duties: row.duties as Person['duties'],
  verified: row.email_verified_at !== null,
  suspendedAt: iso(row.suspended_at),
  suspendedReason: row.suspended_reason,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: iso(row.last_seen_at),
  profile: row.slug,
  sample: row.sample,
})

async function personOf(ctx: Context, accountId: string): Promise<Person> {
  const row = await findPersonById(ctx.db, accountId)
  if (!row) throw new Refusal('not_found')
  return presentPerson(row)
}

export async function getPerson(
  ctx: Context,
  { accountId }: InputOf<typeof operatorPeople.person>,
): Promise<OutputOf<typeof operatorPeople.person>> {
  const person = await personOf(ctx, accountId)
  await recordAccess(ctx, { what: 'person', subjectId: accountId, of: [accountId] })
  const hold = await findLegalHold(ctx.db, { accountId })
  const [signIns, devices, counts] = [
    await listSignIns(ctx.db, accountId),
    await listDevicesOf(ctx.db, accountId, ctx.now),
    await getPersonCounts(ctx.db, accountId),
  ]
  const { passkeys, totp } = await getFactors(ctx, accountId)
  const asCustomer = await getDependants().previewForCustomer(ctx, { accountId, email: person.email })
  const asArtist = counts.providerId ? await getDependants().previewForArtist(ctx, counts.providerId) : null
  return {
    person,
    ...counts,
    ends: addEnds(asCustomer, asArtist),
    hasSecondFactor: passkeys.length > 0 || totp,
    hub: await getHub(ctx, { accountId }),
    hold: hold ? { ...hold, since: hold.since.toISOString() } : null,
    devices: devices.map(({ device, network, last_seen_at }) => ({
      device,
      network,
      lastSeenAt: last_seen_at.toISOString(),
    })),
    signIns: signIns.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
  }
}

export async function suspendPerson(
  ctx: Context,
  { accountId, reason }: InputOf<typeof operatorPeople.suspend>,
): Promise<OutputOf<typeof operatorPeople.suspend>> {
  const sender = await getSender(ctx)
  return ctx.idempotent(async (inner) => {
    const asArtist = await suspendProviderOf(inner, sender, accountId, reason)
    await suspendAccount(inner, sender, accountId, { reason, asArtist })
    return { person: await personOf(inner, accountId) }
  })
}

export const restorePerson = (
  ctx: Context,
  { accountId, reason }: InputOf<typeof operatorPeople.restore>,
): Promise<OutputOf<typeof operatorPeople.restore>> =>
  ctx.transaction(async (inner) => {
    await restoreAccount(inner, accountId, reason)
    await restoreProviderOf(inner, accountId, reason)
    return { person: await personOf(inner, accountId) }
  })

/** Revocations apply immediately, grants after another operator's approval. */
export const setPersonRoles = (
  ctx: Context,
  { accountId, duties, reason }: InputOf<typeof operatorPeople.setRoles>,
): Promise<OutputOf<typeof operatorPeople.setRoles>> =>
  ctx.transaction(async (inner) => {
    const account = await findAccount(inner.db, accountId)
    if (!account) throw new Refusal('not_found')
    const wanted = [...new Set(duties)].sort()
    const more = wanted.filter((duty) => !account.duties.includes(duty))
    if (more.length) {
      // The owner of an unverified account is unknown.
      if (!account.email_verified_at || account.suspended_at) throw new Refusal('account_email_unverified')
      await askForDuties(inner, account, wanted, reason)
    } else await removeDuties(inner, accountId, wanted, reason)
    return { person: await personOf(inner, accountId), waits: more.length > 0 }
  })

// The only owner has no second owner to approve a request, so it takes effect after a waiting period unless stopped.
async function askForDuties(
  tx: Context,
  account: { id: string; name: string },
  duties: readonly string[],
  reason: string,
): Promise<void> {
  const me = getOperatorId(tx)
  const effectiveAt = (await hasOtherOwner(tx, me))
    ? undefined
    : new Date(tx.now.getTime() + waitingHours.operator * 3_600_000)
  const approvalId = await createApproval(tx, {
    kind: 'operator',
    subject: { id: account.id, name: account.name },
    wanted: { duties },
    reason,
    ...(effectiveAt ? { effectiveAt } : {}),
  })
  if (effectiveAt)
    await sendStopLink(tx, await getSenderInTransaction(tx), {
      accountId: me,
      kind: 'op.operator.waiting',
      approvalId,
      effectiveAt,
      name: account.name,
    })
}

async function hasOtherOwner(tx: Context, me: string): Promise<boolean> {
  for (const { id } of await listOwners(tx.db)) if (!(await countAsOnePerson(tx.db, id, me))) return true
  return false
}

/** Asks another operator to approve the removal of a lost second factor. */
export const requestFactorReset = (
  ctx: Context,
  { accountId, reason }: InputOf<typeof operatorPeople.resetFactors>,
): Promise<OutputOf<typeof operatorPeople.resetFactors>> =>
  ctx.transaction(async (tx) => {
    const account = await findAccount(tx.db, accountId)
    if (!account) throw new Refusal('not_found')
    if (accountId === getOperatorId(tx)) throw new Refusal('second_operator_required')
    const { passkeys, totp } = await getFactors(tx, accountId)
    if (passkeys.length === 0 && !totp) throw new Refusal('state_changed')
    if (await hasWaitingChange(tx.db, 'factor_reset', accountId)) throw new Refusal('approval_pending')
    await createApproval(tx, {
      kind: 'factor_reset',
      subject: { id: accountId, name: account.name },
      wanted: {},
      reason,
    })
    return { person: await personOf(tx, accountId), waits: true }
  })

export async function sendEmailCode(
  ctx: Context,
  input: InputOf<typeof operatorPeople.sendEmailCode>,
): Promise<OutputOf<typeof operatorPeople.sendEmailCode>> {
  await sendEmailCodeByTeam(ctx, await getSender(ctx), input)
  return { sent: true }
}

export async function changePersonEmail(
  ctx: Context,
  input: InputOf<typeof operatorPeople.changeEmail>,
): Promise<OutputOf<typeof operatorPeople.changeEmail>> {
  await changeEmailByTeam(ctx, await getSender(ctx), input)
  return { person: await personOf(ctx, input.accountId) }
}

export async function sendMobileCode(
  ctx: Context,
  input: InputOf<typeof operatorPeople.sendMobileCode>,
): Promise<OutputOf<typeof operatorPeople.sendMobileCode>> {
  await sendMobileCodeByTeam(ctx, input)
  return { sent: true }
}

export async function changePersonMobile(
  ctx: Context,
  input: InputOf<typeof operatorPeople.changeMobile>,
): Promise<OutputOf<typeof operatorPeople.changeMobile>> {
  await changeMobileByTeam(ctx, await getSender(ctx), input)
  return { person: await personOf(ctx, input.accountId) }
}

export const setPersonHold = (
  ctx: Context,
  { accountId, on, reason }: InputOf<typeof operatorPeople.setHold>,
): Promise<OutputOf<typeof operatorPeople.setHold>> =>
  ctx.transaction(async (inner) => {
    await setLegalHold(inner, accountId, on, reason)
    return { person: await personOf(inner, accountId) }
  })

export const endPersonSessions = (
  ctx: Context,
  { accountId, reason }: InputOf<typeof operatorPeople.endSessions>,
): Promise<OutputOf<typeof operatorPeople.endSessions>> =>
  ctx.transaction(async (inner) => {
    await endAllSessions(inner, accountId, reason)
    return { done: true }
  })

/** Makes an address an operator, creating the account if needed, and mails a sign-in link. Returns its path. */
export async function addOperator(ctx: Context, email: string, name: string): Promise<{ path: string }> {
  const sender = await getSender(ctx)
  return ctx.transaction(async (inner) => {
    const account =
      (await findAccountByEmail(inner.db, email)) ??
      (await registerAccount(inner, sender, {
        name: name || (email.split('@')[0] ?? email),
        email,
        passwordHash: null,
      }))
    if (account.suspended_at) throw new Error(`${email} is suspended: restore the account first`)
    // Someone else may have registered the unverified address.
    if (!account.email_verified_at) await throwOut(inner, account)
    // The command was run for an existing operator, which means that they have lost their factors.
    if (account.roles.includes('operator')) await deleteFactors(inner.db, account.id)
    const made = await grantOwner(inner, account.id)
    const { token, code } = await createLink(inner, {
      purpose: 'magic_link',
      accountId: account.id,
      email: account.email,
    })
    const path = `/login/magic-link/${token}`
    await notify(inner, sender, { kind: 'op.operator.added', to: toAddressee(account), values: { code }, path })
    await recordAudit(
      { ...inner, viewer: { ...inner.viewer, accountId: account.id } },
      {
        act: 'account.roles',
        subject: { kind: 'account', id: account.id, name: account.name },
        before: { roles: account.roles, duties: account.duties },
        after: made,
        reason: 'added by the command line',
      },
    )
    return { path }
  })
}

export async function createLoginAsLink(
  ctx: Context,
  { accountId, reason }: InputOf<typeof operatorPeople.loginAs>,
): Promise<OutputOf<typeof operatorPeople.loginAs>> {
  const sender = await getSender(ctx)
  return ctx.idempotent((inner) => sendLoginAsLink(inner, sender, accountId, reason))
}
