import type { OutputOf } from '#contract/endpoint.ts'
import { type OutsideInvitation, outsideLimits, type outsideReviews } from '#contract/reviews/outside.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from '#server/providers/index.ts'
import { invitationsOf, type OutsideRow } from './outside-queries.ts'

const DAY_MS = 86_400_000

/** Whom the caller has asked, newest first, and how many more they may ask today. */
export async function listOutsideInvitations(ctx: Context): Promise<OutputOf<typeof outsideReviews.invitations>> {
  const { id } = await ownProvider(ctx)
  const rows = await invitationsOf(ctx.db, id)
  const today = rows.filter(({ invited_at }) => ctx.now.getTime() - invited_at.getTime() < DAY_MS).length
  return {
    invitations: rows.map(presentInvitation),
    left: Math.max(0, Math.min(outsideLimits.aDay - today, outsideLimits.inAll - rows.length)),
  }
}

/** An invitation as its artist sees it. */
export const presentInvitation = ({
  id,
  name,
  work,
  invited_at,
  written_at,
  hidden_at,
}: OutsideRow): OutsideInvitation => ({
  id,
  name,
  work,
  invitedAt: invited_at.toISOString(),
  state: hidden_at ? 'removed' : written_at ? 'shown' : 'waiting',
})
