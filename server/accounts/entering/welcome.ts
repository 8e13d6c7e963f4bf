import type { OutputOf } from '#contract/endpoint.ts'
import type { accounts } from '#contract/accounts/accounts.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { presentUser } from '#server/accounts/present-user.ts'
import { type AccountRow, claimSearches } from '#server/accounts/queries.ts'
import { takeOverHere } from '#server/accounts/stand-ins/stand-in.ts'
import { type How, openSession } from '#server/accounts/sessions/sessions.ts'

export type SignedIn = OutputOf<typeof accounts.login>

/** Lets somebody in who has proven who they are: opens the session, and the searches of this browser's visitor become theirs, once. */
export async function welcome(ctx: Context, account: AccountRow, how: How): Promise<SignedIn> {
  if (account.suspended_at) throw new Refusal('suspended')
  await takeOverHere(ctx, account)
  const { token } = await openSession(ctx, account, how)
  return { token, user: await presentUser(ctx, account), claimed: await claimFor(ctx, account.id) }
}

export const claimFor = async ({ db, viewer }: Context, accountId: string): Promise<number> =>
  viewer.visitorHash ? claimSearches(db, accountId, viewer.visitorHash) : 0
