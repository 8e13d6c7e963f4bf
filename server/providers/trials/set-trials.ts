import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import { daysOfMonth } from '#contract/providers/trial-limits.ts'
import type { ownTrials } from '#contract/providers/trials.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { changeOwn } from '#server/providers/own-profile/own-profile.ts'
import { showTrials } from './show-trials.ts'
import { putTrials, trialsOf } from './trial-queries.ts'

/** Replaces the trials that the calling provider offers, each with its price and span. */
export async function setTrials(
  ctx: Context,
  { trials }: InputOf<typeof ownTrials.set>,
): Promise<OutputOf<typeof ownTrials.set>> {
  await changeOwn(ctx, async (inner, row) => {
    const before = await trialsOf(inner.db, row.id)
    trials.forEach(({ serviceId, days, months }, index) => {
      const known = before.some((one) => one.serviceId === serviceId)
      const twice = trials.findIndex((one) => one.serviceId === serviceId) !== index
      if (!known || twice) throw refuseField('unknown_service', `trials.${index}.serviceId`)
      if (days >= months * daysOfMonth) throw refuseField('trial_span', `trials.${index}.days`)
    })
    await putTrials(
      inner.db,
      row.id,
      trials.map(({ serviceId, cost, minutes, deducted, withTest, days, months }) => ({
        service_id: serviceId,
        cost_minor: minor(cost),
        minutes,
        deducted,
        months,
        with_test: withTest,
        hours: days * 24,
      })),
    )
    await record(inner, {
      act: 'provider.trials',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before: before.filter(({ minutes }) => minutes !== null),
      after: trials,
    })
  })
  return showTrials(ctx)
}
