import type { Database } from '#db/database.ts'
import { hear } from '#server/platform/hints.ts'
import { pagesChanged } from '#server/platform/page-news.ts'

const FRESH_MS = 120_000
const MOST = 1_000

type Entry = { madeAt: number; value: Promise<unknown> }
const held = new WeakMap<Database, Map<string, Entry>>()
// What pages say of the market is made anew where it has changed.
const listening = new WeakSet<Database>()

/** The answer of `make`, kept for two minutes: landing pages tell of a market that changes by the hour. */
export function kept<T>(database: Database, key: string, now: number, make: () => Promise<T>): Promise<T> {
  if (!listening.has(database)) {
    listening.add(database)
    hear(database, pagesChanged, () => held.get(database)?.clear()).catch(() => listening.delete(database))
  }
  const entries = held.get(database) ?? new Map<string, Entry>()
  held.set(database, entries)
  const known = entries.get(key)
  if (known && Math.abs(now - known.madeAt) < FRESH_MS) return known.value as Promise<T>
  const value = make()
  entries.delete(key)
  entries.set(key, { madeAt: now, value })
  if (entries.size > MOST) entries.delete(entries.keys().next().value as string)
  value.catch(() => entries.delete(key))
  return value
}
