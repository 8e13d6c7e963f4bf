import type { OutputOf } from '#contract/endpoint.ts'
import type { accounts } from '#contract/accounts/accounts.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { shownMobile } from '#server/accounts/registering/mobiles.ts'
import { presentUser } from '#server/accounts/present-user.ts'
import { factorsOf } from '#server/accounts/factors/standing-factors.ts'
import { type AccountRow, accountById, searchesOfAccount } from '#server/accounts/queries.ts'

/** Who is signed in, with the searches that are theirs. */
export async function showMe(ctx: Context): Promise<OutputOf<typeof accounts.me>> {
  const account = ctx.viewer.accountId ? await accountById(ctx.db, ctx.viewer.accountId) : undefined
  if (!account) throw new Refusal('not_signed_in')
  const searches = await searchesOfAccount(ctx.db, account.id)
  return {
    user: await presentUser(ctx, account),
    needs: await needsOf(ctx, account),
    mobile: shownMobile(account.mobile)?.text ?? null,
    searches: searches.map((s) => ({
      id: s.id,
      place: s.place_name.split(', ').slice(0, 2).join(', '),
      eventDate: s.event_date,
      finishTime: s.finish_time,
    })),
  }
}

async function needsOf(ctx: Context, { id, roles }: AccountRow): Promise<'setup' | 'proof' | null> {
  if (!roles.includes('operator') || ctx.viewer.strong || ctx.viewer.actorId) return null
  const { passkeys, totp } = await factorsOf(ctx, id)
  return passkeys.length > 0 || totp ? 'proof' : 'setup'
}
