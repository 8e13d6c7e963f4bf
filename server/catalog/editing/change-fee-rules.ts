import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { deleteFeeRule, type FeeRuleColumns, insertFeeRule, lockFeeRule, setLastDay } from './fee-rule-queries.ts'

/** The market days that a rule's day is compared with: where it is latest, and where it is earliest. */
export type Todays = { earliest: string; latest: string }

/** Lets a fee rule hold, from today on at the earliest. In the operator's transaction. */
export async function addFeeRule(
  ctx: Context,
  rule: Omit<FeeRuleColumns, 'made_by' | 'created_at'>,
  { about, today }: { about: string; today: Todays },
): Promise<string> {
  if (rule.first_on < today.earliest) throw refuseField('time_past', 'firstOn')
  const id = await insertFeeRule(ctx.db, { ...rule, made_by: ctx.viewer.accountId, created_at: ctx.now })
  const { reason, ...after } = rule
  await record(ctx, { act: 'fee.rule.add', subject: { kind: 'fee_rule', id, name: about }, after, reason })
  return id
}

/** Gives a rule another last day, none where it shall stay. Days that have passed keep the fee that they had. In the operator's transaction. */
export async function endFeeRule(
  ctx: Context,
  id: string,
  { lastOn, about, today, reason }: { lastOn: string | null; about: string; today: Todays; reason: string },
): Promise<void> {
  const rule = await lockFeeRule(ctx.db, id)
  if (!rule) throw new Refusal('not_found')
  if (rule.last_on !== null && rule.last_on < today.earliest) throw new Refusal('time_past')
  if (lastOn !== null && (lastOn < today.earliest || lastOn < rule.first_on)) throw refuseField('time_past', 'lastOn')
  await setLastDay(ctx.db, id, lastOn)
  await record(ctx, {
    act: 'fee.rule.end',
    subject: { kind: 'fee_rule', id, name: about },
    before: { lastOn: rule.last_on },
    after: { lastOn },
    reason,
  })
}

/** Takes back a rule that has begun nowhere yet. In the operator's transaction. */
export async function removeFeeRule(
  ctx: Context,
  id: string,
  { about, today, reason }: { about: string; today: Todays; reason: string },
): Promise<void> {
  const rule = await lockFeeRule(ctx.db, id)
  if (!rule) throw new Refusal('not_found')
  if (rule.first_on <= today.latest) throw new Refusal('state_changed')
  await deleteFeeRule(ctx.db, id)
  const { percent, first_on: firstOn, last_on: lastOn } = rule
  await record(ctx, {
    act: 'fee.rule.remove',
    subject: { kind: 'fee_rule', id, name: about },
    before: { percent, firstOn, lastOn },
    reason,
  })
}
