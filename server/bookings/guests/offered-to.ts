import { unitsWithFee } from '#contract/price.ts'
import { ownLabel } from '#contract/words.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { servicesOf, titlesOf } from '#server/providers/index.ts'
import { findSearch } from '#server/search/index.ts'

export type Offered = { id: string; label: string; price: number | null }

/** What guests of a booking may choose from: the artist's price list in the category of the booking, at what was frozen with it. Not inside a transaction. */
export async function offeredTo(ctx: Context, row: AppointmentRow): Promise<Offered[]> {
  const catalog = await catalogOf(ctx.database)
  const search = await findSearch(ctx.database, row.search_id)
  if (!search) throw new Refusal('not_found')
  const own = await servicesOf(ctx.reads, row.provider_id)
  const titles = (await titlesOf(ctx.reads, [row.provider_id])).get(row.provider_id)
  const { terms } = row.body
  return own
    .flatMap(({ service_id: id, cost_minor }) => {
      const service = catalog.services.get(id)
      if (!service || service.retired || service.trial || service.categoryId !== search.category_id) return []
      const title = terms?.serviceCosts?.[id] === undefined ? titles?.get(id) : terms.titles?.[id]
      const price = terms ? unitsWithFee(terms.serviceCosts?.[id] ?? cost_minor, terms.percent) : null
      return [{ no: service.no, id, label: ownLabel(title, service.label), price }]
    })
    .toSorted((a, b) => a.no - b.no)
    .map(({ id, label, price }) => ({ id, label, price }))
}
