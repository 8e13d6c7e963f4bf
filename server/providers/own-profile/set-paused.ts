import { endsText } from '#contract/accounts/ends-text.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import { findAccount } from '#server/accounts/door.ts'
import { dependants } from '#server/accounts/leaving/door.ts'
import { addressOf } from '#server/accounts/registering/door.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { reserveOpened } from '#server/providers/diary/free-time.ts'
import { callerOf, changeOwn } from './own-profile.ts'
import { updateProvider } from './own-queries.ts'

type Own = OutputOf<typeof ownProfile.show>

/**
 * Pauses or resumes the caller's profile. A pause ends the requests, offers and holds that customers have open with it, and
 * notifies both sides.
 */
export async function setPaused(ctx: Context, { paused }: InputOf<typeof ownProfile.pause>): Promise<Own> {
  const sender = await senderOf(ctx)
  return changeOwn(
    ctx,
    async (ctx, row) => {
      const [from, to] = paused ? (['approved', 'paused'] as const) : (['paused', 'approved'] as const)
      if (row.state === to) return
      if (row.state !== from) throw new Refusal('state_changed')
      await updateProvider(ctx.db, row.id, { state: to, paused_at: paused ? ctx.now : null })
      await record(ctx, {
        act: paused ? 'provider.pause' : 'provider.resume',
        subject: { kind: 'provider', id: row.id, name: row.name },
        before: from,
        after: to,
      })
      if (!paused) return reserveOpened(ctx, row.id)
      const ended = await dependants().endForArtist(ctx, sender, { providerId: row.id, reason: 'paused' })
      const account = await findAccount(ctx.db, callerOf(ctx))
      if (account)
        await notify(ctx, sender, {
          kind: 'profile.paused',
          to: addressOf(account),
          path: '/dashboard',
          values: { ended: endsText(ended) },
        })
    },
    { lock: 'diary' },
  )
}
