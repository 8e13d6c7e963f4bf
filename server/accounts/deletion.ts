import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerAccount } from './caller.ts'
import { eraseAccount, findProviderIdOfAccount } from './erase.queries.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'
import { createLink, redeemLink } from './one-time-links.ts'
import { type AccountRow, endUnusedLinks } from './accounts.queries.ts'
import { toAddressee } from './new-account.ts'
import { getProvenOwner } from './sign-in.ts'
import { assertNotHeld } from './legal-hold.ts'
import { lockOperators, countOtherOwners } from './suspension.queries.ts'
import type { EndEffects } from '#contract/accounts/ends.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findNextBookingDay, deleteExpiredAccountRows } from './own-account.queries.ts'
import { addEnds, formatEnds } from '#contract/accounts/ends-text.ts'
import { formatDate } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { listStandIns } from './stand-ins.queries.ts'
import {
  lockUnusedAccount,
  openAsked,
  saveUnusedTold,
  listWarnedUnusedAccounts,
  listUnwarnedUnusedAccounts,
} from './deletion.queries.ts'
import { endSessions } from './sessions.ts'
import { taxRecordYears, unusedAccounts } from '#contract/constants.ts'
import { announceEvent } from '#server/platform/live/announce.ts'
import { deleteExpiredChallenges } from '#server/platform/http/challenge.ts'
import { deleteOldThrottles } from './throttle.queries.ts'

export async function previewEnds(ctx: Context): Promise<OutputOf<typeof own.ends>> {
  const { id, email } = await getCallerAccount(ctx)
  const providerId = await findProviderIdOfAccount(ctx.db, id)
  return {
    asArtist: providerId === null ? null : await getDependants().previewForArtist(ctx, providerId),
    asCustomer: await getDependants().previewForCustomer(ctx, { accountId: id, email }),
  }
}

export async function requestAccountDeletion(ctx: Context): Promise<{ sent: true }> {
  const account = await getCallerAccount(ctx)
  await assertDeletable(ctx, account)
  const sender = await getSender(ctx)
  await ctx.transaction(async (inner) => {
    await endUnusedLinks(inner.db, account.id, 'delete_account', inner.now)
    const { token } = await createLink(inner, {
      purpose: 'delete_account',
      accountId: account.id,
      email: account.email,
    })
    await notify(inner, sender, {
      kind: 'account.delete.asked',
      to: toAddressee(account),
      path: `/verify/delete/${token}`,
    })
  })
  return { sent: true }
}

export async function confirmDelete(
  ctx: Context,
  { token }: InputOf<typeof own.confirmDelete>,
): Promise<OutputOf<typeof own.confirmDelete>> {
  const sender = await getSender(ctx)
  return ctx.transaction(async (inner) => {
    await lockOperators(inner.db)
    const { account } = await getProvenOwner(inner, await redeemLink(inner, 'delete_account', token))
    await assertDeletable(inner, account)
    return { keptUntil: await deleteAccount(inner, sender, account) }
  })
}

export type ArtistEnd = 'paused' | 'suspended' | 'closed'

export const describeUnavailable = (name: string, reason: ArtistEnd): string =>
  ({
    paused: `${name} is taking a break from bookings.`,
    suspended: `${name} is not available on Primp at the moment.`,
    closed: `${name} has left Primp.`,
  })[reason]

/** Handlers that end what depends on an account or profile. The higher domains of offers and bookings register them. */
export type AccountDependants = {
  /** Ends customers' open requests, offers and holds with an artist and notifies them. */
  endForArtist: (ctx: Context, sender: Sender, artist: { providerId: string; reason: ArtistEnd }) => Promise<EndEffects>
  /**
   * Ends a customer's open requests, offers and holds and notifies the artists. With `laterRequests`, the caller ends
   * the requests after erasing.
   */
  endForCustomer: (
    ctx: Context,
    sender: Sender,
    customer: { accountId: string; email: string; laterRequests?: true },
  ) => Promise<EndEffects>
  previewForArtist: (ctx: Context, providerId: string) => Promise<EndEffects>
  previewForCustomer: (ctx: Context, customer: { accountId: string; email: string }) => Promise<EndEffects>
}

let registered: AccountDependants | undefined

export function registerDependants(dependants: AccountDependants): void {
  registered = dependants
}

/** Throws if none are registered. */
export function getDependants(): AccountDependants {
  if (!registered) throw new Error('no account deletion handler is registered')
  return registered
}

/** Throws if an account has a booking ahead or a legal hold, or is the last owner. */
export async function assertDeletable(ctx: Context, account: AccountRow): Promise<void> {
  const day = await findNextBookingDay(ctx.db, account.id, ctx.now)
  if (day) throw new Refusal('open_bookings', { detail: { date: day } })
  if (account.duties.includes('owner') && (await countOtherOwners(ctx.db, account.id)) === 0)
    throw new Refusal('last_operator')
  await assertNotHeld(ctx, { accountId: account.id })
}

/** Returns the day until which the receipt of a payment must be kept. */
export const getReceiptsEnd = (country: Country, paidAt: Date): string =>
  `${paidAt.getUTCFullYear() + taxRecordYears[country]}-12-31`

/**
 * Deletes an account and sends a last mail. Returns the retention end of receipts. Requires a transaction. Throws
 * `legal_hold_active`.
 */
export async function deleteAccount(ctx: Context, sender: Sender, account: AccountRow): Promise<string> {
  const country = (account.country_code as Country | null) ?? 'GB'
  const until = getReceiptsEnd(country, ctx.now)
  await assertNotHeld(ctx, { accountId: account.id })
  await endSessions(ctx, account.id)
  const ended = await endDependants(ctx, sender, account)
  const all = [...(await listStandIns(ctx.db, account.id)), account]
  const asked = await openAsked(
    ctx.db,
    all.map(({ id }) => id),
  )
  for (const { id, email } of all) await eraseAccount(ctx.db, { id, email, now: ctx.now })
  await notifyAsked(ctx, sender, asked)
  await notify(ctx, sender, {
    kind: 'account.deleted',
    to: { email: account.email, name: account.name, country },
    values: { date: formatDate(until, country), ended: formatEnds(ended) },
  })
  // Without the name, which must not stay in the audit log.
  await recordAudit(
    { ...ctx, viewer: { ...ctx.viewer, accountId: account.id } },
    { act: 'account.delete', subject: { kind: 'account', id: account.id } },
  )
  return until
}

// Runs before erasing, because notifications include the name. The customer's requests end afterwards without it.
async function endDependants(ctx: Context, sender: Sender, { id, email }: AccountRow): Promise<EndEffects> {
  const providerId = await findProviderIdOfAccount(ctx.db, id)
  const asArtist =
    providerId === null ? null : await getDependants().endForArtist(ctx, sender, { providerId, reason: 'closed' })
  return addEnds(
    await getDependants().endForCustomer(ctx, sender, { accountId: id, email, laterRequests: true }),
    asArtist,
  )
}

const DAY_MS = 86_400_000

/** Warns owners of inactive accounts, and deletes those warned in time. Bookings ahead and open money prevent both. */
export async function deleteUnusedAccounts(ctx: Context): Promise<void> {
  const { now } = ctx
  const sender = await getSender(ctx)
  const since = subtractMonths(now, unusedAccounts.months)
  const told = new Date(now.getTime() - unusedAccounts.toldDays * DAY_MS)
  for await (const id of eachOf(() => listWarnedUnusedAccounts(ctx.db, since, told, now))) {
    await ctx.transaction(async (inner) => {
      const account = await lockUnusedAccount(inner.db, id, since)
      if (account && wasTold(account)) await deleteAccount(inner, sender, account)
    })
  }
  const soon = subtractMonths(new Date(now.getTime() + unusedAccounts.toldDays * DAY_MS), unusedAccounts.months)
  for await (const id of eachOf(() => listUnwarnedUnusedAccounts(ctx.db, soon, now))) await tell(ctx, sender, id, soon)
}

/** Yields each result of a batched query once, until the query returns no new ones. */
async function* eachOf(find: () => Promise<string[]>): AsyncGenerator<string> {
  const met = new Set<string>()
  for (;;) {
    const others = (await find()).filter((id) => !met.has(id))
    if (!others.length) return
    for (const id of others) {
      met.add(id)
      yield id
    }
  }
}

const wasTold = ({ unused_told_at, seen_at }: { unused_told_at: Date | null; seen_at: Date }) =>
  unused_told_at !== null && unused_told_at >= seen_at

const tell = (ctx: Context, sender: Sender, id: string, soon: Date): Promise<void> =>
  ctx.transaction(async (inner) => {
    const account = await lockUnusedAccount(inner.db, id, soon)
    if (!account || wasTold(account)) return
    await saveUnusedTold(inner.db, account.id, inner.now)
    const goes = new Date(inner.now.getTime() + unusedAccounts.toldDays * DAY_MS).toISOString().slice(0, 10)
    await notify(inner, sender, {
      kind: 'account.unused',
      to: toAddressee(account),
      values: { date: formatDate(goes, (account.country_code as Country | null) ?? 'GB') },
      path: '/login',
      fact: `account.unused ${account.id} ${goes.slice(0, 7)}`,
    })
  })

export function subtractMonths(at: Date, months: number): Date {
  const there = new Date(at)
  there.setUTCDate(1)
  there.setUTCMonth(there.getUTCMonth() - months)
  const last = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 0)).getUTCDate()
  there.setUTCDate(Math.min(at.getUTCDate(), last))
  return there
}

type Asked = Awaited<ReturnType<typeof openAsked>>

/**
 * Notifies artists that a request has ended, without the customer's data. Runs in the caller's transaction, after
 * erasing.
 */
async function notifyAsked(ctx: Context, sender: Sender, asked: Asked): Promise<void> {
  for (const one of asked) {
    await notify(ctx, sender, {
      kind: 'request.gone',
      to: { email: one.email, name: one.name, accountId: one.artist_id, country: one.country_code },
      path: '/dashboard/calendar',
      fact: `request.gone ${one.id}`,
      values: {
        date: formatDate(one.event_date, one.country_code as Country, ctx.now.getUTCFullYear()),
        area: one.area,
      },
    })
    await announceEvent(ctx, { to: [`account:${one.artist_id}`], kind: 'request.ended', ref: one.id })
  }
}

export async function purgeExpiredAccountData(ctx: Context): Promise<void> {
  await deleteExpiredAccountRows(ctx.db, ctx.now)
  await deleteExpiredChallenges(ctx.db, ctx.now)
  await deleteOldThrottles(ctx.db, ctx.now)
}
