import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeOwn } from './own-profile.ts'
import { updateProvider } from './own-queries.ts'

type Own = OutputOf<typeof ownProfile.show>

/** Takes the caller out of searches by their own choice, or back into them. */
export const setPaused = (ctx: Context, { paused }: InputOf<typeof ownProfile.pause>): Promise<Own> =>
  changeOwn(ctx, async (ctx, row) => {
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
  })
