import { makeLoad, round, type Spread, spreadOf, sized } from './measure.ts'
import type { Site } from './site.ts'

export type Crawl = Spread & {
  pages: number
  /** All available pages; more than requested if the time ran out. */
  wanted: number
  failed: number
  pagesPerSecond: number
  serverCpuMs: number
  memoryMb: { before: number; peak: number; after: number }
  alongTheWay: { pages: number; memoryMb: number }[]
}

const STEP = 5_000

/** Requests different place pages once each, like a crawler, up to a maximum time, and watches the server's memory. */
export async function measureCrawl(site: Site, most: number, longestSeconds: number): Promise<Crawl> {
  const paths = await placePaths(site, most)
  const memory = async () => round((await site.memoryBytes()) / 2 ** 20, 0)
  const before = await memory()
  const cpu = await site.cpuMs()
  const times: number[] = []
  const alongTheWay: Crawl['alongTheWay'] = []
  let [failed, seconds] = [0, 0]
  for (let from = 0; from < paths.length && seconds < longestSeconds; from += STEP) {
    const step = await makeLoad({
      url: site.url,
      paths: paths.slice(from, from + STEP),
      connections: 4,
      seconds: longestSeconds - seconds,
    })
    times.push(...step.gets)
    failed += step.failed
    seconds += step.seconds
    alongTheWay.push({ pages: times.length + failed, memoryMb: await memory() })
  }
  const used = (await site.cpuMs()) - cpu
  await new Promise((done) => setTimeout(done, sized(10_000)))
  return {
    pages: times.length,
    wanted: paths.length,
    failed,
    ...spreadOf(times),
    pagesPerSecond: round(times.length / seconds, 1),
    serverCpuMs: round(used / times.length),
    memoryMb: { before, peak: Math.max(...alongTheWay.map(({ memoryMb }) => memoryMb)), after: await memory() },
    alongTheWay,
  }
}

export async function placePaths(site: Site, most: number): Promise<string[]> {
  const parts = locations(await (await fetch(`${site.url}/sitemap.xml`)).text()).filter((path) =>
    path.includes('places'),
  )
  const paths: string[] = []
  for (const part of parts) {
    if (paths.length >= most) break
    paths.push(...locations(await (await fetch(site.url + part)).text()))
  }
  return paths.slice(0, most)
}

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address ?? '').pathname)
