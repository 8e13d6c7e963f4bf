import { makeLoad, round, type Spread, spreadOf, sized } from './measure.ts'
import { cpuBetween, databaseCpu, type Site } from './site.ts'
import type { Spot } from './spots.ts'
import type { Seen } from './load.ts'

export type SearchRun = {
  connections: number
  searches: number
  refused: number
  failed: number
  post: Spread
  get: Spread
  searchesPerSecond: number
  requestsPerSecond: number
  serverCpuMsPerRequest: number
  serverCpuMsPerSearch: number
  databaseCpuMsPerSearch: number | null
  answers: Seen
}

const runs = [
  { connections: 1, searches: sized(400) },
  { connections: 10, searches: sized(1_500) },
  { connections: 50, searches: sized(2_000) },
]
const mostSeconds = 30

/** Creates searches and reads their quotes, on a cold server, then warm with one, ten and fifty connections. */
export async function measureSearches(
  site: Site,
  spots: Spot[],
  databaseUrl?: string,
): Promise<{ cold: SearchRun; warm: SearchRun[] }> {
  const cold = await measure(site, spots, databaseUrl, { connections: 1, searches: sized(100) }, 1)
  // Loads every square once.
  await makeLoad({ url: site.url, spots, seed: 2, connections: 4, searches: sized(4_000), seconds: mostSeconds })
  const warm: SearchRun[] = []
  for (const [i, run] of runs.entries()) warm.push(await measure(site, spots, databaseUrl, run, 3 + i))
  return { cold, warm }
}

async function measure(
  site: Site,
  spots: Spot[],
  databaseUrl: string | undefined,
  run: { connections: number; searches: number },
  seed: number,
): Promise<SearchRun> {
  const [cpu, database] = [await site.cpuMs(), databaseCpu(databaseUrl)]
  const t = await makeLoad({ url: site.url, spots, seed, ...run, seconds: mostSeconds })
  const [cpuAfter, databaseAfter] = [await site.cpuMs(), databaseCpu(databaseUrl)]
  const searches = t.gets.length
  const perSearch = (cpuAfter - cpu) / searches
  return {
    connections: run.connections,
    searches,
    refused: t.refused,
    failed: t.failed,
    post: spreadOf(t.posts),
    get: spreadOf(t.gets),
    searchesPerSecond: round(searches / t.seconds, 1),
    requestsPerSecond: round((t.posts.length + t.gets.length) / t.seconds, 1),
    serverCpuMsPerRequest: round(perSearch / 2),
    serverCpuMsPerSearch: round(perSearch),
    databaseCpuMsPerSearch: databaseAfter.size ? round(cpuBetween(database, databaseAfter) / searches) : null,
    answers: t.answers,
  }
}
