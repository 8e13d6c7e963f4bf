import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import type { Catalog } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { refuseContact } from '#server/platform/validation/contact-details.ts'
import { changeOwn } from './own-profile.ts'
import { allServicesOf, putServices, removeServices, replaceArtists } from './own-queries.ts'
import type { ProviderRow } from '#server/providers/row-queries.ts'

type Input = InputOf<typeof ownProfile.services>

/** Sets what the caller does and who of the team does it; a service keeps its price while it stays. */
export const setServices = (ctx: Context, input: Input): Promise<OutputOf<typeof ownProfile.services>> =>
  changeOwn(ctx, (tx, row, catalog) => putOwnServices(tx, row, catalog, input))

/** The same of a profile that is held. In the caller's transaction. */
export async function putOwnServices(tx: Context, row: ProviderRow, catalog: Catalog, input: Input): Promise<void> {
  for (const [index, { name }] of input.artists.entries()) refuseContact(name, `artists.${index}.name`)
  const wanted = input.services.map((service) => service.id)
  const known = await allServicesOf(tx.db, row.id)
  const before = known.map((service) => service.service_id)
  refuseWrong(catalog, row.country_code, wanted, before)
  await removeServices(
    tx.db,
    row.id,
    before.filter((id) => !wanted.includes(id)),
  )
  await putServices(tx.db, row.id, input.services)
  await replaceArtists(tx.db, row.id, teamOf(input))
}

function refuseWrong(catalog: Catalog, country: string, wanted: readonly string[], before: readonly string[]): void {
  if (wanted.length === 0) throw refuseField('services_none', 'services')
  if (new Set(wanted).size < wanted.length) throw refuseField('service_twice', 'services')
  const offered = (id: string) => {
    const service = catalog.services.get(id)
    return service && !service.retired && service.markets.includes(country)
  }
  const unknown = wanted.some((id) => !before.includes(id) && !offered(id))
  if (unknown) throw refuseField('unknown_service', 'services')
}

/** The team with what each does of the services there are; what nobody was given, the provider does. */
export function teamOf({ services, artists }: Input): { name: string; services: string[] }[] {
  const all = services.map((service) => service.id)
  const given = new Set(artists.flatMap((artist) => artist.services))
  return artists.map(({ name, services }, index) => ({
    name,
    services: all.filter((id) => services.includes(id) || (index === 0 && !given.has(id))),
  }))
}
