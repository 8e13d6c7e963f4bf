import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { changeOwn } from '#server/providers/own-profile/own-profile.ts'
import { lowerPricesOf, replaceLowerPrices } from './selling-queries.ts'
import { presentLower, rowOfLower } from './present-lower.ts'

/** Says anew when the caller works for less; quotes already given keep their price. */
export async function setLowerPrices(
  ctx: Context,
  { rules }: InputOf<typeof ownProfile.setLowerPrices>,
): Promise<OutputOf<typeof ownProfile.setLowerPrices>> {
  rules.forEach((rule, index) => {
    if (rule.kind === 'off_peak' && !rule.weekdays && !rule.hours && !rule.season)
      throw refuseField('lower_price_always', `rules.${index}.weekdays`)
  })
  const rows = rules.map(rowOfLower)
  await changeOwn(ctx, async (inner, row) => {
    const before = (await lowerPricesOf(inner.db, row.id)).map(presentLower)
    await replaceLowerPrices(inner.db, row.id, rows)
    await record(inner, {
      act: 'provider.lower_prices',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before,
      after: rows.map(presentLower),
    })
  })
  return { rules: rows.map(presentLower) }
}
