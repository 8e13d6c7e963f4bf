import { setProviderState } from '#server/providers/index.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { verification } from '#contract/signup/verification.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { stripEnd } from '#contract/words.ts'
import { close, decideRound, tell } from './decide-round.ts'

type Row = OutputOf<typeof verification.claim>

/** Turns a profile down; the person reads why and may ask for a second look. */
export async function reject(ctx: Context, { id, checks, reason }: InputOf<typeof verification.reject>): Promise<Row> {
  if (reason.length < 3) throw refuseField('reason_missing', 'reason')
  return decideRound(ctx, id, async (ctx, { round, provider }, sender) => {
    const purge = await close(ctx, { round, provider }, { decision: 'rejected', checks, note: reason })
    await setProviderState(ctx.db, provider.id, 'rejected')
    await tell(ctx, sender, provider, 'verification.rejected', { reason: stripEnd(reason, /[.!]/), date: purge })
  })
}
