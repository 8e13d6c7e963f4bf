import { calibrate } from './calibration.ts'
import { placePaths } from './crawl.ts'
import { openHttp2Proxy } from './http2-proxy.ts'
import { lighthouse } from './lighthouse.ts'
import { makeLoad, round } from './measure.ts'
import type { Site } from './site.ts'
import { sampleSpots } from './spots.ts'
import { weigh } from './weight.ts'

/** A figure by name; lower is better. */
export type Figures = Record<string, number>
export type Page = { page: string; path: string }
type Part = (runs: number) => Promise<Figures>

const CHUNKS = 3
const PAGES = 100
const SEARCHES = 100

/**
 * Returns the measurements of the quick bench: page weight in KB, largest paint on Lighthouse's simulated slow
 * network over HTTP/2 in ms (best of `runs`), and the CPU time of a page and of a search relative to the calibration.
 */
export function quickParts(site: Site, pages: readonly Page[], painted: readonly Page[]): Part[] {
  return [
    () => weightsOf(site, pages),
    () => drawing(site),
    () => searching(site),
    ...painted.map((page) => (runs: number) => paintOf(site, page, runs)),
  ]
}

async function weightsOf(site: Site, pages: readonly Page[]): Promise<Figures> {
  const weights = await weigh(site.url, pages, ['phone'])
  return Object.fromEntries(
    weights.flatMap(({ page, totalKb, documentKb }) => [
      [`${page}, scripts and styles, KB`, totalKb],
      [`${page}, document, KB`, documentKb],
    ]),
  )
}

async function paintOf(site: Site, { page, path }: Page, runs: number): Promise<Figures> {
  const proxy = await openHttp2Proxy(site.url)
  try {
    // Without the phone's slow processor, which would multiply the noise of a busy machine by four.
    const { leastLargestPaintMs } = await lighthouse(page, proxy.url + path, {
      runs,
      only: ['performance'],
      slowdown: 1,
    })
    return { [`${page}, largest paint on a slow network, ms`]: leastLargestPaintMs }
  } finally {
    proxy.close()
  }
}

/** Place pages that are not cached yet. */
async function drawing(site: Site): Promise<Figures> {
  const paths = await placePaths(site, 2 * PAGES * (CHUNKS + 1))
  // A second measurement uses other pages, because the first ones are cached.
  const from = drawn.get(site) ?? 0
  drawn.set(site, from + 1)
  const own = paths.filter((_, i) => i % 2 === from % 2)
  const step = Math.floor(own.length / (CHUNKS + 1))
  const chunk = (n: number) => own.slice(n * step, (n + 1) * step)
  await makeLoad({ url: site.url, paths: chunk(0), connections: 2, seconds: 60 })
  return {
    'a place page drawn anew, processor over calibration': await middleOf(site, async (n) => {
      const { gets, failed } = await makeLoad({ url: site.url, paths: chunk(n + 1), connections: 2, seconds: 60 })
      if (failed) throw new Error(`${failed} pages failed to render.`)
      return gets.length
    }),
  }
}
const drawn = new WeakMap<Site, number>()

async function searching(site: Site): Promise<Figures> {
  const spots = sampleSpots()
  const run = (seed: number, searches: number) =>
    makeLoad({ url: site.url, spots, seed, connections: 2, searches, seconds: 60 })
  await run(1, 2 * SEARCHES)
  return {
    'a search on the embedded market, processor over calibration': await middleOf(site, async (n) => {
      const { gets, failed } = await run(2 + n, SEARCHES)
      if (failed) throw new Error(`${failed} searches failed.`)
      return gets.length
    }),
  }
}

/** Returns the median CPU time per unit of work, relative to a calibration before and after it. */
async function middleOf(site: Site, work: (n: number) => Promise<number>): Promise<number> {
  const ratios: number[] = []
  let before = calibrate()
  for (let n = 0; n < CHUNKS; n++) {
    const cpu = await site.cpuMs()
    const done = await work(n)
    const used = ((await site.cpuMs()) - cpu) / done
    const after = calibrate()
    ratios.push(used / ((before + after) / 2))
    before = after
  }
  return round(ratios.toSorted((a, b) => a - b)[CHUNKS >> 1] ?? Number.NaN, 4)
}
