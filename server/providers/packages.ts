import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import { type providerPackages, packageLimits } from '#contract/providers/packages.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { getCallerId, changeOwn, getMarket } from './provider-profile.ts'
import { presentServiceText } from './words-moderation.ts'
import { findProviderOfAccount } from './providers.queries.ts'
import {
  addOnsOf,
  deleteOtherAddOns,
  deleteOtherPackages,
  listPackages,
  upsertAddOn,
  upsertPackage,
} from './selling.queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { listAllServices } from './provider-profile.queries.ts'
import { createTextCheck } from './banned-words.ts'
import { upsertServiceText, type WordsChange } from './service-texts.queries.ts'
import { applyTextReview } from './service-texts.ts'
import type { providerAddOns } from '#contract/providers/add-ons.ts'

export async function getPackages(ctx: Context): Promise<OutputOf<typeof providerPackages.show>> {
  const row = await findProviderOfAccount(ctx.db, getCallerId(ctx))
  if (!row) throw new Refusal('not_found')
  const catalog = await getCatalog(ctx.database)
  const packages = await listPackages(ctx.db, row.id)
  return {
    lookFirst: getMarket(catalog, row).lookFirst,
    packages: packages.map(({ id, cost_minor, service_ids, counts, ...words }) => ({
      id,
      cost: toMajor(cost_minor),
      services: service_ids.map((serviceId, i) => ({ serviceId, count: counts[i] ?? 1 })),
      ...presentServiceText(words),
    })),
  }
}

type Packages = InputOf<typeof providerPackages.set>['packages']

export async function setPackages(
  ctx: Context,
  { packages }: InputOf<typeof providerPackages.set>,
): Promise<OutputOf<typeof providerPackages.set>> {
  await changeOwn(ctx, async (inner, row, catalog) => {
    const offered = new Set((await listAllServices(inner.db, row.id)).map(({ service_id }) => service_id))
    refuseInvalidPackages(packages, catalog, offered, await createTextCheck(inner.db, row.country_code))
    const before = await listPackages(inner.db, row.id)
    await replaceNamed(inner, {
      providerId: row.id,
      items: packages,
      before,
      lookFirst: getMarket(catalog, row).lookFirst,
      keep: (ids) => deleteOtherPackages(inner.db, row.id, ids),
      put: ({ id, cost, services }, position) =>
        upsertPackage(inner.db, row.id, id, {
          position,
          cost_minor: toMinor(cost),
          service_ids: services.map(({ serviceId }) => serviceId),
          counts: services.map(({ count }) => count),
        }),
      about: (id) => ({ package_id: id }),
    })
    await recordAudit(inner, {
      act: 'provider.packages',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before,
      after: packages,
    })
  })
  return getPackages(ctx)
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
    if (ids.some((id) => !known.has(id))) throw createFieldRefusal('unknown_service', at('services'))
    if (new Set(ids).size < ids.length) throw createFieldRefusal('service_twice', at('services'))
    if (new Set(ids.map((id) => catalog.services.get(id)?.categoryId)).size > 1)
      throw createFieldRefusal('service_of_other_category', at('services'))
    const pieces = services.reduce((sum, { count }) => sum + count, 0)
    if (pieces < 2 || pieces > packageLimits.pieces) throw createFieldRefusal('package_too_small', at('services'))
    check(title, at('title'))
    check(words, at('words'))
  })
}

type Named = { id: string | null; title: string; words: string }

interface Kept<I> {
  providerId: string
  items: readonly I[]
  before: readonly (WordsChange & { id: string })[]
  lookFirst: boolean
  keep: (ids: readonly string[]) => Promise<unknown>
  put: (item: I, position: number) => Promise<string>
  about: (id: string) => Parameters<typeof upsertServiceText>[2]
}

/** Replaces an artist's ordered list of items with texts. Throws for unknown or duplicate ids. */
async function replaceNamed<I extends Named>(
  tx: Context,
  { providerId, items, before, lookFirst, keep, put, about }: Kept<I>,
): Promise<void> {
  const known = new Map(before.map((one) => [one.id, one]))
  const ids = items.flatMap(({ id }) => id ?? [])
  if (ids.some((id) => !known.has(id)) || new Set(ids).size < ids.length) throw new Refusal('not_found')
  await keep(ids)
  for (const [position, item] of items.entries()) {
    const kept = await put(item, position)
    const after = applyTextReview(item.id === null ? undefined : known.get(item.id), item, lookFirst)
    if (after) await upsertServiceText(tx.db, providerId, about(kept), after, tx.now)
  }
}

export async function getAddOns(ctx: Context): Promise<OutputOf<typeof providerAddOns.show>> {
  const row = await findProviderOfAccount(ctx.db, getCallerId(ctx))
  if (!row) throw new Refusal('not_found')
  const catalog = await getCatalog(ctx.database)
  const addOns = await addOnsOf(ctx.db, row.id)
  return {
    lookFirst: getMarket(catalog, row).lookFirst,
    addOns: addOns.map(({ id, service_id, cost_minor, minutes, ...words }) => ({
      id,
      serviceId: service_id,
      cost: toMajor(cost_minor),
      minutes,
      ...presentServiceText(words),
    })),
  }
}

type AddOns = InputOf<typeof providerAddOns.set>['addOns']

export async function setAddOns(
  ctx: Context,
  { addOns }: InputOf<typeof providerAddOns.set>,
): Promise<OutputOf<typeof providerAddOns.set>> {
  await changeOwn(ctx, async (inner, row, catalog) => {
    const offered = new Set((await listAllServices(inner.db, row.id)).map(({ service_id }) => service_id))
    refuseInvalidAddOns(addOns, offered, await createTextCheck(inner.db, row.country_code))
    const before = await addOnsOf(inner.db, row.id)
    await replaceNamed(inner, {
      providerId: row.id,
      items: addOns,
      before,
      lookFirst: getMarket(catalog, row).lookFirst,
      keep: (ids) => deleteOtherAddOns(inner.db, row.id, ids),
      put: ({ id, serviceId, cost, minutes }, position) =>
        upsertAddOn(inner.db, row.id, id, { position, service_id: serviceId, cost_minor: toMinor(cost), minutes }),
      about: (id) => ({ add_on_id: id }),
    })
    await recordAudit(inner, {
      act: 'provider.add_ons',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before,
      after: addOns,
    })
  })
  return getAddOns(ctx)
}

function refuseInvalidAddOns(
  addOns: AddOns,
  known: ReadonlySet<string>,
  check: (text: string, path: string) => void,
): void {
  addOns.forEach(({ serviceId, title, words }, index) => {
    const at = (field: string) => `addOns.${index}.${field}`
    if (!known.has(serviceId)) throw createFieldRefusal('unknown_service', at('serviceId'))
    check(title, at('title'))
    check(words, at('words'))
  })
}
