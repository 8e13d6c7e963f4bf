import type { LeanLoad, LeanTimings } from './lean-client.ts'
import { inProcess, makeLoad, round, type Spread, spreadOf, sized } from './measure.ts'
import type { Site } from './site.ts'

type FromMemory = {
  connections: number
  requestsPerSecond: number
  /** Per CPU second, independent of other load on the machine. */
  perProcessorSecond: number
  p50: number
  p99: number
  serverCpuMs: number
  clientCpuMs: number
  errors: number
}

export type PageSpeed = {
  page: string
  fromMemory: FromMemory
  /** The same with a matching ETag (304). */
  unchanged: FromMemory
  /** Null if there is no other URL of this kind, because a cached page is not rendered again. */
  rendered: (Spread & { pages: number; requestsPerSecond: number; serverCpuMs: number; renders: number }) | null
}

/** Measures the speed of a cached public page, and the cost of rendering others of its kind. */
export async function measurePage(site: Site, path: string, others: readonly string[]): Promise<PageSpeed> {
  const first = await fetch(new URL(path, site.url), {
    headers: { 'accept-encoding': 'br', cookie: 'primp_country=GB' },
  })
  await first.arrayBuffer()
  const etag = first.headers.get('etag') ?? ''
  await lean(site, { path, seconds: sized(2) })
  const [fromMemory, unchanged] = [
    await lean(site, { path, seconds: sized(8) }),
    await lean(site, { path, seconds: sized(4), etag }),
  ]

  return { page: path, fromMemory, unchanged, rendered: others.length ? await measureDrawing(site, others) : null }
}

async function measureDrawing(site: Site, paths: readonly string[]): Promise<PageSpeed['rendered']> {
  await makeLoad({ url: site.url, paths: paths.slice(0, 300), connections: 2, seconds: sized(20) })
  const [before, rendersBefore] = [await site.cpuMs(), drawnIn(await site.pagesFrom())]
  const r = await makeLoad({ url: site.url, paths: paths.slice(300, 1_800), connections: 4, seconds: sized(20) })
  const [after, rendersAfter] = [await site.cpuMs(), drawnIn(await site.pagesFrom())]
  return {
    pages: r.gets.length,
    ...spreadOf(r.gets),
    requestsPerSecond: round(r.gets.length / r.seconds, 1),
    serverCpuMs: round((after - before) / r.gets.length),
    renders: rendersAfter - rendersBefore,
  }
}

const drawnIn = (from: Record<string, number>): number => (from['made'] ?? 0) + (from['own'] ?? 0)

async function lean(
  site: Site,
  { path, ...load }: { path: string; seconds: number; etag?: string },
): Promise<FromMemory> {
  const connections = 50
  const cpu = await site.cpuMs()
  const seen = await inProcess<LeanTimings>('./lean-client.ts', {
    url: site.url + path,
    connections,
    ...load,
  } satisfies LeanLoad)
  const used = (await site.cpuMs()) - cpu
  return {
    connections,
    requestsPerSecond: round(seen.requests / seen.seconds, 0),
    perProcessorSecond: round((seen.requests / used) * 1_000, 0),
    p50: seen.p50,
    p99: seen.p99,
    serverCpuMs: round(used / seen.requests, 4),
    clientCpuMs: round(seen.cpuMs / seen.requests, 4),
    errors: seen.failed,
  }
}
