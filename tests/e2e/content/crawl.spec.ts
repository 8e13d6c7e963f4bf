import { expect, test as plain } from '@playwright/test'
import sharp from 'sharp'
import { contradictions, type Figure, figuresOf } from './page-figures.ts'
import { type ReadPage, readPage } from './read-page.ts'
import { routes } from './site-map.ts'
import { findSharedTexts, readMainText } from '#tests/shared-text.ts'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import { test } from '#tests/e2e/stage.ts'
import { problemsOf } from '#tests/structured-data.ts'

const base = () => test.info().project.use.baseURL as string
const isOwn = (url: string) => new URL(url, base()).origin === new URL(base()).origin
const pathOf = (url: string) => new URL(url, base()).pathname + new URL(url, base()).search

/** A response as a crawler gets it, without following redirects. */
async function get(
  path: string,
): Promise<{ status: number; text: string; type: string; location: string; robots: string }> {
  const answer = await fetch(base() + path, { redirect: 'manual' })
  const said = (name: string) => answer.headers.get(name) ?? ''
  return {
    status: answer.status,
    text: await answer.text(),
    type: said('content-type'),
    location: said('location') || '/nowhere',
    robots: said('x-robots-tag'),
  }
}

async function each<T>(things: Iterable<T>, work: (thing: T) => Promise<void>, atOnce = 8): Promise<void> {
  const rest = [...things]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let thing = rest.pop(); thing !== undefined; thing = rest.pop()) await work(thing)
    }),
  )
}

/** Artists of the pool may be changed by other journeys. */
const isPooled = (path: string) => path.startsWith('/@/mia-vale-')
const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map((match) => pathOf((match[1] ?? '').replaceAll('&amp;', '&')))
    .filter((path) => !isPooled(path))
/** Returns the parts of the sitemap and the addresses of the first two: static pages and places. */
async function sitemap(): Promise<{ parts: string[]; first: string[] }> {
  const parts = locations((await get('/sitemap.xml')).text)
  const first = await Promise.all(parts.slice(0, 2).map(async (part) => locations((await get(part)).text)))
  return { parts, first: first.flat() }
}

// Pages of one kind share a component: one of each is checked, in a proof all.
const whole = Boolean(process.env['PROVE'])
const ofItsOwn = /^\/content\/(gallery|help|places|ranking|reviews)$/
const kindOf = (path: string): string =>
  ofItsOwn.test(path)
    ? path
    : path
        .replace(/^\/(au|ca|gb|us)(?=\/)/, '/country')
        .replace(/^\/join.*/, '/join')
        .split('/')
        .map((part, i) => (i < 2 ? part : '…'))
        .join('/')
const someOfEach = (paths: Iterable<string>, most: number): string[] =>
  whole ? [...paths] : [...Map.groupBy(paths, kindOf).values()].flatMap((alike) => alike.slice(0, most))

const toCrawl = async (): Promise<string[]> => [
  ...new Set([...routes.shown.map(({ path }) => path), ...(await sitemap()).first]),
]

plain.describe('read as a robot', () => {
  plain(
    'every indexed page has one correct title and description, and no two pages contradict each other',
    async () => {
      plain.setTimeout(300_000)
      const pages = new Map<string, ReadPage>()
      const figures = new Map<string, Figure[]>()
      const texts = new Map<string, string>()
      await each(someOfEach(await toCrawl(), 8), async (path) => {
        const { status, text } = await get(path)
        expect([path, status]).toEqual([path, 200])
        pages.set(path, readPage(text))
        figures.set(path, figuresOf(path, text))
        texts.set(path, readMainText(text))
      })
      expect(findSharedTexts(texts, 60)).toEqual([])
      // Search engines show a question once, whichever page it is on.
      const questions = [...pages].flatMap(([path, { schemas }]) =>
        (schemas as { '@type': string; mainEntity?: { name: string }[] }[])
          .filter((schema) => schema['@type'] === 'FAQPage')
          .flatMap(({ mainEntity = [] }) => mainEntity.map(({ name }) => ({ path, name }))),
      )
      expect(questions.length).toBeGreaterThan(20)
      expect([...Map.groupBy(questions, ({ name }) => name).values()].filter((alike) => alike.length > 1)).toEqual([])
      // Counts, prices and scores are the same on every page.
      expect(contradictions(figures)).toEqual([])
      for (const what of ['artists', 'from', 'score', 'reviews'])
        expect([what, [...figures.values()].flat().filter((figure) => figure.what === what).length > 40]).toEqual([
          what,
          true,
        ])
      expect(pages.size).toBeGreaterThan(30)
      for (const [path, page] of pages) {
        expect({
          path,
          headings: page.headings.length,
          title: page.title.length > 4,
          description: (page.description ?? '').length > 20,
          robots: page.robots,
        }).toEqual({ path, headings: 1, title: true, description: true, robots: null })
        expect({
          path,
          canonical: page.canonical,
          picture: page.picture?.startsWith(`${base()}/pictures/share/`),
        }).toEqual({ path, canonical: base() + path, picture: true })
      }
      for (const told of ['title', 'description'] as const) {
        const by = Map.groupBy(pages, ([, page]) => page[told])
        expect(
          [...by].filter(([, alike]) => alike.length > 1).map(([text, alike]) => [text, alike.map(([path]) => path)]),
        ).toEqual([])
      }
      expect(
        await problemsOf([...pages].flatMap(([path, { schemas }]) => schemas.map((schema) => ({ path, schema })))),
      ).toEqual([])
    },
  )

  plain('no page has a broken link or a missing picture', async () => {
    plain.setTimeout(600_000)
    const links = new Map<string, string>()
    const pictures = new Map<string, string>()
    await each(someOfEach(await toCrawl(), 3), async (path) => {
      const page = readPage((await get(path)).text)
      for (const [into, urls] of [
        [links, page.links],
        [pictures, [...page.pictures, ...(page.picture ? [page.picture] : [])]],
      ] as const) {
        for (const url of urls) if (isOwn(url)) into.set(pathOf(url), path)
      }
    })
    const broken: string[] = []
    await each(someOfEach(links.keys(), 40), async (link) => {
      const { status } = await get(link)
      if (status !== 200) broken.push(`${link} answers ${status}, on ${links.get(link)}`)
    })
    const drawnOfPages = [...pictures].filter(([src]) => src.startsWith('/pictures/share/'))
    // Rendering one takes a third of a second: some of them, and all other pictures.
    await each(
      [
        ...[...pictures].filter(([src]) => !src.startsWith('/pictures/share/')),
        ...drawnOfPages.filter((_, i) => i % (whole ? 12 : 24) === 0),
      ],
      async ([src, from]) => {
        const { status, type } = await get(src)
        if (status !== 200 || !type.startsWith('image/')) broken.push(`${src} answers ${status} ${type}, on ${from}`)
      },
    )
    expect(broken).toEqual([])
    // Share pictures of two places differ.
    const drawn = await Promise.all(
      ['london', 'manchester'].map(async (place) =>
        Buffer.from(await (await fetch(`${base()}/pictures/share/gb/makeup-hair-styling/${place}.png`)).arrayBuffer()),
      ),
    )
    const pans = await Promise.all(
      drawn.map((picture) => sharp(picture).extract({ left: 700, top: 52, width: 448, height: 540 }).raw().toBuffer()),
    )
    expect(pans[0]?.equals(pans[1] ?? Buffer.of())).toBe(false)
  })

  plain('pages that repeat another are not indexed and name it as their canonical page', async () => {
    for (const { path, to = '' } of routes.unindexed) {
      const { status, text } = await get(path)
      const page = readPage(text)
      expect([path, status, page.robots, page.canonical]).toEqual([path, 200, 'noindex', base() + to])
      expect(readPage((await get(to)).text).robots).toBe(null)
    }
  })

  plain(
    'moved pages redirect permanently in one hop, missing pages return 404, and private pages are closed to crawlers',
    async () => {
      for (const { path, to = '' } of routes.moved) {
        const { status, location } = await get(path)
        expect([path, [301, 308].includes(status), pathOf(location)]).toEqual([path, true, to])
        expect([to, (await get(to)).status]).toEqual([to, 200])
      }
      for (const { path, status = 200 } of [...routes.missing, ...routes.closed]) {
        const answer = await get(path)
        const page = readPage(answer.text)
        expect([path, answer.status, `${page.robots} ${answer.robots}`.includes('noindex'), page.canonical]).toEqual([
          path,
          status,
          true,
          null,
        ])
      }
    },
  )

  // `server/pages.test.ts` checks without a browser that each URL is in a list; here every click is made.
  if (whole)
    plain(
      'every page of the sitemap is at most three clicks from the front page, and has its last change',
      async () => {
        plain.setTimeout(900_000)
        const listed = new Set<string>()
        const wrong: string[] = []
        for (const part of (await sitemap()).parts) {
          const { text } = await get(part)
          const entries = [...text.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?/g)]
          const urls = entries.filter(([, url = '']) => !isPooled(pathOf(url)))
          if (urls.length !== locations(text).length || entries.length > 10_000 || entries.length === 0)
            wrong.push(`${part} has ${entries.length} whole entries`)
          for (const [, url = '', day = ''] of urls) {
            // The date of a site text is a real date, independent of the market's clock.
            if (day && (!/^\d{4}-\d\d-\d\d/.test(day) || Date.parse(day) > Date.now()))
              wrong.push(`${url} changed on ${day}`)
            listed.add(pathOf(url))
          }
        }
        expect(wrong).toEqual([])
        expect(listed.size).toBeGreaterThan(1_000)
        const reached = new Set(['/'])
        let edge = ['/']
        for (let clicks = 1; clicks <= 3; clicks++) {
          const next = new Set<string>()
          await each(edge, async (path) => {
            for (const link of readPage((await get(path)).text).links) {
              const url = new URL(link, base() + path)
              if (isOwn(url.href) && !url.search && !reached.has(url.pathname)) next.add(url.pathname)
            }
          })
          for (const path of next) reached.add(path)
          // Follows lists; artist and place pages only lead to neighbours.
          edge = [...next].filter((path) => clicks < 2 || path.startsWith('/content/'))
        }
        expect([...listed].filter((path) => !reached.has(path)).slice(0, 20)).toEqual([])
      },
    )

  plain('robots.txt names the sitemap and private paths; icons and manifest exist', async () => {
    const { text: robots } = await get('/robots.txt')
    expect(robots).toContain(`Sitemap: ${base()}/sitemap.xml`)
    for (const path of ['/v1/', '/quotes/', '/dashboard', '/operator', '/customer-dashboard', '/review/'])
      expect(robots).toContain(`Disallow: ${path}`)
    const { icons } = JSON.parse((await get('/manifest.webmanifest')).text) as { icons: { src: string }[] }
    for (const src of [...icons.map((icon) => icon.src), '/favicon.ico', '/apple-touch-icon.png'])
      expect([src, (await get(src)).status]).toEqual([src, 200])
  })
})

// Split for parallel runs.
const hands = whole ? 8 : 2
test.describe('Crawl in a browser', () => {
  for (let hand = 0; hand < hands; hand++) {
    test(`no page has console errors, axe problems or sideways scrolling at 320 pixels: part ${hand + 1} of ${hands}`, async ({
      page,
    }) => {
      test.setTimeout(300_000)
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error')
          complaints.push(`${message.text()} at ${message.location().url} on ${page.url()}`)
      })
      page.on('response', (answer) => {
        if (answer.status() >= 400 && !answer.request().isNavigationRequest())
          complaints.push(`${answer.url()} answers ${answer.status()} on ${page.url()}`)
      })
      const shown = await toCrawl()
      const closed = routes.closed.map(({ path }) => path)
      const paths = [...someOfEach(shown, 1), ...someOfEach(closed, whole ? 3 : 1), '/404'].filter(
        (_, i) => i % hands === hand,
      )
      expect(paths.length).toBeGreaterThan(8)
      await page.addInitScript(() => {
        const moved: string[] = []
        Object.assign(window, { moved })
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
            sources: { node?: Node | null }[]
          })[])
            if (!shift.hadRecentInput && shift.value > 0.03)
              moved.push(
                `${shift.value.toFixed(3)} ${shift.sources.map(({ node }) => node?.textContent?.slice(0, 40))}`,
              )
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.setViewportSize({ width: 320, height: 700 })
      for (const path of paths) {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        // No layout shift after hydration.
        expect.soft(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), path).toEqual([])
        // Most private pages redirect to the same page, which is checked once.
        if (!whole && path !== '/login' && pathOf(page.url()) === '/login') continue
        await cleanInBoth(page)
      }
      // An invalid emailed link is refused with a message.
      expect(
        complaints.filter((complaint) => !/answers 410|status of 410|status of 404 .* at \S+\/404 on/.test(complaint)),
      ).toEqual([])
    })
  }
})
