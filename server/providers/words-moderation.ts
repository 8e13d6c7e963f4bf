import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorServiceTexts, WordsRow as Listed } from '#contract/providers/operator-service-texts.ts'
import { type Catalog, getCatalog, changeLookFirst } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import {
  countWaitingServiceTexts,
  updateServiceTextDecision,
  listPublishedServiceTexts,
  listWaitingServiceTexts,
  getListedServiceText,
  type ListedServiceText,
  lockServiceText,
  type WordsChange,
} from './service-texts.queries.ts'
import type { LookedAt } from '#contract/providers/service-texts.ts'
import type { CountryCode } from '#contract/values.ts'
import { formatAddedTo, stripEnd } from '#contract/words.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { toAddressee } from '#server/accounts/index.ts'

export async function listServiceTexts(
  ctx: Context,
  { tab, cursor }: InputOf<typeof operatorServiceTexts.list>,
): Promise<OutputOf<typeof operatorServiceTexts.list>> {
  const catalog = await getCatalog(ctx.database)
  const fetchWords = tab === 'waiting' ? listWaitingServiceTexts : listPublishedServiceTexts
  const { rows, nextCursor } = await fetchWords(ctx.db, { cursor })
  return {
    rows: rows.map((row) => presentListed(catalog, row)),
    waiting: await countWaitingServiceTexts(ctx.db),
    markets: [...catalog.markets.values()].map(({ countryCode, name, lookFirst }) => ({
      countryCode,
      name,
      lookFirst,
    })),
    nextCursor,
  }
}

export const presentServiceText = ({ title, words, asked_title, asked_words, sent_back }: WordsChange): LookedAt => ({
  shown: title === null ? null : { title, words },
  asked: asked_title === null ? null : { title: asked_title, words: asked_words ?? '' },
  sentBack: sent_back,
})

const presentListed = (catalog: Catalog, row: ListedServiceText): Listed => ({
  ...presentServiceText(row),
  id: row.id,
  about: aboutOf(catalog, row),
  artist: { id: row.provider_id, slug: row.slug, name: row.name, countryCode: row.country_code as CountryCode },
  askedAt: new Date(row.asked_at).toISOString(),
})

function aboutOf(
  catalog: Catalog,
  {
    service_id,
    service_ids,
    counts,
    added_to,
  }: Pick<ListedServiceText, 'service_id' | 'service_ids' | 'counts' | 'added_to'>,
): string {
  const labelOf = (id: string) => catalog.services.get(id)?.label ?? id
  if (service_id !== null) return labelOf(service_id)
  if (added_to !== null) return formatAddedTo(labelOf(added_to))
  return (service_ids ?? []).map((id, i) => `${counts?.[i] ?? 0} × ${labelOf(id)}`).join(', ')
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockServiceText>>>
type Deciding = Locked & { sender: Sender; me: string; about: string }

/** Throws if the text is the operator's own or has changed. */
async function decideServiceText(
  ctx: Context,
  { wordsId, askedAt }: { wordsId: string; askedAt: string },
  work: (ctx: Context, deciding: Deciding) => Promise<void>,
): Promise<{ row: Listed }> {
  const catalog = await getCatalog(ctx.database)
  const sender = await getSender(ctx)
  return ctx.idempotent(async (inner) => {
    const locked = await lockServiceText(inner.db, wordsId)
    if (!locked) throw new Refusal('not_found')
    const { words, artist } = locked
    const me = inner.viewer.accountId ?? ''
    // Operators cannot moderate their own texts.
    if (artist.account_id === me) throw new Refusal('not_yours')
    if (new Date(words.asked_at).getTime() !== Date.parse(askedAt)) throw new Refusal('state_changed')
    const about = aboutOf(catalog, await getListedServiceText(inner.db, wordsId))
    await work(inner, { ...locked, sender, me, about })
    return { row: presentListed(catalog, await getListedServiceText(inner.db, wordsId)) }
  })
}

export const approveServiceText = (
  ctx: Context,
  input: InputOf<typeof operatorServiceTexts.approve>,
): Promise<OutputOf<typeof operatorServiceTexts.approve>> =>
  decideServiceText(ctx, input, async (inner, { words, artist, me, about }) => {
    const { asked_title: title, asked_words: said } = words
    if (title === null) throw new Refusal('state_changed')
    await updateServiceTextDecision(inner.db, words.id, {
      title,
      words: said ?? '',
      asked_title: null,
      asked_words: null,
      sent_back: null,
      decided_by: me,
      decided_at: inner.now,
    })
    await recordAudit(inner, {
      act: 'words.approve',
      subject: { kind: 'provider', id: artist.id, name: artist.name },
      before: words.title === null ? null : { about, title: words.title, words: words.words },
      after: { about, title, words: said },
    })
  })

export const sendBackServiceText = (
  ctx: Context,
  { reason, ...input }: InputOf<typeof operatorServiceTexts.sendBack>,
): Promise<OutputOf<typeof operatorServiceTexts.sendBack>> =>
  decideServiceText(ctx, input, async (inner, deciding) => {
    const { words, artist, me, about } = deciding
    const waits = words.asked_title !== null
    if (waits && words.sent_back !== null) throw new Refusal('state_changed')
    await updateServiceTextDecision(inner.db, words.id, {
      ...(waits
        ? { title: words.title, words: words.words, asked_title: words.asked_title, asked_words: words.asked_words }
        : { title: null, words: '', asked_title: words.title, asked_words: words.words }),
      sent_back: reason,
      decided_by: me,
      decided_at: inner.now,
    })
    await recordAudit(inner, {
      act: 'words.send_back',
      subject: { kind: 'provider', id: artist.id, name: artist.name },
      before: { about, shown: words.title, asked: words.asked_title },
      after: { about, title: waits ? words.asked_title : words.title },
      reason,
    })
    await notifyTextArtist(inner, deciding, reason)
  })

async function notifyTextArtist(
  ctx: Context,
  { words, artist, sender, about }: Deciding,
  reason: string,
): Promise<void> {
  if (!artist.account_id || !artist.email) return
  await notify(ctx, sender, {
    kind: 'words.sentBack',
    to: toAddressee({
      id: artist.account_id,
      email: artist.email,
      name: artist.account_name ?? artist.name,
      country_code: artist.country_code as CountryCode,
    }),
    values: { title: words.asked_title ?? words.title, what: about, reason: stripEnd(reason, /[.!]/) },
    path: `/dashboard/services#${words.package_id !== null ? 'packages' : words.add_on_id !== null ? 'add-ons' : 'own-words'}`,
    fact: `words.sentBack ${words.id} ${ctx.now.toISOString()}`,
  })
}

export async function setLookFirst(
  ctx: Context,
  { countryCode, lookFirst, reason }: InputOf<typeof operatorServiceTexts.setReviewRequired>,
): Promise<OutputOf<typeof operatorServiceTexts.setReviewRequired>> {
  await ctx.transaction((inner) => changeLookFirst(inner, countryCode, lookFirst, reason))
  return { lookFirst }
}
