import type { WordsRow as Listed } from '#contract/providers/operator-words.ts'
import type { LookedAt } from '#contract/providers/own-words.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Catalog } from '#server/catalog/door.ts'
import { addedTo } from '#contract/words.ts'
import type { ListedWords, WordsChange } from './own-words-queries.ts'

/** Words as they are read, and as they wait for a look. */
export const presentWords = ({ title, words, asked_title, asked_words, sent_back }: WordsChange): LookedAt => ({
  shown: title === null ? null : { title, words },
  asked: asked_title === null ? null : { title: asked_title, words: asked_words ?? '' },
  sentBack: sent_back,
})

/** The same in the console, with whose they are. */
export const presentListed = (catalog: Catalog, row: ListedWords): Listed => ({
  ...presentWords(row),
  id: row.id,
  about: aboutOf(catalog, row),
  artist: { id: row.provider_id, slug: row.slug, name: row.name, countryCode: row.country_code as CountryCode },
  askedAt: new Date(row.asked_at).toISOString(),
})

/** What words are about, in the catalogue's names: a service, what is added to one, or what a package holds. */
export function aboutOf(
  catalog: Catalog,
  {
    service_id,
    service_ids,
    counts,
    added_to,
  }: Pick<ListedWords, 'service_id' | 'service_ids' | 'counts' | 'added_to'>,
): string {
  const labelOf = (id: string) => catalog.services.get(id)?.label ?? id
  if (service_id !== null) return labelOf(service_id)
  if (added_to !== null) return addedTo(labelOf(added_to))
  return (service_ids ?? []).map((id, i) => `${counts?.[i] ?? 0} × ${labelOf(id)}`).join(', ')
}
