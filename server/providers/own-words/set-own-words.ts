import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownWords } from '#contract/providers/own-words.ts'
import type { Catalog } from '#server/catalog/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { changeOwn, marketOf } from '#server/providers/own-profile/own-profile.ts'
import { allServicesOf } from '#server/providers/own-profile/own-queries.ts'
import type { ProviderRow } from '#server/providers/row-queries.ts'
import { putWords, removeWords, wordsOf } from './own-words-queries.ts'
import { showOwnWords } from './show-own-words.ts'
import { textCheck } from './text-check.ts'
import { wordsAfter } from './words-after.ts'

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
