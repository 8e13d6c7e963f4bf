import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { browserFlags, browserPath } from './weight.ts'

const cli = new URL('../node_modules/lighthouse/cli/index.js', import.meta.url).pathname
const run = promisify(execFile)
const kinds = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Kind = (typeof kinds)[number]

export type Scores = Record<Kind, number> & {
  page: string
  runs: number
  firstContentfulPaintMs: number
  largestContentfulPaintMs: number
  /** Of the run that painted first: what the page needs, with the least of what the machine did beside it. */
  leastLargestPaintMs: number
  totalBlockingMs: number
  layoutShift: number
  failing: string[]
}

type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>
}

/** Lighthouse as a phone sees the page: the middle run of three by performance, in all its kinds of question or in these. */
export async function lighthouse(
  page: string,
  url: string,
  { runs = 3, only = kinds }: { runs?: number; only?: readonly Kind[] } = {},
): Promise<Scores> {
  const reports: Report[] = []
  // Chromium sometimes loses the trace of a page on a busy machine; that run says nothing and is repeated.
  for (let attempt = 0; attempt < runs * 2 && reports.length < runs; attempt++) {
    const report = await once(url, only)
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

async function once(url: string, only: readonly Kind[]): Promise<Report | null> {
  const args = [
    cli,
    url,
    '--output=json',
    '--quiet',
    `--only-categories=${only.join(',')}`,
    `--chrome-flags=--headless=new ${browserFlags.join(' ')}`,
  ]
  return run(process.execPath, args, { maxBuffer: 1 << 26, env: { ...process.env, CHROME_PATH: browserPath } }).then(
    ({ stdout }) => JSON.parse(stdout) as Report,
    () => null,
  )
}
