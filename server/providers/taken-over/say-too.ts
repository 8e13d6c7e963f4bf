import type { InputOf } from '#contract/endpoint.ts'
import { ownWords } from '#contract/providers/own-words.ts'
import type { Catalog } from '#server/catalog/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { marketOf } from '#server/providers/own-profile/own-profile.ts'
import { wordsOf } from '#server/providers/own-words/own-words-queries.ts'
import { putOwnWords } from '#server/providers/own-words/set-own-words.ts'
import type { ProviderRow } from '#server/providers/row-queries.ts'
import type { Coming } from './sell-too.ts'
import { quoted, whyOf, wrongIn } from './told.ts'

type Item = InputOf<typeof ownWords.set>['items'][number]
type Labels = ReadonlyMap<string, string>

/** Says of services what another site says of them in the artist's words, where nothing is said here yet, by the rules of the artist's own form. Answers a line for each. In the caller's transaction. */
export async function sayToo(
  tx: Context,
  row: ProviderRow,
  catalog: Catalog,
  coming: readonly Coming[],
): Promise<string[]> {
  const said = new Set((await wordsOf(tx.db, row.id)).map(({ service_id }) => service_id))
  const labels: Labels = new Map(coming.map(({ service }) => [service.id, service.label]))
  const out: string[] = []
  const items: Item[] = []
  for (const { service, title, words } of coming) {
    if ((title === null && words.trim() === '') || said.has(service.id)) continue
    const typed = ownWords.set.input.safeParse({ items: [{ serviceId: service.id, title, words }] })
    if (typed.success) items.push(...typed.data.items)
    else out.push(staysOut(service.label, wrongIn(typed.error)))
  }
  const { kept, refused } = await putAllowed(tx, row, catalog, items, labels)
  const { lookFirst } = marketOf(catalog, row)
  return [
    ...kept.map(
      ({ serviceId, title }) =>
        `${labels.get(serviceId)} is called ${quoted(title ?? '')}${lookFirst ? ' once its words have been looked at' : ''}.`,
    ),
    ...out,
    ...refused,
  ]
}

/** Puts those that the form takes; of each that it refuses it is said why. */
async function putAllowed(
  tx: Context,
  row: ProviderRow,
  catalog: Catalog,
  items: readonly Item[],
  labels: Labels,
): Promise<{ kept: readonly Item[]; refused: string[] }> {
  try {
    await putOwnWords(tx, row, catalog, [...items])
    return { kept: items, refused: [] }
  } catch (thrown) {
    const at = Number(/^items\.(\d+)\./.exec((thrown instanceof Refusal && thrown.errors?.[0]?.path) || '')?.[1])
    const wrong = items[at]
    if (!wrong) throw thrown
    const others = await putAllowed(tx, row, catalog, items.toSpliced(at, 1), labels)
    return { ...others, refused: [staysOut(labels.get(wrong.serviceId) ?? '', whyOf(thrown)), ...others.refused] }
  }
}

const staysOut = (label: string, why: string): string => `What ${label} is called stays out: ${why}`
