import { chromium } from '@playwright/test'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { browserFlags, browserPath } from './weight.ts'

const cli = fileURLToPath(new URL('../node_modules/lighthouse/cli/index.js', import.meta.url))
const run = promisify(execFile)
const kinds = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Kind = (typeof kinds)[number]

export type Scores = Record<Kind, number> & {
  page: string
  runs: number
  firstContentfulPaintMs: number
  largestContentfulPaintMs: number
  /** The earliest largest paint of all runs, which is least affected by other load. */
  leastLargestPaintMs: number
  totalBlockingMs: number
  layoutShift: number
  failing: string[]
}

type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>
}

type How = {
  runs?: number
  only?: readonly Kind[]
  /** The port of an open browser, whose storage is kept: for a signed-in page. */
  browser?: number
  cookie?: string
  /** How much slower the phone's processor is than this machine's: Lighthouse's default is 4. */
  slowdown?: number
}

/** Runs Lighthouse with a simulated phone and returns the median of three runs by performance. */
export async function lighthouse(
  page: string,
  url: string,
  { runs = 3, only = kinds, ...visitor }: How = {},
): Promise<Scores> {
  const reports: Report[] = []
  // Chromium sometimes loses the trace on a busy machine; such a run is repeated.
  for (let attempt = 0; attempt < runs * 2 && reports.length < runs; attempt++) {
    const report = await once(url, only, visitor)
    if (report) reports.push(report)
  }
  if (!reports.length) throw new Error(`Lighthouse could not read ${page}.`)
  const scoreOf = (report: Report, kind: string) => Math.round((report.categories[kind]?.score ?? 0) * 100)
  const middle = reports.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))[
    reports.length >> 1
  ] as Report
  const value = (id: string) => Math.round((middle.audits[id]?.numericValue ?? 0) * 1000) / 1000
  const failing = kinds
    .filter((kind) => kind !== 'performance')
    .flatMap((kind) =>
      (middle.categories[kind]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (middle.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => `${kind}: ${middle.audits[id]?.title}`),
    )
  return {
    page,
    runs: reports.length,
    performance: scoreOf(middle, 'performance'),
    accessibility: scoreOf(middle, 'accessibility'),
    'best-practices': scoreOf(middle, 'best-practices'),
    seo: scoreOf(middle, 'seo'),
    firstContentfulPaintMs: Math.round(value('first-contentful-paint')),
    largestContentfulPaintMs: Math.round(value('largest-contentful-paint')),
    leastLargestPaintMs: Math.round(
      Math.min(...reports.map(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? Number.NaN)),
    ),
    totalBlockingMs: Math.round(value('total-blocking-time')),
    layoutShift: value('cumulative-layout-shift'),
    failing,
  }
}

const port = Number(process.env['BENCH_BROWSER_PORT'] ?? 4191)

/** Opens a signed-in browser while `work` uses its port. */
export async function asSignedIn<T>(
  base: string,
  who: { email: string; password: string },
  work: (browser: number) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'primp-bench-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath,
    args: [...browserFlags, `--remote-debugging-port=${port}`],
  })
  try {
    const page = await context.newPage()
    await page.goto(`${base}/login`)
    await page.getByRole('textbox', { name: 'Email' }).fill(who.email)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await page.close()
    return await work(port)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function once(
  url: string,
  only: readonly Kind[],
  { browser, cookie, slowdown = 4 }: Pick<How, 'browser' | 'cookie' | 'slowdown'>,
): Promise<Report | null> {
  const args = [
    cli,
    url,
    '--output=json',
    '--quiet',
    `--only-categories=${only.join(',')}`,
    `--throttling.cpuSlowdownMultiplier=${slowdown}`,
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
    ...(browser
      ? [`--port=${browser}`, '--disable-storage-reset']
      : [`--chrome-flags=--headless=new ${browserFlags.join(' ')}`]),
  ]
  return run(process.execPath, args, { maxBuffer: 1 << 26, env: { ...process.env, CHROME_PATH: browserPath } }).then(
    ({ stdout }) => JSON.parse(stdout) as Report,
    () => null,
  )
}
