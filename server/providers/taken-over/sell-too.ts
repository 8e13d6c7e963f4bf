import { major } from '#contract/money.ts'
import { mostEarned } from '#contract/price.ts'
import { mostServices, ownProfile, ServiceMinutes } from '#contract/providers/own-profile.ts'
import type { Taken } from '#contract/reviews/taken.ts'
import type { Catalog, CatalogService } from '#server/catalog/door.ts'
import { feePayerOf, feesOf } from '#server/catalog/fees/door.ts'
import type { Context } from '#server/platform/context.ts'
import { changeOwn, marketOf } from '#server/providers/own-profile/own-profile.ts'
import { allServicesOf } from '#server/providers/own-profile/own-queries.ts'
import { putOwnPrices } from '#server/providers/own-profile/set-prices.ts'
import { putOwnServices } from '#server/providers/own-profile/set-services.ts'
import { artistsOf } from '#server/providers/queries.ts'
import type { ProviderRow } from '#server/providers/row-queries.ts'
import { meantBy } from './match-service.ts'
import { recordTakenOver } from './record-taken-over.ts'
import { sayToo } from './say-too.ts'
import { quoted, wrongIn } from './told.ts'

type Offered = Taken['artist']['services'][number]
type Known = Awaited<ReturnType<typeof allServicesOf>>
/** A service that comes onto the caller's list: what they earn, and their own minutes where they differ. */
export type Coming = {
  service: CatalogService
  title: string | null
  words: string
  cost: number
  minutes: number | null
  line: string
}

/** Puts on the caller's list what another site sells of them and they do not sell here yet, at the same price for customers, by the rules of their own list. Answers a line for each. */
export async function sellToo(ctx: Context, site: string, offered: readonly Offered[]): Promise<string[]> {
  let lines: string[] = []
  await changeOwn(ctx, async (tx, row, catalog) => {
    const known = await allServicesOf(tx.db, row.id)
    const { coming, out } = comingOf(offered, { catalog, row, known, now: tx.now })
    if (coming.length > 0) {
      await putOnList(tx, row, catalog, known, coming)
      await recordTakenOver(tx, row, { site, services: coming.length })
    }
    lines = [...coming.map(({ line }) => line), ...out, ...(await sayToo(tx, row, catalog, coming))]
  })
  return lines
}

type Here = { catalog: Catalog; row: ProviderRow; known: Known; now: Date }

function comingOf(offered: readonly Offered[], here: Here): { coming: Coming[]; out: string[] } {
  const coming: Coming[] = []
  const out: string[] = []
  for (const one of offered) {
    const found = comes(one, here, coming)
    if (typeof found === 'string') out.push(`${quoted(one.label)} stays out: ${found}`)
    else coming.push(found)
  }
  return { coming, out }
}

/** What becomes of one service of the file, or in words why nothing. */
function comes(one: Offered, { catalog, row, known, now }: Here, before: readonly Coming[]): Coming | string {
  const meant = meantBy(catalog, row.country_code, one)
  if (typeof meant === 'string') return meant
  const { service, title } = meant
  if (before.some((other) => other.service.id === service.id)) return 'the file names it twice.'
  const standing = known.find(({ service_id }) => service_id === service.id)
  if (standing && standing.status !== 'unpriced') return 'it stands on the list here already.'
  const { currency } = marketOf(catalog, row)
  if (one.currency !== currency) return `its price is in ${one.currency}, and prices here are in ${currency}.`
  const added = before.filter((other) => !known.some(({ service_id }) => service_id === other.service.id)).length
  if (!standing && known.length + added >= mostServices) return `a list takes ${mostServices} services.`
  const { percent } = feesOf(catalog, row.country_code, service.categoryId, now).of(feePayerOf(row))
  const cost = major(mostEarned(one.price, percent))
  const { price, words } = one
  if (!rightPrice(service, price, cost)) return 'its price is no whole amount above zero that a list takes.'
  const own = ServiceMinutes.safeParse(one.minutes)
  const minutes = standing?.minutes ?? (own.success && own.data !== service.minutes ? own.data : null)
  const said = own.success ? '' : ` Its minutes stay those of the catalogue: ${wrongIn(own.error)}.`
  const line = `${service.label} is new: ${price} ${currency} for customers, ${cost} of it earned, ${minutes ?? service.minutes} minutes.${said}`
  return { service, title, words, cost, minutes, line }
}

const rightPrice = ({ id, categoryId }: CatalogService, price: number, cost: number): boolean =>
  Number.isSafeInteger(price) &&
  price > 0 &&
  ownProfile.prices.input.safeParse({ categoryId, items: [{ serviceId: id, status: 'active', cost }] }).success

async function putOnList(
  tx: Context,
  row: ProviderRow,
  catalog: Catalog,
  known: Known,
  coming: readonly Coming[],
): Promise<void> {
  const fresh = coming.filter(({ service }) => !known.some(({ service_id }) => service_id === service.id))
  const team = (await artistsOf(tx.db, row.id)).map(({ name, service_ids }) => ({ name, services: service_ids }))
  await putOwnServices(tx, row, catalog, {
    services: [
      ...known.map(({ service_id, minutes }) => ({
        id: service_id,
        minutes: coming.find(({ service }) => service.id === service_id)?.minutes ?? minutes,
      })),
      ...fresh.map(({ service, minutes }) => ({ id: service.id, minutes })),
    ],
    artists: team.length > 0 ? team : [{ name: row.name, services: [] }],
  })
  for (const [categoryId, items] of Map.groupBy(coming, ({ service }) => service.categoryId))
    await putOwnPrices(tx, row, catalog, {
      categoryId,
      items: items.map(({ service, cost }) => ({ serviceId: service.id, status: 'active' as const, cost })),
    })
}
