import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major, minor } from '#contract/money.ts'
import { type ownPackages, packageLimits } from '#contract/providers/packages.ts'
import { type Catalog, catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { callerOf, changeOwn, marketOf } from './own-profile.ts'
import { presentWords } from './words-moderation.ts'
import { providerOfAccount } from './providers.queries.ts'
import { addOnsOf, keepAddOns, keepPackages, packagesOf, putAddOn, putPackage } from './selling.queries.ts'
import { record } from '#server/platform/audit.ts'
import { allServicesOf } from './own-profile.queries.ts'
import { textCheck } from './banned-words.ts'
import { putWords, type WordsChange } from './own-words.queries.ts'
import { wordsAfter } from './own-words.ts'
import type { ownAddOns } from '#contract/providers/add-ons.ts'

/** What the caller sells together for one price. */
export async function showPackages(ctx: Context): Promise<OutputOf<typeof ownPackages.show>> {
  const row = await providerOfAccount(ctx.db, callerOf(ctx))
  if (!row) throw new Refusal('not_found')
  const catalog = await catalogOf(ctx.database)
  const packages = await packagesOf(ctx.db, row.id)
  return {
    lookFirst: marketOf(catalog, row).lookFirst,
    packages: packages.map(({ id, cost_minor, service_ids, counts, ...words }) => ({
      id,
      cost: major(cost_minor),
      services: service_ids.map((serviceId, i) => ({ serviceId, count: counts[i] ?? 1 })),
      ...presentWords(words),
    })),
  }
}

type Packages = InputOf<typeof ownPackages.set>['packages']

/** Says anew what the caller sells together; quotes already given keep their price. */
export async function setPackages(
  ctx: Context,
  { packages }: InputOf<typeof ownPackages.set>,
): Promise<OutputOf<typeof ownPackages.set>> {
  await changeOwn(ctx, async (inner, row, catalog) => {
    const offered = new Set((await allServicesOf(inner.db, row.id)).map(({ service_id }) => service_id))
    refuseInvalidPackages(packages, catalog, offered, await textCheck(inner.db, row.country_code))
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

function refuseInvalidPackages(
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

type Named = { id: string | null; title: string; words: string }

interface Kept<I> {
  providerId: string
  items: readonly I[]
  before: readonly (WordsChange & { id: string })[]
  /** Whether new words are looked at before customers read them. */
  lookFirst: boolean
  /** Takes away all but these, words and all. */
  keep: (ids: readonly string[]) => Promise<unknown>
  /** Writes one at its place, a new one where it has no id yet; answers its id. */
  put: (item: I, position: number) => Promise<string>
  /** What the words of one stand beside. */
  about: (id: string) => Parameters<typeof putWords>[2]
}

/** Writes anew, in this order, a list of an artist's own in which each bears words of theirs; who names what is not theirs, or one twice, is refused. */
async function putNamed<I extends Named>(
  tx: Context,
  { providerId, items, before, lookFirst, keep, put, about }: Kept<I>,
): Promise<void> {
  const known = new Map(before.map((one) => [one.id, one]))
  const ids = items.flatMap(({ id }) => id ?? [])
  if (ids.some((id) => !known.has(id)) || new Set(ids).size < ids.length) throw new Refusal('not_found')
  await keep(ids)
  for (const [position, item] of items.entries()) {
    const kept = await put(item, position)
    const after = wordsAfter(item.id === null ? undefined : known.get(item.id), item, lookFirst)
    if (after) await putWords(tx.db, providerId, about(kept), after, tx.now)
  }
}

/** What the caller adds to services for those who choose it. */
export async function showAddOns(ctx: Context): Promise<OutputOf<typeof ownAddOns.show>> {
  const row = await providerOfAccount(ctx.db, callerOf(ctx))
  if (!row) throw new Refusal('not_found')
  const catalog = await catalogOf(ctx.database)
  const addOns = await addOnsOf(ctx.db, row.id)
  return {
    lookFirst: marketOf(catalog, row).lookFirst,
    addOns: addOns.map(({ id, service_id, cost_minor, minutes, ...words }) => ({
      id,
      serviceId: service_id,
      cost: major(cost_minor),
      minutes,
      ...presentWords(words),
    })),
  }
}

type AddOns = InputOf<typeof ownAddOns.set>['addOns']

/** Says anew what the caller adds to services; quotes already given keep their price. */
export async function setAddOns(
  ctx: Context,
  { addOns }: InputOf<typeof ownAddOns.set>,
): Promise<OutputOf<typeof ownAddOns.set>> {
  await changeOwn(ctx, async (inner, row, catalog) => {
    const offered = new Set((await allServicesOf(inner.db, row.id)).map(({ service_id }) => service_id))
    refuseInvalidAddOns(addOns, offered, await textCheck(inner.db, row.country_code))
    const before = await addOnsOf(inner.db, row.id)
    await putNamed(inner, {
      providerId: row.id,
      items: addOns,
      before,
      lookFirst: marketOf(catalog, row).lookFirst,
      keep: (ids) => keepAddOns(inner.db, row.id, ids),
      put: ({ id, serviceId, cost, minutes }, position) =>
        putAddOn(inner.db, row.id, id, { position, service_id: serviceId, cost_minor: minor(cost), minutes }),
      about: (id) => ({ add_on_id: id }),
    })
    await record(inner, {
      act: 'provider.add_ons',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before,
      after: addOns,
    })
  })
  return showAddOns(ctx)
}

function refuseInvalidAddOns(
  addOns: AddOns,
  known: ReadonlySet<string>,
  check: (text: string, path: string) => void,
): void {
  addOns.forEach(({ serviceId, title, words }, index) => {
    const at = (field: string) => `addOns.${index}.${field}`
    if (!known.has(serviceId)) throw refuseField('unknown_service', at('serviceId'))
    check(title, at('title'))
    check(words, at('words'))
  })
}
