import { type Browser, chromium } from '@playwright/test'
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
    return await Promise.all(pages.flatMap((page) => on.map((screen) => weighOne(browser, base, page, screen))))
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
  // A live event would load more code, which not every visit does.
  await page.route('**/live?*', (route) => route.abort())
  const bodies = new Map<string, Promise<{ path: string; type: string; kb: number }>>()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.resourceType()))
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (!/^(document|script|stylesheet)$/.test(type)) return
    const path = new URL(response.url()).pathname
    // A repeated request comes from the browser cache, which this route disables.
    if (bodies.has(path)) return
    bodies.set(
      path,
      response.body().then((body) => ({ path, type, kb: gzipSync(body, { level: 9 }).length / 1024 })),
    )
  })
  await page.goto(new URL(path, base).href, { waitUntil: 'load' })
  const before = [...asked]
  await page.waitForTimeout(STARTED_MS)
  await page.waitForLoadState('networkidle')
  const of = (type: string) => before.filter((one) => one === type).length
  const files = await Promise.all(bodies.values())
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
