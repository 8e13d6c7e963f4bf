import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import { type ownPackages, packageLimits } from '#contract/providers/packages.ts'
import type { Catalog } from '#server/catalog/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { changeOwn, marketOf } from '#server/providers/own-profile/own-profile.ts'
import { allServicesOf } from '#server/providers/own-profile/own-queries.ts'
import { textCheck } from '#server/providers/own-words/text-check.ts'
import { keepPackages, packagesOf, putPackage } from './package-queries.ts'
import { putNamed } from './put-named.ts'
import { showPackages } from './show-packages.ts'

type Packages = InputOf<typeof ownPackages.set>['packages']

/** Says anew what the caller sells together; quotes already given keep their price. */
export async function setPackages(
  ctx: Context,
  { packages }: InputOf<typeof ownPackages.set>,
): Promise<OutputOf<typeof ownPackages.set>> {
  await changeOwn(ctx, async (inner, row, catalog) => {
    const offered = new Set((await allServicesOf(inner.db, row.id)).map(({ service_id }) => service_id))
    refuseWrong(packages, catalog, offered, await textCheck(inner.db, row.country_code))
    const before = await packagesOf(inner.db, row.id)
    await putNamed(inner, {
      providerId: row.id,
      items: packages,
      before,
      lookFirst: marketOf(catalog, row).lookFirst,
      keep: (ids) => keepPackages(inner.db, row.id, ids),
      put: ({ id, cost, services }, position) =>
        putPackage(inner.db, row.id, id, {
          position,
          cost_minor: minor(cost),
          service_ids: services.map(({ serviceId }) => serviceId),
          counts: services.map(({ count }) => count),
        }),
      about: (id) => ({ package_id: id }),
    })
    await record(inner, {
      act: 'provider.packages',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before,
      after: packages,
    })
  })
  return showPackages(ctx)
}

function refuseWrong(
  packages: Packages,
  catalog: Catalog,
  known: ReadonlySet<string>,
  check: (text: string, path: string) => void,
): void {
  packages.forEach(({ title, words, services }, index) => {
    const at = (field: string) => `packages.${index}.${field}`
    const ids = services.map(({ serviceId }) => serviceId)
    if (ids.some((id) => !known.has(id))) throw refuseField('unknown_service', at('services'))
    if (new Set(ids).size < ids.length) throw refuseField('service_twice', at('services'))
    if (new Set(ids.map((id) => catalog.services.get(id)?.categoryId)).size > 1)
      throw refuseField('service_of_other_category', at('services'))
    const pieces = services.reduce((sum, { count }) => sum + count, 0)
    if (pieces < 2 || pieces > packageLimits.pieces) throw refuseField('package_too_small', at('services'))
    check(title, at('title'))
    check(words, at('words'))
  })
}
