import type { OutputOf } from '#contract/endpoint.ts'
import type { accounts } from '#contract/accounts/accounts.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { presentUser } from './caller.ts'
import {
  findAccountById,
  type AccountRow,
  changeAccount,
  claimSearches,
  endUnusedLinks,
  type OneTimeToken,
} from './accounts.queries.ts'
import { mergeStandIn, mergeStandInsOfBrowser } from './stand-ins.ts'
import { endSessions, type SignInMethod, openSession } from './sessions.ts'
import { deleteFactors } from './factors.queries.ts'
import { deleteKnownDevices } from './throttle.queries.ts'
import { deleteCalendarAddresses, deleteNumberProofs } from './stand-ins.queries.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'

export type SignedIn = OutputOf<typeof accounts.login>

/** Creates the session of a verified person and assigns the browser's searches to them. */
export async function signInAccount(ctx: Context, account: AccountRow, how: SignInMethod): Promise<SignedIn> {
  if (account.suspended_at) throw new Refusal('suspended')
  await mergeStandInsOfBrowser(ctx, account)
  const { token } = await openSession(ctx, account, how)
  return { token, user: await presentUser(ctx, account), claimed: await claimFor(ctx, account.id) }
}

export const claimFor = async ({ db, viewer }: Context, accountId: string): Promise<number> =>
  viewer.visitorHash ? claimSearches(db, accountId, viewer.visitorHash) : 0

/**
 * Revokes everything set up before an address was verified, in the caller's transaction: password, sessions, push
 * subscriptions, links, factors, known devices, number verification and calendar address.
 */
export async function throwOut(ctx: Context, account: AccountRow): Promise<void> {
  if (!account.password_hash) return
  await endSessions(ctx, account.id)
  for (const purpose of ['change_email', 'verify_email', 'magic_link', 'provider_link', 'password_reset', 'login_as'])
    await endUnusedLinks(ctx.db, account.id, purpose, ctx.now)
  await deleteCalendarAddresses(ctx.db, account.id)
  await deleteFactors(ctx.db, account.id)
  // The number stays visible, but gets no texts until it is verified again.
  await deleteNumberProofs(ctx.db, account.id)
  await deleteKnownDevices(ctx.db, account.id)
  await changeAccount(ctx.db, account.id, {
    password_hash: null,
    pending_email: null,
    notices: '{}',
    quiet_from: null,
    quiet_to: null,
  })
}

export type Opening = {
  typed: string | null
  askFirst: boolean
}
export type ProvenAccount = {
  account: AccountRow
  ended: boolean
}

/**
 * Returns the account of a consumed link. Opening the mail verifies the address, and assigns to it what a browser
 * requested and booked with it.
 */
// A stranger may have registered this address, so their credentials are revoked when its owner signs in by mail.
// Opening the mail in the registering browser, or knowing the password, identifies the owner.
export async function getProvenOwner(
  ctx: Context,
  spent: OneTimeToken,
  opening: Opening = { typed: null, askFirst: false },
): Promise<ProvenAccount> {
  const named = spent.account_id ? await findAccountById(ctx.db, spent.account_id) : undefined
  const account = named?.stands_in_for ? await findAccountById(ctx.db, named.stands_in_for) : named
  const address = normaliseEmail(spent.email)
  // The account may have moved to another address.
  if (!named || !account || normaliseEmail(account.email) !== address) throw new Refusal('link_expired')
  const proven = account.email_verified_at ? { account, ended: false } : await prove(ctx, account, named, opening)
  return named === account ? proven : { ...proven, account: await mergeStandIn(ctx, named, proven.account) }
}

async function prove(ctx: Context, account: AccountRow, named: AccountRow, opening: Opening): Promise<ProvenAccount> {
  const chosen = account.password_hash
  const kept = isHere(ctx, account) || (chosen !== null && opening.typed === chosen)
  const ended = !kept && chosen !== null
  if (ended && opening.askFirst) throw new Refusal('password_at_stake')
  if (!kept) await throwOut(ctx, account)
  const person = kept || named === account ? {} : { name: named.name, mobile: named.mobile }
  return { account: await changeAccount(ctx.db, account.id, { ...person, email_verified_at: ctx.now }), ended }
}

const isHere = ({ viewer }: Context, { id }: Pick<AccountRow, 'id'>): boolean =>
  viewer.accountId === id && viewer.actorId === null
