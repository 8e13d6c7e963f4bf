import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownWords } from '#contract/providers/own-words.ts'
import { type Catalog, catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { callerOf, changeOwn, marketOf } from './own-profile.ts'
import { allServicesOf } from './own-profile.queries.ts'
import { providerOfAccount, type ProviderRow } from './providers.queries.ts'
import { putWords, removeWords, type WordsChange, wordsOf } from './own-words.queries.ts'
import { presentWords } from './words-moderation.ts'
import { record } from '#server/platform/audit.ts'
import { textCheck } from './banned-words.ts'

/** What the caller calls each service that they offer. */
export async function showOwnWords(ctx: Context): Promise<OutputOf<typeof ownWords.show>> {
  const row = await providerOfAccount(ctx.db, callerOf(ctx))
  if (!row) throw new Refusal('not_found')
  const catalog = await catalogOf(ctx.database)
  const known = new Map((await wordsOf(ctx.db, row.id)).map((words) => [words.service_id, words]))
  const services = (await allServicesOf(ctx.db, row.id))
    .flatMap(({ service_id }) => catalog.services.get(service_id) ?? [])
    .sort((a, b) => a.no - b.no)
  return {
    lookFirst: marketOf(catalog, row).lookFirst,
    services: services.map(({ id }) => {
      const words = known.get(id)
      return { serviceId: id, ...(words ? presentWords(words) : { shown: null, asked: null, sentBack: null }) }
    }),
  }
}

type Input = InputOf<typeof ownWords.set>

/** Sets what the caller calls services that they offer; what is quoted or booked keeps the words that it was quoted with. */
export async function setOwnWords(ctx: Context, { items }: Input): Promise<OutputOf<typeof ownWords.set>> {
  await changeOwn(ctx, (tx, row, catalog) => putOwnWords(tx, row, catalog, items))
  return showOwnWords(ctx)
}

/** The same of a profile that is held. In the caller's transaction. */
export async function putOwnWords(
  tx: Context,
  row: ProviderRow,
  catalog: Catalog,
  items: Input['items'],
): Promise<void> {
  const known = new Set((await allServicesOf(tx.db, row.id)).map(({ service_id }) => service_id))
  refuseWrong(items, known, await textCheck(tx.db, row.country_code))
  const before = new Map((await wordsOf(tx.db, row.id)).map((words) => [words.service_id, words]))
  const { lookFirst } = marketOf(catalog, row)
  const changed: Input['items'] = []
  for (const item of items) {
    const { serviceId, title, words } = item
    const was = before.get(serviceId)
    if (title === null && was) await removeWords(tx.db, row.id, serviceId)
    const after = title === null ? null : wordsAfter(was, { title, words }, lookFirst)
    if (after) await putWords(tx.db, row.id, { service_id: serviceId }, after, tx.now)
    if (after || (title === null && was)) changed.push(item)
  }
  if (changed.length === 0) return
  await record(tx, {
    act: 'provider.words',
    subject: { kind: 'provider', id: row.id, name: row.name },
    before: changed.flatMap(({ serviceId }) => {
      const was = before.get(serviceId)
      return was ? [{ serviceId, title: was.title, words: was.words, asked: was.asked_title }] : []
    }),
    after: changed,
  })
}

function refuseWrong(
  items: Input['items'],
  known: ReadonlySet<string>,
  check: (text: string, path: string) => void,
): void {
  items.forEach(({ serviceId, title, words }, index) => {
    const at = (field: string) => `items.${index}.${field}`
    if (!known.has(serviceId)) throw refuseField('unknown_service', at('serviceId'))
    if (items.findIndex((item) => item.serviceId === serviceId) !== index)
      throw refuseField('service_twice', at('serviceId'))
    if (title === null && words !== '') throw refuseField('title_missing', at('title'))
    if (title !== null) check(title, at('title'))
    check(words, at('words'))
  })
}

type Said = { title: string; words: string }

/**
 * What becomes of words that an artist has written: at once what customers read, or what waits for a look while the words before
 * it stand; words that stand already need no look, and what waits or was sent back stays so while nothing of it changes. Null
 * where nothing has.
 */
export function wordsAfter(
  before: WordsChange | undefined,
  { title, words }: Said,
  lookFirst: boolean,
): WordsChange | null {
  if (before?.asked_title === title && before.asked_words === words) return null
  const stands = before?.title === title && before.words === words
  if (stands && before.asked_title === null) return null
  if (!lookFirst || stands) return { title, words, asked_title: null, asked_words: null, sent_back: null }
  return {
    title: before?.title ?? null,
    words: before?.words ?? '',
    asked_title: title,
    asked_words: words,
    sent_back: null,
  }
}
