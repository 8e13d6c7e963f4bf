import type { FeeTerms } from '#contract/fees.ts'
import { toMinor } from '#contract/money.ts'
import { type OneService, findSmallestJob } from '#contract/price.ts'
import type { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'

/** Returns the fee of a category in the artist's catalogue: percent, floor and cap in minor units. */
export function getFeeOfCategory({ categories }: Pick<ProviderCatalogue, 'categories'>, categoryId: number): FeeTerms {
  const { feePercent = 0, feeFloor = null, feeCap = null } = categories.find(({ id }) => id === categoryId) ?? {}
  return {
    percent: feePercent,
    floorMinor: feeFloor === null ? null : toMinor(feeFloor),
    capMinor: feeCap === null ? null : toMinor(feeCap),
  }
}

type Offered = Pick<EditableProfile['services'][number], 'status' | 'cost' | 'categoryId'>

/** Returns the smallest job for one person nearby, the same as in search and public profile; null without services. */
export function computeSmallestJob(
  services: readonly Offered[],
  { minimumJob, sellingRules }: Pick<EditableProfile, 'minimumJob' | 'sellingRules'>,
  catalogue: Pick<ProviderCatalogue, 'categories'>,
): ReturnType<typeof findSmallestJob<OneService>> {
  const priced = services.flatMap(({ status, cost, categoryId }) =>
    status === 'active' && cost ? [{ costMinor: toMinor(cost), ...getFeeOfCategory(catalogue, categoryId) }] : [],
  )
  return findSmallestJob(priced, { minimumJobMinor: toMinor(minimumJob), depositShare: sellingRules.depositShare })
}
