import type { Catalog, Todays } from '#server/catalog/index.ts'
import { todayIn } from '#server/platform/event-day.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { findProvider } from '#server/providers/index.ts'
import type { FeeScope } from './fee-queries.ts'

const known = ['draft', 'submitted', 'in_review', 'changes_requested', 'approved', 'suspended', 'paused']

export type Asked = { countryCode?: string; categoryId?: number; artist?: string }
export type Scoped = FeeScope & { provider: Awaited<ReturnType<typeof findProvider>> }

/** Whom a rule is about, with the artist that it names. */
export async function scopeOf(
  ctx: Context,
  catalog: Catalog,
  { countryCode, categoryId, artist }: Asked,
): Promise<Scoped> {
  if (categoryId !== undefined && !catalog.categoriesById.has(categoryId))
    throw refuseField('unknown_category', 'categoryId')
  const provider = artist === undefined ? undefined : await findProvider(ctx.db, artist, known)
  if (artist !== undefined && !provider) throw refuseField('not_found', 'artist')
  return {
    countryCode: countryCode ?? null,
    categoryId: categoryId ?? null,
    providerId: provider?.id ?? null,
    provider,
  }
}

/** The day that it is where a rule holds: it is not the same everywhere. */
export function todaysOf(catalog: Catalog, countryCode: string | null, now: Date): Todays {
  const markets = [...catalog.markets.values()].filter((m) => countryCode === null || m.countryCode === countryCode)
  const days = markets.map(({ tz }) => todayIn(tz, now)).sort()
  return { earliest: days[0] ?? todayIn('UTC', now), latest: days.at(-1) ?? todayIn('UTC', now) }
}

/** Whom a rule is about, as the audit log says it. */
export const saidScope = (
  catalog: Catalog,
  { countryCode, categoryId, name }: { countryCode: string | null; categoryId: number | null; name: string | null },
): string =>
  [
    name,
    categoryId === null ? null : catalog.categoriesById.get(categoryId)?.label,
    countryCode === null ? null : catalog.markets.get(countryCode)?.name,
  ]
    .filter(Boolean)
    .join(', ')
