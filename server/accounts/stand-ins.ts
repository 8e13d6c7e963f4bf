import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findAccountById, type AccountRow } from './accounts.queries.ts'
import { transferStandIn, upsertStandIn, listStandIns, findStandInOwner } from './stand-ins.queries.ts'

/** Returns whether someone can sign in to the address's account, so that its owner must confirm a request. */
export const isSomebodys = ({
  email_verified_at,
  password_hash,
  roles,
}: {
  email_verified_at: unknown
  password_hash: unknown
  roles: readonly string[]
}): boolean => email_verified_at !== null || password_hash !== null || roles.length > 1

/** Returns the stand-in that requests or books for the typed address. Runs in the caller's transaction. */
export async function createStandIn(
  ctx: Context,
  of: AccountRow,
  person: { name: string; mobile: string | null; country: string },
): Promise<AccountRow> {
  const visitor = ctx.viewer.visitorHash
  if (!visitor) throw new Refusal('not_signed_in')
  return upsertStandIn(ctx.db, of, visitor, {
    name: person.name,
    mobile: person.mobile,
    country_code: person.country,
    created_at: ctx.now,
  })
}

/** Runs in the caller's transaction. */
export async function mergeStandIn(ctx: Context, standIn: AccountRow, owner: AccountRow): Promise<AccountRow> {
  await transferStandIn(ctx.db, standIn, owner.id)
  return owner
}

/** Merges the stand-ins of the browser in which the person signs in, in the caller's transaction. */
export async function mergeStandInsOfBrowser(ctx: Context, account: AccountRow): Promise<void> {
  if (!ctx.viewer.visitorHash || account.stands_in_for) return
  for (const standIn of await listStandIns(ctx.db, account.id, ctx.viewer.visitorHash))
    await mergeStandIn(ctx, standIn, account)
}

/**
 * Lets the caller claim a stand-in of their verified address. Only they have its link, because it was mailed to them.
 * Returns whether they own it.
 */
export async function claimStandIn(ctx: Context, accountId: string): Promise<boolean> {
  const { accountId: caller, actorId } = ctx.viewer
  if (!caller || actorId || (await findStandInOwner(ctx.db, accountId)) !== caller) return false
  return ctx.transaction(async (tx) => {
    const [standIn, owner] = [await findAccountById(tx.db, accountId), await findAccountById(tx.db, caller)]
    if (!owner?.email_verified_at) return false
    if (standIn?.stands_in_for === caller) await mergeStandIn(tx, standIn, owner)
    return true
  })
}
