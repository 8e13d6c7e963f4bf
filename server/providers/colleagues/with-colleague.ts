import type { Context } from '#server/platform/context.ts'
import { record } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerOf } from '#server/providers/own-profile/own-profile.ts'
import type { ProviderRow } from '#server/providers/row-queries.ts'
import { lockPair } from './colleague-queries.ts'

/** Whose profile is on the site, and may stand beside another one. */
export const isLive = ({ state }: ProviderRow): boolean => state === 'approved' || state === 'paused'

/** What the caller says of another artist, in one transaction with neither of them at it elsewhere; recorded where `work` says that it changed something. */
export const withColleague = (
  ctx: Context,
  profileId: string,
  work: (tx: Context, own: ProviderRow, other: ProviderRow | undefined) => Promise<{ named: boolean } | null>,
): Promise<void> => {
  const accountId = callerOf(ctx)
  return ctx.transaction(async (tx) => {
    const { own, other } = await lockPair(tx.db, accountId, profileId)
    if (!own) throw new Refusal('not_found')
    if (own.state === 'suspended') throw new Refusal('suspended')
    const after = await work(tx, own, other)
    if (!after) return
    await record(tx, {
      act: 'provider.colleague',
      subject: { kind: 'provider', id: own.id, name: own.name },
      before: { named: !after.named },
      after: { ...after, artist: other?.slug },
    })
  })
}
