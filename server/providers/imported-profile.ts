import { mostServices, providerProfile, ServiceMinutes } from '#contract/providers/provider-profile.ts'
import type { ImportLine } from '#contract/reviews/profile-import.ts'
import type { ReviewExport } from '#contract/reviews/review-export.ts'
import type { Context } from '#server/platform/context.ts'
import { changeOwn, getMarket, updateBio } from './provider-profile.ts'
import { listAllServices, listSpokenLanguages, updateProvider } from './provider-profile.queries.ts'
import { listArtistsOf, type ProviderRow } from './providers.queries.ts'
import { limits } from '#contract/constants.ts'
import { albums } from '#contract/providers/albums.ts'
import { claimUpload } from '#server/pictures/index.ts'
import { listAlbumRows, countPictures, lockAlbums } from './albums.queries.ts'
import { addToAlbum } from './albums.ts'
import { createTextCheck } from './banned-words.ts'
import { lowercaseFirst } from '#contract/words.ts'
import { type Catalog, type CatalogService, toFeePayer, getFees } from '#server/catalog/index.ts'
import { toMajor } from '#contract/money.ts'
import { getMaxEarnings } from '#contract/price.ts'
import { updatePrices, updateServices } from './provider-services.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { serviceTexts } from '#contract/providers/service-texts.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listServiceTextRows } from './service-texts.queries.ts'
import { updateServiceTexts } from './service-texts.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { truncate } from '#contract/text.ts'
import type { z } from 'zod'

type Said = Pick<ReviewExport['artist'], 'bio' | 'languages'>
type Came = { lines: ImportLine[]; came: number }

/** Creates a line of an import's report. */
export const createImportLine = (
  part: ImportLine['part'],
  outcome: ImportLine['outcome'],
  more: Partial<ImportLine> = {},
): ImportLine => ({ part, outcome, name: '', title: '', count: 1, why: '', terms: null, ...more })

/**
 * Fills the caller's empty bio and languages from another site's data, validated like the form. Returns one line per
 * field.
 */
export async function fillImportedProfile(ctx: Context, site: string, { bio, languages }: Said): Promise<ImportLine[]> {
  let lines: ImportLine[] = []
  await changeOwn(ctx, async (tx, row) => {
    const said = await fillBio(tx, row, bio)
    const spoken = await fillLanguages(tx, row, languages)
    if (said.came + spoken.came > 0) await recordTakenOver(tx, row, { site, bio: said.came, languages: spoken.came })
    lines = [...said.lines, ...spoken.lines]
  })
  return lines
}

async function fillBio(tx: Context, row: ProviderRow, bio: string): Promise<Came> {
  const stays = (why: string): Came => ({ lines: [createImportLine('bio', 'skipped', { why })], came: 0 })
  if (bio.trim() === '') return stays('the file has none.')
  if (row.bio.trim() !== '') return stays('there is one here already.')
  const typed = providerProfile.bio.input.safeParse({ bio })
  if (!typed.success) return stays(wrongIn(typed.error))
  try {
    await updateBio(tx, row, typed.data.bio)
  } catch (thrown) {
    return stays(describeRefusal(thrown))
  }
  return { lines: [createImportLine('bio', 'added')], came: 1 }
}

async function fillLanguages(tx: Context, row: ProviderRow, languages: readonly string[]): Promise<Came> {
  const stays = (why: string): Came => ({ lines: [createImportLine('languages', 'skipped', { why })], came: 0 })
  if (languages.length === 0) return stays('the file has none.')
  if (row.languages.length > 0) return stays('there are languages here already.')
  // A language is valid if listed by code or already used on the site.
  const known = languageNames().union(new Set(await listSpokenLanguages(tx.db)))
  const wanted = [...new Set(languages)]
  const spoken = wanted.filter((language) => known.has(language))
  if (spoken.length > 0) await updateProvider(tx.db, row.id, { languages: spoken })
  return {
    lines: [
      ...(spoken.length > 0 ? [createImportLine('languages', 'added', { name: spoken.join(', ') })] : []),
      ...wanted
        .filter((language) => !known.has(language))
        .map((name) => createImportLine('languages', 'skipped', { name, why: 'there is no such language here.' })),
    ],
    came: spoken.length,
  }
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']
/** Widely spoken languages with a three-letter code only. */
const longer = ['fil', 'haw', 'yue']

function languageNames(): Set<string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const codes = [...letters.flatMap((a) => letters.map((b) => a + b)), ...longer]
  return new Set(codes.flatMap((code) => names.of(code) ?? []))
}

type Artist = { id: string; country_code: string }

export async function checkAlbumRoom(
  ctx: Context,
  { id, country_code }: Artist,
  named: string,
): Promise<{ title: string; room: number } | string> {
  const typed = albums.create.input.safeParse({ title: named })
  if (!typed.success) return wrongIn(typed.error)
  const { title } = typed.data
  try {
    const check = await createTextCheck(ctx.db, country_code)
    check(title, 'title')
  } catch (thrown) {
    return describeRefusal(thrown)
  }
  const standing = await listAlbumRows(ctx.db, id)
  if (standing.some((album) => album.title === title)) return 'an album with that name already exists.'
  if (standing.length >= limits.albums) return `an artist has at most ${limits.albums} albums.`
  const room = limits.pictures - (await countPictures(ctx.db, id))
  return room > 0 ? { title, room } : `an artist's albums have at most ${limits.pictures} pictures.`
}

export async function createImportedAlbum(
  ctx: Context,
  site: string,
  named: string,
  pictures: readonly { uploadId: string; alt: string }[],
): Promise<string | null> {
  let why: string | null = null
  await changeOwn(ctx, async (tx, row) => {
    await lockAlbums(tx.db, row.id)
    const can = await checkAlbumRoom(tx, row, named)
    why =
      typeof can === 'string' ? can : pictures.length > can.room ? 'the albums have become full in the meantime.' : null
    if (typeof can === 'string' || why !== null) return
    const put = await addToAlbum(tx, row.id, can.title, pictures)
    if (!put) throw new Error('a picture was deleted while its album was created')
    for (const { uploadId } of pictures) await claimUpload(tx, uploadId)
    await recordTakenOver(tx, row, { site, album: can.title, pictures: put.length })
  })
  return why
}

type Named = Pick<ReviewExport['artist']['services'][number], 'slug' | 'title' | 'label'>
type Meant = { service: CatalogService; title: string | null }

function meantBy(catalog: Catalog, countryCode: string, { slug, title, label }: Named): Meant | string {
  const offered = [...catalog.services.values()].filter(
    (service) => !service.retired && service.markets.includes(countryCode),
  )
  const meant =
    slug === undefined
      ? matchByLabel(offered, label)
      : offered.filter(({ id }) => id === slug).map((service) => ({ service, title: title ?? null }))
  if (meant.length > 1) return 'several services have this name here.'
  return meant[0] ?? 'the catalogue here has no such service.'
}

function matchByLabel(offered: readonly CatalogService[], label: string): Meant[] {
  const exact = offered.filter((service) => service.label === label)
  if (exact.length > 0) return exact.map((service) => ({ service, title: null }))
  return offered.flatMap((service) => {
    const behind = ` (${lowercaseFirst(service.label)})`
    return label.endsWith(behind) ? [{ service, title: label.slice(0, -behind.length) }] : []
  })
}

type Offered = ReviewExport['artist']['services'][number]
type Known = Awaited<ReturnType<typeof listAllServices>>
type Coming = {
  service: CatalogService
  title: string | null
  words: string
  cost: number
  minutes: number | null
  line: ImportLine
}

/**
 * Adds services offered on another site at the same customer price, validated like the form. Returns one line per
 * service.
 */
export async function addImportedServices(
  ctx: Context,
  site: string,
  offered: readonly Offered[],
): Promise<ImportLine[]> {
  let lines: ImportLine[] = []
  await changeOwn(ctx, async (tx, row, catalog) => {
    const known = await listAllServices(tx.db, row.id)
    const { coming, out } = comingOf(offered, { catalog, row, known, now: tx.now })
    if (coming.length > 0) {
      await addServicesToList(tx, row, catalog, known, coming)
      await recordTakenOver(tx, row, { site, services: coming.length })
    }
    lines = [...coming.map(({ line }) => line), ...out, ...(await addImportedTexts(tx, row, catalog, coming))]
  })
  return lines
}

type Here = { catalog: Catalog; row: ProviderRow; known: Known; now: Date }

function comingOf(offered: readonly Offered[], here: Here): { coming: Coming[]; out: ImportLine[] } {
  const coming: Coming[] = []
  const out: ImportLine[] = []
  for (const one of offered) {
    const found = comes(one, here, coming)
    if (typeof found === 'string') out.push(createImportLine('service', 'skipped', { name: one.label, why: found }))
    else coming.push(found)
  }
  return { coming, out }
}

function comes(one: Offered, { catalog, row, known, now }: Here, before: readonly Coming[]): Coming | string {
  const meant = meantBy(catalog, row.country_code, one)
  if (typeof meant === 'string') return meant
  const { service, title } = meant
  if (before.some((other) => other.service.id === service.id)) return 'the file contains it twice.'
  const standing = known.find(({ service_id }) => service_id === service.id)
  if (standing && standing.status !== 'unpriced') return 'it is on the price list already.'
  const { currency } = getMarket(catalog, row)
  if (one.currency !== currency) return `its price is in ${one.currency}, and prices here are in ${currency}.`
  const added = before.filter((other) => !known.some(({ service_id }) => service_id === other.service.id)).length
  if (!standing && known.length + added >= mostServices) return `a price list has at most ${mostServices} services.`
  const { percent } = getFees(catalog, row.country_code, service.categoryId, now).of(toFeePayer(row))
  const cost = toMajor(getMaxEarnings(one.price, percent))
  const { price, words } = one
  if (!rightPrice(service, price, cost)) return 'its price must be a whole amount above zero, within the limits.'
  const own = ServiceMinutes.safeParse(one.minutes)
  const minutes = standing?.minutes ?? (own.success && own.data !== service.minutes ? own.data : null)
  const why = own.success ? '' : `It keeps the catalogue's minutes: ${wrongIn(own.error)}.`
  const terms = { price, earned: cost, currency: one.currency, minutes: minutes ?? service.minutes }
  const line = createImportLine('service', standing ? 'changed' : 'added', { name: service.label, terms, why })
  return { service, title, words, cost, minutes, line }
}

const rightPrice = ({ id, categoryId }: CatalogService, price: number, cost: number): boolean =>
  Number.isSafeInteger(price) &&
  price > 0 &&
  providerProfile.prices.input.safeParse({ categoryId, items: [{ serviceId: id, status: 'active', cost }] }).success

async function addServicesToList(
  tx: Context,
  row: ProviderRow,
  catalog: Catalog,
  known: Known,
  coming: readonly Coming[],
): Promise<void> {
  const fresh = coming.filter(({ service }) => !known.some(({ service_id }) => service_id === service.id))
  const team = (await listArtistsOf(tx.db, row.id)).map(({ name, service_ids }) => ({ name, services: service_ids }))
  await updateServices(tx, row, catalog, {
    services: [
      ...known.map(({ service_id, minutes }) => ({
        id: service_id,
        minutes: coming.find(({ service }) => service.id === service_id)?.minutes ?? minutes,
      })),
      ...fresh.map(({ service, minutes }) => ({ id: service.id, minutes })),
    ],
    artists: team.length > 0 ? team : [{ name: row.name, services: [] }],
  })
  for (const [categoryId, items] of Map.groupBy(coming, ({ service }) => service.categoryId))
    await updatePrices(tx, row, catalog, {
      categoryId,
      items: items.map(({ service, cost }) => ({ serviceId: service.id, status: 'active' as const, cost })),
    })
}

type Item = InputOf<typeof serviceTexts.set>['items'][number]
type Labels = ReadonlyMap<string, string>

/**
 * Adds missing service texts from another site, validated like the form, in the caller's transaction. Returns one line
 * per text.
 */
async function addImportedTexts(
  tx: Context,
  row: ProviderRow,
  catalog: Catalog,
  coming: readonly Coming[],
): Promise<ImportLine[]> {
  const said = new Set((await listServiceTextRows(tx.db, row.id)).map(({ service_id }) => service_id))
  const labels: Labels = new Map(coming.map(({ service }) => [service.id, service.label]))
  const out: ImportLine[] = []
  const items: Item[] = []
  for (const { service, title, words } of coming) {
    if ((title === null && words.trim() === '') || said.has(service.id)) continue
    const typed = serviceTexts.set.input.safeParse({ items: [{ serviceId: service.id, title, words }] })
    if (typed.success) items.push(...typed.data.items)
    else out.push(staysOut(service.label, wrongIn(typed.error)))
  }
  const { kept, refused } = await applyAllowed(tx, row, catalog, items, labels)
  const { lookFirst } = getMarket(catalog, row)
  return [
    ...kept.map(({ serviceId, title }) =>
      createImportLine('text', 'added', {
        name: labels.get(serviceId) ?? '',
        title: title ?? '',
        why: lookFirst ? 'It is shown once we have approved it.' : '',
      }),
    ),
    ...out,
    ...refused,
  ]
}

async function applyAllowed(
  tx: Context,
  row: ProviderRow,
  catalog: Catalog,
  items: readonly Item[],
  labels: Labels,
): Promise<{ kept: readonly Item[]; refused: ImportLine[] }> {
  try {
    await updateServiceTexts(tx, row, catalog, [...items])
    return { kept: items, refused: [] }
  } catch (thrown) {
    const at = Number(/^items\.(\d+)\./.exec((thrown instanceof Refusal && thrown.errors?.[0]?.path) || '')?.[1])
    const wrong = items[at]
    if (!wrong) throw thrown
    const others = await applyAllowed(tx, row, catalog, items.toSpliced(at, 1), labels)
    return {
      ...others,
      refused: [staysOut(labels.get(wrong.serviceId) ?? '', describeRefusal(thrown)), ...others.refused],
    }
  }
}

const staysOut = (name: string, why: string): ImportLine => createImportLine('text', 'skipped', { name, why })

export const recordTakenOver = (
  tx: Context,
  { id, name }: { id: string; name: string },
  { site, ...came }: { site: string } & Record<string, unknown>,
): Promise<void> =>
  recordAudit(tx, {
    act: 'provider.import',
    subject: { kind: 'provider', id, name },
    after: { site, ...came },
    reason: `imported from ${site} by ${tx.viewer.sessionId ? 'the artist' : 'the command line'}`,
  })

const MOST_LETTERS = 60

/** Quotes untrusted text for a terminal: truncated, without control characters. */
export const quoteForTerminal = (text: string): string =>
  `“${truncate(text.replace(/\p{C}/gu, '').trim(), MOST_LETTERS)}”`

export function describeRefusal(thrown: unknown): string {
  if (!(thrown instanceof Refusal)) throw thrown
  return thrown.errors?.[0]?.message ?? thrown.message
}

const wrongIn = ({ issues }: z.ZodError): string => issues[0]?.message ?? ''
