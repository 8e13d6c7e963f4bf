import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { serviceTexts } from '#contract/providers/service-texts.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { getCallerId, changeOwn, getMarket } from './provider-profile.ts'
import { listAllServices } from './provider-profile.queries.ts'
import { findProviderOfAccount, type ProviderRow } from './providers.queries.ts'
import { upsertServiceText, deleteServiceText, type WordsChange, listServiceTextRows } from './service-texts.queries.ts'
import { presentServiceText } from './words-moderation.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { createTextCheck } from './banned-words.ts'

export async function getServiceTexts(ctx: Context): Promise<OutputOf<typeof serviceTexts.show>> {
  const row = await findProviderOfAccount(ctx.db, getCallerId(ctx))
  if (!row) throw new Refusal('not_found')
  const catalog = await getCatalog(ctx.database)
  const known = new Map((await listServiceTextRows(ctx.db, row.id)).map((words) => [words.service_id, words]))
  const services = (await listAllServices(ctx.db, row.id))
    .flatMap(({ service_id }) => catalog.services.get(service_id) ?? [])
    .sort((a, b) => a.no - b.no)
  return {
    lookFirst: getMarket(catalog, row).lookFirst,
    services: services.map(({ id }) => {
      const words = known.get(id)
      return { serviceId: id, ...(words ? presentServiceText(words) : { shown: null, asked: null, sentBack: null }) }
    }),
  }
}

type Input = InputOf<typeof serviceTexts.set>

export async function setServiceTexts(ctx: Context, { items }: Input): Promise<OutputOf<typeof serviceTexts.set>> {
  await changeOwn(ctx, (tx, row, catalog) => updateServiceTexts(tx, row, catalog, items))
  return getServiceTexts(ctx)
}

export async function updateServiceTexts(
  tx: Context,
  row: ProviderRow,
  catalog: Catalog,
  items: Input['items'],
): Promise<void> {
  const known = new Set((await listAllServices(tx.db, row.id)).map(({ service_id }) => service_id))
  refuseWrong(items, known, await createTextCheck(tx.db, row.country_code))
  const before = new Map((await listServiceTextRows(tx.db, row.id)).map((words) => [words.service_id, words]))
  const { lookFirst } = getMarket(catalog, row)
  const changed: Input['items'] = []
  for (const item of items) {
    const { serviceId, title, words } = item
    const was = before.get(serviceId)
    if (title === null && was) await deleteServiceText(tx.db, row.id, serviceId)
    const after = title === null ? null : applyTextReview(was, { title, words }, lookFirst)
    if (after) await upsertServiceText(tx.db, row.id, { service_id: serviceId }, after, tx.now)
    if (after || (title === null && was)) changed.push(item)
  }
  if (changed.length === 0) return
  await recordAudit(tx, {
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
    if (!known.has(serviceId)) throw createFieldRefusal('unknown_service', at('serviceId'))
    if (items.findIndex((item) => item.serviceId === serviceId) !== index)
      throw createFieldRefusal('service_twice', at('serviceId'))
    if (title === null && words !== '') throw createFieldRefusal('title_missing', at('title'))
    if (title !== null) check(title, at('title'))
    check(words, at('words'))
  })
}

type Said = { title: string; words: string }

/**
 * Returns the state of a changed text: published, or pending while the previous one stays. Published texts need no new
 * review, and unchanged pending or rejected ones keep their state. Null if nothing changed.
 */
export function applyTextReview(
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
