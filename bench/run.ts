import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureBookings } from './bookings.ts'
import { changes, greaterOf, grown, keepFigures, keptFigures, leastOf, MOST_GROWTH } from './kept.ts'
import { measureCrawl, placePaths } from './crawl.ts'
import { measureIndexed } from './indexed.ts'
import { fillDirectory } from '#server/test-databases.ts'
import { asSignedIn, lighthouse, type Scores } from './lighthouse.ts'
import { measurePage } from './pages.ts'
import { wishes } from './parties.ts'
import { sampleSpots, spotsOf } from './spots.ts'
import { measureSearches, type SearchRun } from './searches.ts'
import { measureKnownGet, measureSignIns } from './sign-ins.ts'
import { openHttp2Proxy } from './http2-proxy.ts'
import { inProcess, isSmall, round, sized } from './measure.ts'
import type { Drawing, DrawingLoad } from './drawing.ts'
import { openSite, type Site } from './site.ts'
import { type Figures, quickParts } from './quick.ts'
import { soak } from './soak.ts'
import { measureStreams } from './streams.ts'
import { lastKept, said, summaryOf } from './summary.ts'
import { fillTables, measureTables } from './tables.ts'
import { weigh } from './weight.ts'

const kinds = [
  'weight',
  'pages',
  'drawing',
  'crawl',
  'indexed',
  'searches',
  'sign-ins',
  'tables',
  'bookings',
  'streams',
  'lighthouse',
  'soak',
  'quick',
] as const
const usualRows = sized(100_000)
const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: String(sized(60)) },
    rows: { type: 'string', default: String(usualRows) },
    keep: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
  },
})
const unknown = asked.filter((kind) => !kinds.includes(kind as (typeof kinds)[number]))
if (unknown.length) {
  console.error(
    `Usage: npm run bench [-- ${kinds.join('] [')}] [--minutes N] [--rows N] [--keep] [--small]. Unknown: ${unknown.join(', ')}.`,
  )
  process.exit(2)
}
// These run only by name.
const byName: readonly (typeof kinds)[number][] = ['soak', 'quick']
const wants = (kind: (typeof kinds)[number]) => (asked.length === 0 ? !byName.includes(kind) : asked.includes(kind))

const results = new URL('./results/', import.meta.url)
const embedded = { DATA_DIR: process.env['BENCH_DATA_DIR'] ?? 'node_modules/.cache/primp/bench', DATABASE_URL: '' }
const databases = (process.env['BENCH_DATABASES'] ?? '')
  .split(',')
  .map((url) => url.trim())
  .filter(Boolean)
/** To compare markets of equal density, the same share of each is requested, so that their caches are equally warm. */
const metros = Number(process.env['BENCH_METROS']) || undefined
const city = '/gb/makeup-hair-styling/london'
const neighbourhood = '/gb/makeup-hair-styling/camden-town'

/** The state of the machine, because other load affects the figures. */
const machine = () => ({
  at: new Date().toISOString(),
  node: process.version,
  cores: cpus().length,
  processor: cpus()[0]?.model ?? '',
  load: loadavg().map((load) => Math.round(load * 100) / 100),
})

const seen = new Map<string, unknown>()
const before = new Map<string, unknown>()

function keep(kind: string, figures: unknown) {
  if (isSmall) return
  seen.set(kind, figures)
  before.set(kind, lastKept(results, kind))
  const file = `${new Date().toISOString().slice(0, 10)}-${kind}.json`
  writeFileSync(new URL(file, results), `${JSON.stringify({ kind, machine: machine(), figures }, null, 2)}\n`)
  console.log(`  saved to bench/results/${file} (load ${machine().load.join(' ')})\n`)
}

if (
  wants('weight') ||
  wants('pages') ||
  wants('crawl') ||
  wants('indexed') ||
  wants('streams') ||
  wants('lighthouse') ||
  wants('searches') ||
  (wants('sign-ins') && !databases.length)
) {
  const site = await openSite(embedded)
  try {
    if (wants('weight')) await reportWeight(site)
    if (wants('pages')) await reportPages(site)
    if (wants('crawl')) await reportCrawl(site)
    if (wants('indexed')) await reportIndexed(site)
    if (wants('searches') && process.env['BENCH_EMBEDDED'] !== 'off')
      await reportSearches('embedded, sample market', 'embedded', site, sampleSpots(), undefined)
    if (wants('sign-ins') && !databases.length) await reportSignIns('embedded', site, undefined)
    if (wants('streams')) await reportStreams(site)
    if (wants('lighthouse')) await reportLighthouse(site)
  } finally {
    await site.stop()
  }
}
if (wants('drawing')) await reportDrawing()
if (wants('searches')) {
  for (const url of databases) {
    const { spots, providers } = await spotsOf(url, metros)
    const site = await openSite({ DATABASE_URL: url, SAMPLE_MARKET: 'off' })
    const name = `${new URL(url).pathname.slice(1)}${metros ? `-in-${metros}-metros` : ''}`
    try {
      await reportSearches(`PostgreSQL, ${providers.toLocaleString('en')} providers (${name})`, name, site, spots, url)
    } finally {
      await site.stop()
    }
  }
  if (!databases.length)
    console.log('Searches on PostgreSQL skipped: set BENCH_DATABASES to databases filled by `npm run market`.')
}

if (wants('sign-ins')) {
  for (const url of databases) {
    const site = await openSite({ DATABASE_URL: url, SAMPLE_MARKET: 'off' })
    try {
      await reportSignIns(new URL(url).pathname.slice(1), site, url)
    } finally {
      await site.stop()
    }
  }
}

if (wants('bookings')) {
  if (process.env['BENCH_EMBEDDED'] !== 'off') {
    const own = mkdtempSync(join(tmpdir(), 'primp-bench-'))
    try {
      await reportBookings('embedded', 'embedded', { DATA_DIR: own, DATABASE_URL: '' })
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  }
  for (const url of databases) {
    const name = new URL(url).pathname.slice(1)
    await reportBookings(`PostgreSQL, ${name}`, name, { DATABASE_URL: url })
  }
  if (!databases.length) console.log('Bookings on PostgreSQL skipped: set BENCH_DATABASES to an empty database.')
}

if (wants('tables')) {
  for (const url of databases) {
    const site = await openSite({ DATABASE_URL: url, SAMPLE_MARKET: 'off' })
    try {
      const rows = Number(values.rows)
      console.log(`Console tables with ${rows.toLocaleString('en')} rows (${new URL(url).pathname.slice(1)})`)
      await fillTables(url, rows)
      const runs = await measureTables(site, url, rows)
      for (const { table, what, ms } of runs)
        console.log(`  ${table.padEnd(10)} ${what.padEnd(18)} ${ms.p50} / ${ms.p95} / ${ms.p99} ms (p50/p95/p99)`)
      if (rows === usualRows) keep('tables', runs)
    } finally {
      await site.stop()
    }
  }
  if (!databases.length) console.log('Console tables skipped: set BENCH_DATABASES to a separate database.')
}

if (wants('quick')) {
  // Copies the market if the tests have already created it.
  if (!existsSync(embedded.DATA_DIR)) await fillDirectory(embedded.DATA_DIR)
  const site = await openSite(embedded)
  try {
    await reportQuick(site)
  } finally {
    await site.stop()
  }
}

if (wants('soak')) {
  const [url] = databases
  if (url) await reportSoak(url, Number(values.minutes))
  else console.log('Soak test skipped: set BENCH_DATABASES to an empty PostgreSQL database.')
}

const rows = summaryOf(seen, before)
if (rows.length) console.log(['All of it, beside a peer and against the last kept run', ...said(rows)].join('\n'))

async function reportBookings(where: string, name: string, env: Record<string, string>) {
  const site = await openSite({ ...env, SAMPLE_MARKET: 'on' })
  try {
    console.log(`Bookings: hold, payment and webhook (${where})`)
    const runs = []
    // The first run is the warm-up.
    for (const connections of [1, 8, 16]) {
      const run = await measureBookings(site, {
        wanted: sized(connections === 1 ? 200 : 800),
        connections,
        databaseUrl: env['DATABASE_URL'] || undefined,
      })
      const { cpuMs, after, writes } = run
      console.log(
        `  ${String(connections).padEnd(3)} ${run.perSecond} per second (${run.booked} booked, ${run.lost} failed), ${run.ms.p50} / ${run.ms.p95} / ${run.ms.p99} ms; median hold ${run.hold.p50}, confirm ${run.confirm.p50} ms`,
      )
      console.log(
        `      CPU per booking: server ${cpuMs.server} ms, database ${cpuMs.database ?? 'included'} ms, load ${cpuMs.load} ms; background work done ${after.seconds} s later, ${after.serverMs} and ${after.databaseMs ?? 0} ms per booking`,
      )
      if (writes)
        console.log(
          `      written per booking: ${writes.indexEntries} index entries, ${writes.rows} rows (${writes.heapOnly} heap-only), ${writes.transactions} transactions, ${writes.logKb} KB of log`,
        )
      runs.push(run)
    }
    keep(`bookings-${name}`, runs)
  } finally {
    await site.stop()
  }
}

async function newSearch(site: Site): Promise<{ id: string; cookie: string }> {
  for (const wish of wishes(sampleSpots().slice(0, 300), 11)) {
    const saved = await fetch(`${site.url}/v1/quotes/`, {
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

async function reportWeight(site: Site) {
  console.log('Page weight: KB (gzip -9) of scripts and styles until the network is idle')
  const weights = await weigh(site.url, [
    ...[
      '/',
      city,
      neighbourhood,
      '/join',
      '/lessons',
      '/content/help',
      '/content/privacy-policy',
      '/content/gallery',
    ].map((path) => ({ page: path, path })),
    { page: '/quotes/{id}', path: `/quotes/${(await newSearch(site)).id}` },
  ])
  for (const w of weights)
    console.log(
      `  ${w.page.padEnd(32)} ${w.screen.padEnd(8)} ${String(w.totalKb).padStart(6)}  (js ${w.jsKb}, css ${w.cssKb}; document ${w.documentKb}; until loaded ${w.first.sheets} sheets, ${w.first.fonts} fonts, ${w.first.pictures} pictures, ${w.first.scripts} scripts)`,
    )
  keep('page-weight', weights)
}

async function reportPages(site: Site) {
  console.log('Pages')
  const speeds = []
  const places = (await placePaths(site, 5_000)).filter((path) => path !== city)
  for (const path of ['/', city]) {
    const speed = await measurePage(site, path, path === city ? places : [])
    console.log(
      `  ${path.padEnd(32)} cached ${speed.fromMemory.requestsPerSecond}/s, ${round(speed.fromMemory.serverCpuMs * 1_000, 1)} µs server CPU each (${speed.fromMemory.perProcessorSecond} per CPU second), ${round(speed.fromMemory.clientCpuMs * 1_000, 1)} µs client CPU; unchanged ${round(speed.unchanged.serverCpuMs * 1_000, 1)} µs${speed.rendered ? `; rendered: ${speed.rendered.serverCpuMs} ms CPU, p50 ${speed.rendered.p50} ms` : ''}`,
    )
    speeds.push(speed)
  }
  keep('pages', speeds)
}

/** Measures the CPU time of rendering pages, in milliseconds and relative to the calibration. */
async function reportDrawing() {
  console.log('Rendered pages, CPU')
  const [url] = databases
  if (!url && !existsSync(embedded.DATA_DIR)) await fillDirectory(embedded.DATA_DIR)
  const env = url ? { DATABASE_URL: url } : embedded
  const drawn = await inProcess<Drawing[]>('./drawing.ts', { env, draws: sized(100) } satisfies DrawingLoad)
  for (const { page, cpuMs, overCalibration, htmlKb } of drawn)
    console.log(
      `  ${page.padEnd(32)} ${round(cpuMs)} ms, ${round(overCalibration, 4)} of a calibration (${round(htmlKb, 0)} KB uncompressed)`,
    )
  keep('drawing', drawn)
}

async function reportCrawl(site: Site) {
  const crawl = await measureCrawl(
    site,
    Number(process.env['BENCH_CRAWL']) || sized(100_000),
    Number(values.minutes) * 60,
  )
  const { before, peak, after } = crawl.memoryMb
  console.log(
    `Crawl: ${crawl.pages} of ${crawl.wanted} place pages, ${crawl.pagesPerSecond} per second, ${crawl.serverCpuMs} ms CPU each with their data, ${crawl.failed} failed; memory ${before} MB before, ${peak} MB peak, ${after} MB after`,
  )
  keep('crawl', crawl)
}

async function reportIndexed(site: Site) {
  const { pages, parts, failed, alike } = await measureIndexed(site, 40)
  console.log(
    `Indexed pages: ${pages} (${Object.entries(parts)
      .map(([part, count]) => `${part} ${count}`)
      .join(', ')})`,
  )
  console.log(
    `  ${failed.length} that cannot be indexed; ${alike.filter(({ percent }) => percent > 60).length} pairs share more than 60 % of their five-word runs`,
  )
  for (const { a, b, percent } of alike.slice(0, 5)) console.log(`  ${round(percent, 0)} %  ${a}  ${b}`)
  keep('indexed', { pages, parts, failed, alike: alike.slice(0, 20) })
}

async function reportSearches(
  title: string,
  kind: string,
  site: Site,
  spots: Parameters<typeof measureSearches>[1],
  url: string | undefined,
) {
  console.log(`Searches: ${title}`)
  const { cold, warm } = await measureSearches(site, spots, url)
  const line = (name: string, r: SearchRun) => {
    const ms = ({ p50, p95, p99 }: SearchRun['post']) => `${p50} / ${p95} / ${p99}`
    console.log(
      `  ${name.padEnd(6)} POST ${ms(r.post)}  GET ${ms(r.get)} ms (p50/p95/p99)  ${r.searchesPerSecond} searches/s  server ${r.serverCpuMsPerSearch} ms, database ${r.databaseCpuMsPerSearch ?? 'included'} ms per search${r.failed ? `  FAILED ${r.failed}` : ''}`,
    )
  }
  line('cold 1', cold)
  for (const run of warm) line(`${run.connections}`, run)
  keep(`searches-${kind}`, { market: title, cold, warm })
}

async function reportSignIns(kind: string, site: Site, url: string | undefined) {
  console.log(`Sign-ins: ${url ? `PostgreSQL (${kind})` : 'embedded'}`)
  const { tokens, ...signIns } = await measureSignIns(site)
  console.log(
    `  ${signIns.perSecond} per second, p50 ${signIns.ms.p50} ms, p99 ${signIns.ms.p99} ms, server ${signIns.serverCpuMsEach} ms CPU each`,
  )
  const known = []
  for (const people of [1, Math.min(1000, tokens.length)]) {
    const read = await measureKnownGet(site, tokens.slice(0, people), url)
    console.log(
      `  a read with ${String(people).padStart(4)} signed-in users: ${read.addedCpuMs} ms server CPU above ${read.anonymousCpuMs} anonymous${read.addedDatabaseCpuMs === null ? '' : `, ${read.addedDatabaseCpuMs} ms in the database`}`,
    )
    known.push(read)
  }
  keep(`sign-ins-${kind}`, { signIns, known })
}

async function reportStreams(site: Site) {
  const streams = await measureStreams(site)
  console.log(
    `Streams: ${streams.open} open, ${streams.memoryKbEach} KB each; message delivery ${streams.ms.p50} / ${streams.ms.p95} / ${streams.ms.p99} ms (p50/p95/p99), ${streams.lost} lost`,
  )
  keep('streams', streams)
}

async function reportLighthouse(site: Site) {
  console.log(
    'Lighthouse, mobile, median of three: performance, accessibility, best practices, SEO (0 if not measured)',
  )
  const all: Scores[] = []
  const report = (s: Scores) => {
    console.log(
      `  ${s.page.padEnd(32)} ${s.performance} ${s.accessibility} ${s['best-practices']} ${s.seo}; FCP ${s.firstContentfulPaintMs}, LCP ${s.largestContentfulPaintMs}, TBT ${s.totalBlockingMs} ms, CLS ${s.layoutShift}`,
    )
    for (const problem of s.failing) console.log(`    ${problem}`)
    all.push(s)
  }
  const { id, cookie } = await newSearch(site)
  const quotes = `/quotes/${id}`
  const slug = /\/@\/([^"?]+)/.exec(await (await fetch(site.url + quotes)).text())?.[1]
  if (!slug) throw new Error('The quotes page lists no provider.')
  const proxy = await openHttp2Proxy(site.url)
  try {
    for (const [page, path] of [
      ['/', '/'],
      [city, city],
      [neighbourhood, neighbourhood],
      ['/join', '/join'],
      ['/content/help', '/content/help'],
      ['/quotes/{id}', quotes],
      ['/quotes/{id}/@/{artist}', `${quotes}/@/${slug}`],
      ['/@/{artist}', `/@/${slug}`],
      ['/book/{id}/@/{artist}', `/book${quotes.slice('/quotes'.length)}/@/${slug}`],
    ] as const) {
      // Shared pages are cached, as for all visitors but the first.
      await (await fetch(site.url + path)).text()
      const own = /^\/(quotes|book)\//.test(path)
      report(await lighthouse(page, proxy.url + path, { runs: sized(3), ...(own && { cookie }) }))
    }
    for (const [name, path] of [
      ['mia', '/dashboard'],
      ['ana', '/customer-dashboard'],
    ] as const)
      await asSignedIn(site.url, { email: `${name}@primp.test`, password: 'primp-sample-1' }, async (browser) =>
        report(await lighthouse(path, proxy.url + path, { runs: sized(3), only: ['performance'], browser })),
      )
  } finally {
    proxy.close()
  }
  keep('lighthouse', all)
}

/** Compares the main figures with the saved ones. Fails if one has grown in two measurements. */
async function reportQuick(site: Site) {
  const began = performance.now()
  const quotes = { page: '/quotes/{id}', path: `/quotes/${(await newSearch(site)).id}` }
  const [front, place, join] = ['/', city, '/join'].map((path) => ({ page: path, path }))
  if (!front || !place || !join) return
  // Shared pages are cached, as for all visitors but the first.
  for (const { path } of [front, place, join]) await (await fetch(site.url + path)).text()
  const before = keptFigures()
  const figures: Figures = {}
  for (const measure of quickParts(site, [front, place, quotes, join], [front, quotes])) {
    // Saves the higher of two measurements, because their difference is noise.
    if (values.keep) {
      Object.assign(figures, greaterOf(await measure(3), await measure(3)))
      continue
    }
    let seen = await measure(1)
    const own = Object.fromEntries(Object.keys(seen).map((name) => [name, before[name] ?? Number.NaN]))
    if (grown(seen, own).length) seen = leastOf(seen, await measure(3))
    Object.assign(figures, seen)
  }
  console.log(`Compared with the saved figures (${Math.round((performance.now() - began) / 1_000)} s)`)
  for (const { name, seen, kept, growth } of changes(figures, before))
    console.log(
      `  ${name.padEnd(64)} ${String(round(seen, 3)).padStart(9)}  ${kept === null ? 'new' : `saved ${kept}, ${growth && growth > 0 ? '+' : ''}${round((growth ?? 0) * 100, 1)} %`}`,
    )
  if (values.keep) return keepFigures(figures, new Date().toISOString().slice(0, 10))
  const tooMuch = grown(figures, before)
  if (!tooMuch.length) return
  console.error(
    `Increased by more than ${MOST_GROWTH * 100} %, or no longer measured: ${tooMuch.join('; ')}. If this is intended, run npm run bench -- quick --keep, and give the reason in the commit.`,
  )
  process.exitCode = 1
}

async function reportSoak(url: string, minutes: number) {
  console.log(
    `Soak test: ${minutes} minutes of mixed traffic on two web processes and a worker (${new URL(url).pathname.slice(1)})`,
  )
  const port = Number(process.env['BENCH_PORT'] ?? 4180)
  const open = (n: number, ROLES: string) =>
    openSite({ DATABASE_URL: url, SAMPLE_MARKET: 'on', ROLES, PORT: String(port + n), LOG_LEVEL: 'warn' })
  // The first one fills the market.
  const sites = [await open(0, 'web'), await open(1, 'web'), await open(2, 'worker')] as const
  const [one, two, worker] = sites
  try {
    console.log('  minute  web 1   web 2  worker MB  searches  bookings  pages  events  streams  faults')
    const run = await soak([one, two], worker, minutes, (row) => {
      const cells = [...row.memoryMb, row.searches, row.bookings, row.pages, row.events, row.streams, row.faults]
      console.log(`  ${[row.minute, ...cells].map((cell) => String(cell).padStart(7)).join(' ')}`)
    })
    console.log(
      `  growth after the first ${run.warmMinutes} minutes: ${run.growthPercent.map((percent) => `${percent} %`).join(', ')}; ${run.faults} faults`,
    )
    for (const what of run.wrong) console.log(`    ${what}`)
    keep('soak', run)
  } finally {
    await Promise.all(sites.map((site) => site.stop()))
  }
}
