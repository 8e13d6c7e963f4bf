import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type { providerTrials } from '#contract/providers/trials.ts'
import { getCatalog, toFeePayer, getFees } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerProvider } from './standing.ts'
import { listPatchTests, replacePatchTests, replaceTrials, listTrials } from './selling.queries.ts'
import { daysOfMonth } from '#contract/providers/trial-limits.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'
import { changeOwn } from './provider-profile.ts'
import type { providerPatchTests } from '#contract/providers/patch-tests.ts'

export async function getTrials(ctx: Context): Promise<OutputOf<typeof providerTrials.show>> {
  const row = await getCallerProvider(ctx)
  const catalog = await getCatalog(ctx.database)
  const percentOf = (serviceId: string): number => {
    const category = catalog.services.get(serviceId)?.categoryId
    return category === undefined
      ? 0
      : getFees(catalog, row.country_code, category, ctx.now).of(toFeePayer(row)).percent
  }
  return {
    services: (await listTrials(ctx.db, row.id)).map(
      ({ serviceId, label, cost_minor, minutes, deducted, with_test, hours, months }) => ({
        serviceId,
        label,
        percent: percentOf(serviceId),
        trial:
          cost_minor === null || minutes === null || hours === null || months === null
            ? null
            : {
                cost: toMajor(cost_minor),
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

export async function setTrials(
  ctx: Context,
  { trials }: InputOf<typeof providerTrials.set>,
): Promise<OutputOf<typeof providerTrials.set>> {
  await changeOwn(ctx, async (inner, row) => {
    const before = await listTrials(inner.db, row.id)
    trials.forEach(({ serviceId, days, months }, index) => {
      const known = before.some((one) => one.serviceId === serviceId)
      const twice = trials.findIndex((one) => one.serviceId === serviceId) !== index
      if (!known || twice) throw createFieldRefusal('unknown_service', `trials.${index}.serviceId`)
      if (days >= months * daysOfMonth) throw createFieldRefusal('trial_span', `trials.${index}.days`)
    })
    await replaceTrials(
      inner.db,
      row.id,
      trials.map(({ serviceId, cost, minutes, deducted, withTest, days, months }) => ({
        service_id: serviceId,
        cost_minor: toMinor(cost),
        minutes,
        deducted,
        months,
        with_test: withTest,
        hours: days * 24,
      })),
    )
    await recordAudit(inner, {
      act: 'provider.trials',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before: before.filter(({ minutes }) => minutes !== null),
      after: trials,
    })
  })
  return getTrials(ctx)
}

export async function getPatchTests(ctx: Context): Promise<OutputOf<typeof providerPatchTests.show>> {
  const { id } = await getCallerProvider(ctx)
  return { services: await listPatchTests(ctx.db, id) }
}

export async function setPatchTests(
  ctx: Context,
  { tests }: InputOf<typeof providerPatchTests.set>,
): Promise<OutputOf<typeof providerPatchTests.set>> {
  await changeOwn(ctx, async (inner, row) => {
    const before = await listPatchTests(inner.db, row.id)
    tests.forEach(({ serviceId }, index) => {
      if (!before.some((one) => one.serviceId === serviceId))
        throw createFieldRefusal('unknown_service', `tests.${index}.serviceId`)
    })
    await replacePatchTests(inner.db, row.id, tests)
    await recordAudit(inner, {
      act: 'provider.patch_tests',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before: before.filter(({ minutes }) => minutes !== null),
      after: tests,
    })
  })
  return getPatchTests(ctx)
}
