import type { FeeTerms } from '#contract/fees.ts'
import { minor } from '#contract/money.ts'
import { type OneService, smallestJobOf } from '#contract/price.ts'
import type { OwnCatalogue } from '#contract/providers/own-catalogue.ts'
import type { OwnProfile } from '#contract/providers/own-profile.ts'

/** What the platform takes of a kind of work, as the artist's own catalogue has it: percent, floor and cap in minor units. */
export function feeOfCategory({ categories }: Pick<OwnCatalogue, 'categories'>, categoryId: number): FeeTerms {
  const { feePercent = 0, feeFloor = null, feeCap = null } = categories.find(({ id }) => id === categoryId) ?? {}
  return {
    percent: feePercent,
    floorMinor: feeFloor === null ? null : minor(feeFloor),
    capMinor: feeCap === null ? null : minor(feeCap),
  }
}

type Offered = Pick<OwnProfile['services'][number], 'status' | 'cost' | 'categoryId'>

/** The smallest job of some services, as one person nearby would pay for it: what a visitor's search, the public profile and the price of its line say too; null without any. */
export function ownSmallestJob(
  services: readonly Offered[],
  { minimumJob, sellingRules }: Pick<OwnProfile, 'minimumJob' | 'sellingRules'>,
  catalogue: Pick<OwnCatalogue, 'categories'>,
): ReturnType<typeof smallestJobOf<OneService>> {
  const priced = services.flatMap(({ status, cost, categoryId }) =>
    status === 'active' && cost ? [{ costMinor: minor(cost), ...feeOfCategory(catalogue, categoryId) }] : [],
  )
  return smallestJobOf(priced, { minimumJobMinor: minor(minimumJob), depositShare: sellingRules.depositShare })
}
