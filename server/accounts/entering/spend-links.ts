import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AccountRow, accountById, changeAccount, type OneTimeToken } from '#server/accounts/queries.ts'
import { becomeOwners } from '#server/accounts/stand-ins/stand-in.ts'
import { throwOut } from './throw-out.ts'

/** The account of a spent link; whoever opened a mail has proven that its address is theirs, and what a browser asked and booked with that address as they typed it is theirs from now on. */
// Somebody else may have registered an address that was not theirs: what they chose and asked for opens nothing once its owner comes in by mail. Who opens the mail in the browser that registered is whoever registered.
export async function provenOwner(ctx: Context, spent: OneTimeToken): Promise<AccountRow> {
  const named = spent.account_id ? await accountById(ctx.db, spent.account_id) : undefined
  const account = named?.stands_in_for ? await accountById(ctx.db, named.stands_in_for) : named
  const address = spent.email.toLowerCase()
  // The account may have moved to another address since.
  if (!named || !account || account.email.toLowerCase() !== address) throw new Refusal('link_expired')
  const proven = account.email_verified_at ? account : await prove(ctx, account, named)
  return named === account ? proven : becomeOwners(ctx, named, proven)
}

async function prove(ctx: Context, account: AccountRow, named: AccountRow): Promise<AccountRow> {
  const kept = isHere(ctx, account)
  if (!kept) await throwOut(ctx, account)
  const person = kept || named === account ? {} : { name: named.name, mobile: named.mobile }
  return changeAccount(ctx.db, account.id, { ...person, email_verified_at: ctx.now })
}

/** Whether the caller is signed in as this very account, and nobody acts for it. */
const isHere = ({ viewer }: Context, { id }: Pick<AccountRow, 'id'>): boolean =>
  viewer.accountId === id && viewer.actorId === null
