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

/** Lets somebody in who has proven who they are: opens the session, and the searches of this browser's visitor become theirs, once. */
export async function signInAccount(ctx: Context, account: AccountRow, how: SignInMethod): Promise<SignedIn> {
  if (account.suspended_at) throw new Refusal('suspended')
  await mergeStandInsOfBrowser(ctx, account)
  const { token } = await openSession(ctx, account, how)
  return { token, user: await presentUser(ctx, account), claimed: await claimFor(ctx, account.id) }
}

export const claimFor = async ({ db, viewer }: Context, accountId: string): Promise<number> =>
  viewer.visitorHash ? claimSearches(db, accountId, viewer.visitorHash) : 0

/** Takes away whatever was chosen and asked for before an address was proven: password, sessions, the notices of their browsers, links, passkeys and app, known browsers, the proof of a number, the calendar's address. In the caller's transaction. */
export async function throwOut(ctx: Context, account: AccountRow): Promise<void> {
  if (!account.password_hash) return
  await endSessions(ctx, account.id)
  for (const purpose of ['change_email', 'verify_email', 'magic_link', 'provider_link', 'password_reset', 'login_as'])
    await endUnusedLinks(ctx.db, account.id, purpose, ctx.now)
  await deleteCalendarAddresses(ctx.db, account.id)
  await deleteFactors(ctx.db, account.id)
  // A number stays to be read, and gets no text before its code has come back to whoever is here now.
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

/** What whoever opens a mail says of the password that was chosen before. */
export type Opening = {
  /** The hash that what they typed has just opened; null where they typed none. */
  typed: string | null
  /** Whether to be refused rather than to end it. */
  askFirst: boolean
}
export type ProvenAccount = {
  account: AccountRow
  /** Whether a password ended with this. */
  ended: boolean
}

/** The account of a spent link; whoever opened a mail has proven that its address is theirs, and what a browser asked and booked with that address as they typed it is theirs from now on. */
// Somebody else may have registered an address that was not theirs: what they chose and asked for opens nothing once its owner comes in by mail. Who opens the mail in the browser that registered, or knows the password, is whoever registered.
export async function getProvenOwner(
  ctx: Context,
  spent: OneTimeToken,
  opening: Opening = { typed: null, askFirst: false },
): Promise<ProvenAccount> {
  const named = spent.account_id ? await findAccountById(ctx.db, spent.account_id) : undefined
  const account = named?.stands_in_for ? await findAccountById(ctx.db, named.stands_in_for) : named
  const address = normaliseEmail(spent.email)
  // The account may have moved to another address since.
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

/** Whether the caller is signed in as this very account, and nobody acts for it. */
const isHere = ({ viewer }: Context, { id }: Pick<AccountRow, 'id'>): boolean =>
  viewer.accountId === id && viewer.actorId === null
