import { openEmbedded, openPostgres } from '#db/database.ts'
import { createApp } from '#server/app.ts'
import { readBuiltPages } from '#server/built-pages.ts'
import { readEnv } from '#server/platform/env.ts'
import { openLog } from '#server/platform/log.ts'
import { openMetrics } from '#server/platform/metrics.ts'
import { calibrate } from './calibration.ts'
import { wishes } from './parties.ts'
import { sampleSpots } from './spots.ts'

// A separate process that contains only the site, to measure rendering without network and compression.

export type DrawingLoad = { env: Record<string, string>; draws: number }
export type Drawing = {
  page: string
  /** CPU milliseconds to render the page with its data. */
  cpuMs: number
  /** The same as a multiple of the calibration. */
  overCalibration: number
  htmlKb: number
}

const ROUNDS = 5
const NOW = new Date('2026-11-20T09:00:00Z')

async function run({ env: given, draws }: DrawingLoad): Promise<Drawing[]> {
  const env = readEnv({ ...process.env, NODE_ENV: 'production', RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...given })
  const database = env.DATABASE_URL ? await openPostgres(env.DATABASE_URL) : await openEmbedded(env.DATA_DIR)
  const rig = { database, env, log: openLog('silent'), metrics: openMetrics(), clock: () => NOW }
  const app = createApp(rig, await readBuiltPages())
  const ask = (path: string, init: RequestInit = {}, cookie?: string) =>
    app.fetch(
      new Request(new URL(path, env.publicUrl), {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) },
      }),
      { address: '127.0.0.1', requestId: 'bench-drawing', cookie, languages: 'en-GB' },
    )
  const { id, cookie } = await newSearch(ask)
  const quotes = `/quotes/${id}`
  const slug = /\/@\/([^"?]+)/.exec(await (await ask(quotes, {}, cookie)).text())?.[1]
  const found: Drawing[] = []
  for (const [page, path] of [
    ['/', '/'],
    ['/gb/makeup-hair-styling/london', '/gb/makeup-hair-styling/london'],
    ['/quotes/{id}', quotes],
    ['/@/{artist}', `/@/${slug}`],
  ] as const)
    found.push({
      page,
      ...(await drawn(draws, async () => {
        const answer = await ask(path, {}, cookie)
        if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}.`)
        return answer.text()
      })),
    })
  await database.close()
  return found
}

async function drawn(draws: number, draw: () => Promise<string>): Promise<Omit<Drawing, 'page'>> {
  let html = ''
  for (let n = 0; n < draws; n++) html = await draw()
  const each: { cpuMs: number; overCalibration: number }[] = []
  let before = calibrate()
  for (let round = 0; round < ROUNDS; round++) {
    const from = process.threadCpuUsage()
    for (let n = 0; n < draws; n++) await draw()
    const { user, system } = process.threadCpuUsage(from)
    const cpuMs = (user + system) / 1_000 / draws
    const after = calibrate()
    each.push({ cpuMs, overCalibration: cpuMs / ((before + after) / 2) })
    before = after
  }
  const middle = each.sort((a, b) => a.overCalibration - b.overCalibration)[ROUNDS >> 1]
  return { ...(middle ?? { cpuMs: Number.NaN, overCalibration: Number.NaN }), htmlKb: Buffer.byteLength(html) / 1024 }
}

async function newSearch(ask: (path: string, init: RequestInit) => Promise<Response>) {
  for (const wish of wishes(sampleSpots().slice(0, 300), 11)) {
    const saved = await ask('/v1/quotes/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wish),
    })
    if (!saved.ok) continue
    const { data } = (await saved.json()) as { data: { search: { id: string } } }
    return {
      id: data.search.id,
      cookie: saved.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    }
  }
  throw new Error('No search was accepted.')
}

process.once('message', async (load: DrawingLoad) => {
  process.send?.(await run(load), () => process.disconnect())
})
