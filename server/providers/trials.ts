import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major, minor } from '#contract/money.ts'
import type { ownTrials } from '#contract/providers/trials.ts'
import { catalogOf, feePayerOf, feesOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { ownProvider } from './standing.ts'
import { patchTestsOf, putPatchTests, putTrials, trialsOf } from './selling.queries.ts'
import { daysOfMonth } from '#contract/providers/trial-limits.ts'
import { record } from '#server/platform/audit.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { changeOwn } from './own-profile.ts'
import type { ownPatchTests } from '#contract/providers/patch-tests.ts'

/** Returns the trials that the calling provider offers, by service. */
export async function showTrials(ctx: Context): Promise<OutputOf<typeof ownTrials.show>> {
  const row = await ownProvider(ctx)
  const catalog = await catalogOf(ctx.database)
  const percentOf = (serviceId: string): number => {
    const category = catalog.services.get(serviceId)?.categoryId
    return category === undefined ? 0 : feesOf(catalog, row.country_code, category, ctx.now).of(feePayerOf(row)).percent
  }
  return {
    services: (await trialsOf(ctx.db, row.id)).map(
      ({ serviceId, label, cost_minor, minutes, deducted, with_test, hours, months }) => ({
        serviceId,
        label,
        percent: percentOf(serviceId),
        trial:
          cost_minor === null || minutes === null || hours === null || months === null
            ? null
            : {
                cost: major(cost_minor),
                minutes,
                months,
                days: hours / 24,
                deducted: deducted === true,
                withTest: with_test === true,
              },
      }),
    ),
  }
}

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

/** Which of the caller's services need a patch test before the day. */
export async function showPatchTests(ctx: Context): Promise<OutputOf<typeof ownPatchTests.show>> {
  const { id } = await ownProvider(ctx)
  return { services: await patchTestsOf(ctx.db, id) }
}

/** Says anew which of the caller's services need a patch test, and how long it takes. */
export async function setPatchTests(
  ctx: Context,
  { tests }: InputOf<typeof ownPatchTests.set>,
): Promise<OutputOf<typeof ownPatchTests.set>> {
  await changeOwn(ctx, async (inner, row) => {
    const before = await patchTestsOf(inner.db, row.id)
    tests.forEach(({ serviceId }, index) => {
      if (!before.some((one) => one.serviceId === serviceId))
        throw refuseField('unknown_service', `tests.${index}.serviceId`)
    })
    await putPatchTests(inner.db, row.id, tests)
    await record(inner, {
      act: 'provider.patch_tests',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before: before.filter(({ minutes }) => minutes !== null),
      after: tests,
    })
  })
  return showPatchTests(ctx)
}
