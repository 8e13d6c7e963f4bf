import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import type { Catalog } from '#server/catalog/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { changeOwn } from './own-profile.ts'
import { allServicesOf, setPrices as writePrices } from './own-queries.ts'
import type { ProviderRow } from '#server/providers/row-queries.ts'

type Input = InputOf<typeof ownProfile.prices>

/** Sets what the caller earns for each service of a category; refuses the list as long as one that is on has no cost above zero. */
export const setPrices = (ctx: Context, input: Input): Promise<OutputOf<typeof ownProfile.prices>> =>
  changeOwn(ctx, (tx, row, catalog) => putOwnPrices(tx, row, catalog, input))

/** The same of a profile that is held. In the caller's transaction. */
export async function putOwnPrices(tx: Context, row: ProviderRow, catalog: Catalog, input: Input): Promise<void> {
  if (!catalog.categoriesById.has(input.categoryId)) throw new Refusal('unknown_category')
  const known = await allServicesOf(tx.db, row.id)
  input.items.forEach(({ serviceId }, index) => {
    if (!known.some((service) => service.service_id === serviceId))
      throw refuseField('unknown_service', `items.${index}.serviceId`)
    if (catalog.services.get(serviceId)?.categoryId !== input.categoryId)
      throw refuseField('service_of_other_category', `items.${index}.serviceId`)
  })
  const errors = priceErrors(input.items)
  if (errors.length) throw new Refusal('price_missing', { errors })
  const before = known.filter((service) => input.items.some((item) => item.serviceId === service.service_id))
  const prices = input.items.map(({ serviceId, status, cost }) => ({ id: serviceId, status, costMinor: minorOf(cost) }))
  await writePrices(tx.db, row.id, prices)
  await record(tx, {
    act: 'provider.prices',
    subject: { kind: 'provider', id: row.id, name: row.name },
    before,
    after: prices,
  })
}

const minorOf = (cost: number | null): number | null => {
  const costMinor = minor(cost ?? 0)
  return costMinor > 0 ? costMinor : null
}

/** What is wrong with a list of prices, item by item: what is on needs a cost above zero. */
export function priceErrors(items: Input['items']): { path: string; message: string }[] {
  return items.flatMap(({ status, cost }, index) => {
    if (status === 'off' || minorOf(cost) !== null) return []
    return [{ path: `items.${index}.cost`, message: cost === null ? 'Cost is required' : 'Cost is not valid' }]
  })
}
