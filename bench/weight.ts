import { type Browser, chromium, type Response } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { wholeBrowser } from '#scripts/browsers.ts'
import { round } from './measure.ts'

export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The HTTP/2 measurements use a self-signed certificate.
  '--ignore-certificate-errors',
]
export const browserPath = process.env['CHROMIUM'] ?? wholeBrowser

export type Weight = {
  page: string
  screen: string
  jsKb: number
  cssKb: number
  totalKb: number
  documentKb: number
  /** Requests before the first script. */
  first: { sheets: number; fonts: number; pictures: number; scripts: number }
  files: { path: string; kb: number }[]
}

const screens = { desktop: { width: 1440, height: 1000 }, phone: { width: 390, height: 844 } }

// A page starts its script after paint when idle, this many milliseconds after parsing at the latest.
const STARTED_MS = 3_500
const TIMEOUT_MS = 120_000

/**
 * Measures what a first visit loads until the network is idle, without interaction: scripts and styles in KB of 1024
 * bytes after gzip -9.
 */
export async function weigh(
  base: string,
  pages: readonly { page: string; path: string }[],
  on: readonly (keyof typeof screens)[] = ['desktop', 'phone'],
): Promise<Weight[]> {
  const browser = await chromium.launch({ executablePath: browserPath, args: browserFlags })
  try {
    const weights: Weight[] = []
    // One after the other: on a busy machine, several pages at once do not become idle in time.
    for (const page of pages) for (const screen of on) weights.push(await weighOne(browser, base, page, screen))
    return weights
  } finally {
    await browser.close()
  }
}

async function weighOne(
  browser: Browser,
  base: string,
  { page: name, path }: { page: string; path: string },
  screen: keyof typeof screens,
): Promise<Weight> {
  const context = await browser.newContext({ viewport: screens[screen] })
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  // A live event would load more code, which not every visit does.
  await page.route('**/live?*', (route) => route.abort())
  const responses = new Map<string, Response>()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.resourceType()))
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    // A repeated request comes from the browser cache, which this route disables.
    if (/^(document|script|stylesheet)$/.test(response.request().resourceType()) && !responses.has(pathname))
      responses.set(pathname, response)
  })
  await page.goto(new URL(path, base).href, { waitUntil: 'load' })
  const before = [...asked]
  await page.waitForTimeout(STARTED_MS)
  await page.waitForLoadState('networkidle')
  const of = (type: string) => before.filter((one) => one === type).length
  const files = await Promise.all(
    [...responses].map(async ([pathname, response]) => ({
      path: pathname,
      type: response.request().resourceType(),
      kb: gzipSync(await response.body(), { level: 9 }).length / 1024,
    })),
  )
  const sum = (type: string) => files.filter((file) => file.type === type).reduce((kb, file) => kb + file.kb, 0)
  await context.close()
  return {
    page: name,
    screen,
    jsKb: round(sum('script'), 1),
    cssKb: round(sum('stylesheet'), 1),
    totalKb: round(sum('script') + sum('stylesheet'), 1),
    documentKb: round(sum('document'), 1),
    first: { sheets: of('stylesheet'), fonts: of('font'), pictures: of('image'), scripts: of('script') },
    files: files
      .filter(({ type }) => type !== 'document')
      .sort((a, b) => b.kb - a.kb)
      .slice(0, 12)
      .map((file) => ({ path: file.path, kb: round(file.kb, 1) })),
  }
}
