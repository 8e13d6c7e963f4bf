import fc from 'fast-check'
import { prerender } from 'react-dom/static'
import { createRoutesStub } from 'react-router'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Card, QuotesPage } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { randomTestSearch, type RandomTestSearch } from '#server/testing/searches.ts'
import { packAnswer } from '#web/platform/packed.ts'
import { StoreProvider } from '#web/platform/store/use-store.tsx'
import { noRequests } from '#web/search/asking/asking.tsx'
import type { QuotesView } from '#web/search/quotes/load-quotes.ts'
import Quotes from '#web/search/quotes/quotes-page.tsx'

// The API client needs a page address.
vi.mock('#web/platform/api/browser.ts', () => ({ browserApi: () => ({}) }))
if (process.env.PROVE) vi.setConfig({ testTimeout: 900_000 })

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

const modes = ['mobile', 'studio'] as const
const reasons = ['booked', 'tooFar', 'otherHours', 'tooManyPeople', 'shortNotice'] as const

async function create({ spot, dx, dy, looks, days, time }: RandomTestSearch) {
  const people = looks
  const body = {
    storeSlug: 'beauty',
    categorySlug: 'makeup-hair-styling',
    location: {
      type: 'Point',
      coordinates: [spot.lng + dx, spot.lat + dy],
      address: { placeName: 'The Venue', countryCode: spot.country },
    },
    eventDate: new Date(Date.parse('2026-11-21') + days * 86_400_000).toISOString().slice(0, 10),
    finishTime: time ?? undefined,
    people,
    services: people.flatMap((look) => Array.from({ length: look.count }, () => look.services).flat()),
  }
  const made = await rig.call('/v1/quotes/', { method: 'POST', body })
  return made.status === 200 ? { id: made.body.data.search.id as string, cookie: made.cookie as string, body } : null
}

type Search = NonNullable<Awaited<ReturnType<typeof create>>>

const read = async ({ id, cookie }: Pick<Search, 'id' | 'cookie'>, query: Record<string, string>) => {
  const { status, body } = await rig.call(`/v1/quotes/${id}?${new URLSearchParams(query)}`, { cookie })
  expect(status).toBe(200)
  return body.data as QuotesPage
}

const cardsOf = (page: QuotesPage, mode: Mode): Card[] => [
  ...page.offers[mode].map(({ provider }) => provider),
  ...page.profiles[mode],
]

/** Reads every page of a list. */
async function readAll(search: Search, type: Mode, filterBy: string): Promise<Card[]> {
  const cards: Card[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: QuotesPage = await read(search, { type, filterBy, ...(cursor ? { cursor } : {}) })
    cards.push(...cardsOf(page, type))
    cursor = page.nextCursor[type]
  }
  return cards
}

type Tally = Record<'fits' | (typeof reasons)[number], number>
const tally = (cards: readonly Pick<Card, 'reason'>[]): Tally =>
  Object.fromEntries(
    ['fits' as const, ...reasons].map((reason) => [reason, cards.filter((card) => card.reason === reason).length]),
  ) as Tally

/** Counts each artist of both lists once: with a studio by its reason, else by the reason of the mobile list. */
const tallyPeople = (lists: Record<Mode, readonly Card[]>): Tally =>
  tally([...new Map([...lists.mobile, ...lists.studio].map((card) => [card._id, card])).values()])

/** Returns the page as its loader and server render it. */
async function render(page: QuotesPage, settings: QuotesView['formSettings'], query: string): Promise<string> {
  const shown = packAnswer<QuotesView>({ page, own: noRequests, halves: null, formSettings: settings })
  const Stub = createRoutesStub([
    {
      id: 'quotes',
      path: '/quotes/:quoteId',
      Component: () => (
        <StoreProvider>
          <Quotes />
        </StoreProvider>
      ),
    },
  ])
  const { prelude } = await prerender(
    <Stub
      initialEntries={[`/quotes/${page.search.id}?${query}`]}
      hydrationData={{ loaderData: { quotes: { shown, countryCode: page.search.countryCode } } }}
    />,
  )
  return new Response(prelude as unknown as ReadableStream).text()
}

/** Returns the texts of a page line by line, with those of labels. */
const linesOf = (html: string): string[] =>
  [
    ...html
      .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
      .replaceAll('<!-- -->', '')
      .replaceAll(/<[^>]+>/g, '\n')
      .split('\n'),
    ...Array.from(html.matchAll(/aria-label="([^"]*)"/g), ([, label]) => label ?? ''),
  ]
    .map((line) => line.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').trim())
    .filter(Boolean)

const titles = {
  'Not available at this time': 'otherHours',
  'Group too large': 'tooManyPeople',
  'Need more notice': 'shortNotice',
  'Too far away': 'tooFar',
  'Already booked': 'booked',
} as const
const phrases: readonly [keyof Tally, RegExp][] = [
  ['otherHours', /(\d+) (?:is|are) free, but cannot finish/],
  ['booked', /(\d+) (?:is|are) booked/],
  ['tooFar', /(\d+) do(?:es)? not travel this far/],
  ['tooManyPeople', /(\d+) cannot take a group of \d+ (?:person|people)/],
  ['shortNotice', /(\d+) needs? more notice/],
]

/** Takes the lines that a pattern matches, and returns what its groups matched. */
const take = (lines: string[], pattern: RegExp): string[][] => {
  const found = lines.flatMap((line) => {
    const match = pattern.exec(line)
    return match ? [match.slice(1)] : []
  })
  lines.splice(0, lines.length, ...lines.filter((line) => !pattern.test(line)))
  return found
}

async function checkNumbers(search: Search, asked: { type: Mode; filterBy: string; skill: number }) {
  const { body } = await rig.call(`/v1/quotes/formSettings/${search.id}`, { cookie: search.cookie })
  const settings = body.data.formSettings
  const lists = { mobile: await readAll(search, 'mobile', 'all'), studio: await readAll(search, 'studio', 'all') }
  const people = tallyPeople(lists)
  const isNobody = people.fits === 0
  const { type } = asked
  const filterBy = isNobody ? 'all' : asked.filterBy
  const page = await read(search, { filterBy, ...(isNobody ? {} : { type }) })
  const html = await render(page, settings, `type=${type}`)
  const lines = linesOf(html)
  const own = { mobile: tally(lists.mobile), studio: tally(lists.studio) }
  const listed = filterBy === 'all' ? lists[type] : await readAll(search, type, filterBy)
  const shown = isNobody ? people : tally(listed)
  const reach = people.fits + people.booked + people.otherHours + people.tooManyPeople + people.shortNotice
  const all = (pattern: RegExp, expected: unknown[]) => {
    for (const found of take(lines, pattern)) expect(found, String(pattern)).toEqual(expected.map(String))
  }

  const headline = take(lines, /^(\d+) (?:artists?) (?:can have|is free|are free|can start)/)
  expect(headline).toEqual(isNobody ? [] : [[String(people.fits)]])
  const covers = own.studio.fits === 0 ? 'mobile' : own.mobile.fits === 0 ? 'studio' : 'mobile or studio'
  all(/^Live: (\d+) quotes? received, (mobile|studio|mobile or studio)$/, [people.fits, covers])
  const both = own.mobile.fits + own.studio.fits - people.fits
  all(/^(\d+) comes? to you, (\d+) ha(?:s|ve) a studio\.$/, [own.mobile.fits, own.studio.fits])
  all(/^(\d+) comes? to you, (\d+) ha(?:s|ve) a studio, (\d+) of them both\.$/, [
    own.mobile.fits,
    own.studio.fits,
    both,
  ])
  if (lines.includes('All of them come to you.')) expect([own.mobile.fits, own.studio.fits]).toEqual([people.fits, 0])
  if (lines.includes('All of them work in a studio.'))
    expect([own.mobile.fits, own.studio.fits]).toEqual([0, people.fits])
  if (!isNobody)
    for (const mode of modes) {
      const tab = new RegExp(
        `role="tab"[^>]*>(?:(?!</a>).)*?${mode === 'mobile' ? 'Mobile' : 'Studio'}(?:<!-- -->|<[^>]+>|\\s)*(\\d+)`,
        's',
      )
      expect(tab.exec(html)?.[1], mode).toBe(String(own[mode].fits))
    }

  // The booked share.
  const percent = reach === 0 ? 0 : (people.booked * 100) / reach
  for (const [said] of take(lines, /^(\d+)% (?:of artists near .* are )?booked (?:at this time|on this date)/)) {
    expect(Math.abs(Number(said) - percent)).toBeLessThanOrEqual(1)
    expect(people.booked).toBeLessThan(reach)
  }
  all(/^(\d+) of (?:the )?(\d+) artists? (?:who|are|is) /, [people.booked, reach])
  if (take(lines, /^Every(?: artist near .*|one) is booked (?:at this time|on this date)/).length > 0)
    expect(people.booked).toBe(reach)
  if (take(lines, /^Few (?:artists near .* )?are booked (?:at this time|on this date)/).length > 0)
    expect(percent).toBeLessThan(10)

  // The list, its filters and the reasons.
  all(/^Show (\d+) (?:mobile|studio) artists?$/, [shown.fits])
  all(/^(\d+) of (\d+) (?:mobile|studio) artists? match(?:es)?$/, [shown.fits, own[type].fits])
  for (const [title, reason] of Object.entries(titles)) all(new RegExp(`^${title} \\((\\d+)\\)$`), [shown[reason]])
  const [reasonsLine] = take(lines, /^(Mobile|Studio|Mobile and studio): (.*)\.$/)
  if (reasonsLine) {
    const [covers, said = ''] = reasonsLine
    expect(covers).toBe(isNobody ? 'Mobile and studio' : type === 'mobile' ? 'Mobile' : 'Studio')
    for (const [reason, phrase] of phrases) expect(phrase.exec(said)?.[1] ?? '0', reason).toBe(String(shown[reason]))
  }
  expect(html).not.toMatch(/within \d+ (?:miles|km) offers/)
  expect(html.match(/<article/g)?.length ?? 0).toBe(
    isNobody
      ? new Set(modes.flatMap((mode) => cardsOf(page, mode).map(({ _id }) => _id))).size
      : cardsOf(page, type).length,
  )

  // A skill has the count of the list after it is chosen.
  const skill = page.skills[asked.skill % Math.max(1, page.skills.length)]
  if (!isNobody && skill) {
    expect(html).toMatch(
      new RegExp(`${skill.label.replace(/[()]/g, '.')}(?:<!-- -->|\\s)*<span class="hint">${skill.count}<`),
    )
    const after = await readAll(
      search,
      type,
      filterBy === 'all' ? `skill:${skill.id}` : `${filterBy},skill:${skill.id}`,
    )
    expect(tally(after).fits, skill.id).toBe(skill.count)
  }

  // Suggestions: their counts are checked by taking them in rescue.test.ts.
  const suggested = page.rescue?.options.map(({ count }) => String(count)) ?? []
  for (const [said] of take(lines, /^(\d+) artists?(?: can do one of them)?$/)) expect(suggested).toContain(said)
  all(/^(\d+) artists? (?:is|are) available\./, [people.fits])
  const { teams } = (await rig.call(`/v1/quotes/${search.id}/teams`, { cookie: search.cookie })).body.data
  expect([html.includes(`/quotes/${search.id}/teams`), search.body.services.length]).toEqual([
    teams.length > 0,
    search.body.services.length,
  ])

  const pins = cardsOf(page, type).filter(({ reason }) => reason === 'fits').length
  all(/^Map of (\d+) (?:mobile |studio )?artists?$/, [pins])
  all(/^Map of the first (\d+) of (\d+) (?:mobile|studio) artists$/, [pins, shown.fits])
  take(lines, /^Ask the first (\d+ )?artists?$/)
  // Lines about one artist.
  take(lines, /^, \d+ artists$/)
  take(lines, /^Placed here because/)
  take(lines, /^\d+ people, \d+ services?$/)
  // No other text has a count of artists.
  expect(lines.filter((line) => /\d+ (?:\w+ )?(?:artists?|quotes?|teams?)\b|[a-z] \(\d+\)$|\d%/.test(line))).toEqual([])
}

const filters = fc.constantFrom(
  'all',
  'all',
  'instant',
  'featured',
  'rating:4.8',
  'distance:10',
  'price:0-400',
  'skill:bridal',
  'instant,distance:20',
)

describe('Numbers on the quotes page', () => {
  test('every number is a count of the artists of this search, of the mode that the text names', async () => {
    let [drawn, none, few] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(
        randomTestSearch,
        fc.constantFrom(...modes),
        filters,
        fc.nat(40),
        async (asked, type, filterBy, skill) => {
          const search = await create(asked)
          if (!search) return
          await checkNumbers(search, { type, filterBy, skill })
          const { fits } = (await read(search, {})).counts.people
          drawn++
          if (fits === 0) none++
          else if (fits < 8) few++
        },
      ),
      { numRuns: process.env.PROVE ? 300 : 25 },
    )
    expect(drawn).toBeGreaterThan(5)
    if (process.env.PROVE) expect(Math.min(none, few)).toBeGreaterThan(3)
  })
})
