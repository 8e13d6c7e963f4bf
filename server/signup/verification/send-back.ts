import { setProviderState } from '#server/providers/index.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { titleOf } from '#contract/signup/signup-steps.ts'
import type { verification } from '#contract/signup/verification.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { close, decideRound, tell } from './decide-round.ts'

type Row = OutputOf<typeof verification.claim>

/** Asks for changes: only the named steps open again, each with its reason. */
export async function sendBack(
  ctx: Context,
  { id, checks, reasons }: InputOf<typeof verification.sendBack>,
): Promise<Row> {
  if (reasons.length === 0) throw refuseField('reason_missing', 'reasons')
  const bare = reasons.findIndex(({ reason, note }) => reason === 'other' && note === '')
  if (bare >= 0) throw refuseField('reason_missing', `reasons.${bare}.note`)
  return decideRound(ctx, id, async (ctx, { round, provider }, sender) => {
    const note = reasons
      .map((reason) => reason.note)
      .filter(Boolean)
      .join(' ')
    await close(ctx, { round, provider }, { decision: 'changes_requested', checks, note, reasons })
    await setProviderState(ctx.db, provider.id, 'changes_requested')
    const steps = [...new Set(reasons.map(({ step }) => titleOf(step)))]
    await tell(
      ctx,
      sender,
      provider,
      'verification.sentBack',
      { n: steps.length, steps: steps.join(', '), note: note || null },
      '/resubmission',
    )
  })
}
