import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AccountRow, accountById, changeAccount, type OneTimeToken } from '#server/accounts/queries.ts'
import { becomeOwners } from '#server/accounts/stand-ins/stand-in.ts'
import { throwOut } from './throw-out.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'

/** What whoever opens a mail says of the password that was chosen before. */
export type Opening = {
  /** The hash that what they typed has just opened; null where they typed none. */
  typed: string | null
  /** Whether to be refused rather than to end it. */
  askFirst: boolean
}
export type Proven = {
  account: AccountRow
  /** Whether a password ended with this. */
  ended: boolean
}

/** The account of a spent link; whoever opened a mail has proven that its address is theirs, and what a browser asked and booked with that address as they typed it is theirs from now on. */
// Somebody else may have registered an address that was not theirs: what they chose and asked for opens nothing once its owner comes in by mail. Who opens the mail in the browser that registered, or knows the password, is whoever registered.
export async function provenOwner(
  ctx: Context,
  spent: OneTimeToken,
  opening: Opening = { typed: null, askFirst: false },
): Promise<Proven> {
  const named = spent.account_id ? await accountById(ctx.db, spent.account_id) : undefined
  const account = named?.stands_in_for ? await accountById(ctx.db, named.stands_in_for) : named
  const address = emailKey(spent.email)
  // The account may have moved to another address since.
  if (!named || !account || emailKey(account.email) !== address) throw new Refusal('link_expired')
  const proven = account.email_verified_at ? { account, ended: false } : await prove(ctx, account, named, opening)
  return named === account ? proven : { ...proven, account: await becomeOwners(ctx, named, proven.account) }
}

async function prove(ctx: Context, account: AccountRow, named: AccountRow, opening: Opening): Promise<Proven> {
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
