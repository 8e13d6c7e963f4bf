import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { OperatorAppeal, operatorAppeals } from '#contract/signup/appeals/appeals.ts'
import { actAsOne, addressOf, findAccount } from '#server/accounts/index.ts'
import { catalogOf } from '#server/catalog/index.ts'
import { notify, senderOf } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { reopenDocument, restoreProvider, setProviderState } from '#server/providers/index.ts'
import { insertRound } from '#server/signup/verification/verification-queries.ts'
import { type AppealRow, appealById, closeAppeal, lockAppeal, lockRejected } from './appeal-queries.ts'
import { presentAppeals } from './present-appeal.ts'

const nextSteps = {
  document: 'Your document is checked anew by somebody else.',
  verification: 'Your profile is checked anew by somebody else.',
  suspension: 'Your profile stands again as it did before.',
} as const

/** Another operator's word on what one has decided: it is undone, or stays. */
export async function decideAppeal(
  ctx: Context,
  { appealId, uphold, answer }: InputOf<typeof operatorAppeals.decide>,
): Promise<OutputOf<typeof operatorAppeals.decide>> {
  const catalog = await catalogOf(ctx.database)
  const sender = await senderOf(ctx)
  return ctx.once(async (inner) => {
    const appeal = await lockAppeal(inner.db, appealId)
    if (!appeal) throw new Refusal('not_found')
    if (appeal.upheld !== null) throw new Refusal('state_changed')
    const me = inner.viewer.accountId ?? ''
    const before = await appealById(inner.db, appealId)
    // Nobody decides what is their own, nor what they decided.
    if (before.account_id === me) throw new Refusal('not_yours')
    if (appeal.against && (await actAsOne(inner.db, appeal.against, me))) throw new Refusal('second_person')
    if (uphold) await undo(inner, appeal, answer)
    await closeAppeal(inner.db, appealId, { upheld: uphold, answer, decided_by: me, decided_at: inner.now })
    await record(inner, {
      act: uphold ? 'appeal.uphold' : 'appeal.dismiss',
      subject: { kind: 'provider', id: appeal.provider_id, name: before.name },
      after: { appeal: appealId, kind: appeal.kind },
      reason: answer,
    })
    const account = before.account_id ? await findAccount(inner.db, before.account_id) : undefined
    const kind = appeal.kind as OperatorAppeal['against']['kind']
    if (account)
      await notify(inner, sender, {
        kind: uphold ? 'appeal.upheld' : 'appeal.dismissed',
        to: addressOf(account),
        values: { answer: /[.!?]$/.test(answer) ? answer : `${answer}.`, next: nextSteps[kind] },
        path: '/dashboard/checks',
        fact: `appeal ${appealId}`,
      })
    const [shown] = await presentAppeals(inner, catalog, [await appealById(inner.db, appealId)])
    return { appeal: shown as OperatorAppeal }
  })
}

/** Has what was decided looked at anew by somebody else; a suspension ends at once. What has changed meanwhile is refused. */
async function undo(ctx: Context, appeal: AppealRow, reason: string): Promise<void> {
  if (appeal.document_id) return reopenDocument(ctx, appeal.document_id)
  if (appeal.kind === 'suspension') return restoreProvider(ctx, appeal.provider_id, reason)
  const round = await lockRejected(ctx.db, appeal.provider_id)
  if (!round || round.id !== appeal.round_id) throw new Refusal('state_changed')
  await insertRound(ctx.db, {
    provider_id: appeal.provider_id,
    round: round.round + 1,
    submitted_at: ctx.now,
    fixed_steps: [],
    not_by: round.decided_by,
  })
  await setProviderState(ctx.db, appeal.provider_id, 'submitted')
}
