import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markets } from '#contract/format.ts'
import { countries } from '#contract/words.ts'
import { readTranslations, translationFiles } from '#server/platform/translations.ts'
import { type Database, openPostgres } from '#db/database.ts'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { openFreshRenders } from './fresh-renders.ts'
import { createSearch, endAll, startPrimp } from './primp-process.ts'

const name = `${process.pid}_pseudo_locale`
const settings = {
  PUBLIC_URL: 'http://localhost:3000',
  SAMPLE_MARKET: 'on',
  CLOCK: '2026-11-20T09:00:00Z',
  RATE_LIMITS: 'off',
  PSEUDO_LOCALE: 'on',
}

let url = ''
let database: Database

beforeAll(async () => {
  url = await createCopy(name)
  database = await openPostgres(url)
})
afterAll(async () => {
  await endAll()
  await database.close()
  await deleteCopy(name)
})

/** The sign is drawn in two parts. */
const brand = ['Primp', 'Pr', 'mp']

/** Texts that are data or the same in every language: names, labels of the service catalogue, the name of the brand. */
async function listData(): Promise<Set<string>> {
  const { rows } = await sql<{ text: string }>`
    select label as text from category union select label from service_type union select label from service
    union select label from skill union select name from provider union select city from provider
    union select name from place`.execute(database.db)
  const countryNames = countries.map((country) => markets[country].name)
  const french = readTranslations(translationFiles.fr).labels.values()
  return new Set([...rows.map(({ text }) => text), ...french, ...countryNames, ...brand, 'Makeup and hair', 'Lessons'])
}

const decode = (html: string): string =>
  html.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&gt;', '>')

/** Returns the visible texts and accessible names of a page, except names of pictures. */
function textsOf(html: string): string[] {
  const body = html.slice(html.indexOf('<body')).replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
  const shown = [...body.matchAll(/>([^<>]+)</g)].map(([, text = '']) => text)
  const spoken = [...body.matchAll(/ (?:aria-label|placeholder|title)="([^"]*)"/g)].map(([, text = '']) => text)
  return [...shown, ...spoken].map((text) => decode(text).trim()).filter((text) => /\p{L}{2}/u.test(text))
}

const formats = /\b(Sun|Mon|Tue|Wed|Thu|Fri|Sat|July|AM|PM|Midday|Midnight|next day|miles?|km)\b/g
/** Whether a text is data or formatted values only: names, distances, dates and times. */
const isData = (text: string, names: ReadonlySet<string>): boolean =>
  names.has(text) || text.split(', ').every((part) => names.has(part) || !/\p{L}{2}/u.test(part.replace(formats, '')))

/** A message in the pseudo-locale has brackets around it; two messages side by side have their own. */
const isMessage = (text: string): boolean => /\[[^[\]]*\p{L}[^[\]]*~+\]/u.test(text)

test('all texts of search and quotes are in message catalogues', async () => {
  const id = await createSearch(await startPrimp('', { ...settings, DATABASE_URL: url, ROLES: 'web' }, '/readyz'))
  const render = await openFreshRenders(url, settings, () => new Date(settings.CLOCK))
  const data = await listData()
  const paths = ['/fr', '/search', `/quotes/${id}`, `/quotes/${id}?type=studio`]
  const pages = await render(paths)
  expect([...pages.keys()]).toEqual(paths)
  const strange = [...pages].flatMap(([path, html]) => {
    expect(html, path).toContain('<html lang="en-XA"')
    return textsOf(html).filter((text) => !isMessage(text) && !isData(text, data))
  })
  expect([...new Set(strange)]).toEqual([])
}, 120_000)
