import { setProviderState } from '#server/providers/index.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { verification } from '#contract/signup/verification.ts'
import type { Context } from '#server/platform/context.ts'
import { callerOf } from '#server/signup/standing.ts'
import { presentRow } from './queue.ts'
import { changeRound, queueRow } from './verification-queries.ts'
import { openRound } from './decide-round.ts'

type Row = OutputOf<typeof verification.claim>

/** Takes a profile to look at, or gives it back; who has it, and for how long, holds others off. */
export async function claim(ctx: Context, { id, take }: InputOf<typeof verification.claim>): Promise<Row> {
  return ctx.once(async (ctx) => {
    const { round, provider } = await openRound(ctx, id)
    if (take) {
      await changeRound(ctx.db, id, { claimed_by: callerOf(ctx), claimed_at: ctx.now })
      await setProviderState(ctx.db, provider.id, 'in_review')
    } else if (round.claimed_by) {
      await changeRound(ctx.db, id, { claimed_by: null, claimed_at: null })
      await setProviderState(ctx.db, provider.id, 'submitted')
    }
    return presentRow(await queueRow(ctx.db, id), ctx.now)
  })
}
