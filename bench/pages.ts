import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { makeLoad, round, type Spread, spreadOf } from './measure.ts'
import type { Site } from './site.ts'

const autocannon = new URL('../node_modules/autocannon/autocannon.js', import.meta.url).pathname
const run = promisify(execFile)

export type PageSpeed = {
  page: string
  fromMemory: {
    connections: number
    requestsPerSecond: number
    p50: number
    p99: number
    serverCpuMs: number
    errors: number
  }
  /** Null where no other address shows a page of its kind: what is kept is not drawn anew for asking. */
  rendered: (Spread & { pages: number; requestsPerSecond: number; serverCpuMs: number; renders: number }) | null
}

/** How fast a public page comes from memory, and what rendering it costs the server, by addresses of its kind that nobody has asked for. */
export async function measurePage(site: Site, path: string, others: readonly string[]): Promise<PageSpeed> {
  await fetch(new URL(path, site.url))
  await cannon(site.url + path, 2)
  const cpu = await site.cpuMs()
  const t = await cannon(site.url + path, 8)
  const memoryCpu = (await site.cpuMs()) - cpu

  return {
    page: path,
    fromMemory: {
      connections: 50,
      requestsPerSecond: round(t.requests.average, 0),
      p50: t.latency.p50,
      p99: t.latency.p99,
      serverCpuMs: round(memoryCpu / t.requests.total, 4),
      errors: t.errors + t.non2xx,
    },
    rendered: others.length ? await measureDrawing(site, others) : null,
  }
}

async function measureDrawing(site: Site, paths: readonly string[]): Promise<PageSpeed['rendered']> {
  await makeLoad({ url: site.url, paths: paths.slice(0, 300), connections: 2, seconds: 20 })
  const [before, rendersBefore] = [await site.cpuMs(), drawnIn(await site.pagesFrom())]
  const r = await makeLoad({ url: site.url, paths: paths.slice(300, 1_800), connections: 4, seconds: 20 })
  const [after, rendersAfter] = [await site.cpuMs(), drawnIn(await site.pagesFrom())]
  return {
    pages: r.gets.length,
    ...spreadOf(r.gets),
    requestsPerSecond: round(r.gets.length / r.seconds, 1),
    serverCpuMs: round((after - before) / r.gets.length),
    renders: rendersAfter - rendersBefore,
  }
}

type Cannon = {
  requests: { average: number; total: number }
  latency: { p50: number; p99: number }
  errors: number
  non2xx: number
}

/** Pages that were drawn, to be shared or for one visitor. */
const drawnIn = (from: Record<string, number>): number => (from['made'] ?? 0) + (from['own'] ?? 0)

async function cannon(url: string, seconds: number): Promise<Cannon> {
  const { stdout } = await run(
    process.execPath,
    [autocannon, '-j', '-n', '-c', '50', '-d', String(seconds), '-H', 'accept-encoding=gzip, deflate, br', url],
    { maxBuffer: 1 << 24 },
  )
  return JSON.parse(stdout) as Cannon
}
