import type { Page, Request } from '@playwright/test'

type Part = { x: number; y: number; width: number; height: number }

/** Takes pictures of a page or part until two in a row are identical. */
export async function settled(page: Page, quiet: () => Promise<void>, part?: Part): Promise<Buffer> {
  let before: Buffer = Buffer.alloc(0)
  for (let tries = 0; tries < 6; tries++) {
    await quiet()
    await still(page)
    const now = await shot(page, part)
    if (now.equals(before)) break
    before = now
  }
  return before
}

/** Returns a wait for network idle, ignoring live streams. */
export function watch(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let last = Date.now()
  page.on('request', (request) => {
    last = Date.now()
    if (!/\/live(\/|\?|$)/.test(request.url())) open.add(request)
  })
  const ended = (request: Request) => {
    last = Date.now()
    open.delete(request)
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async () => {
    const started = Date.now()
    while ((open.size || Date.now() - last < 250) && Date.now() - started < 20_000) await page.waitForTimeout(50)
  }
}

/** Waits for pictures and fonts, and stops animations. */
async function still(page: Page): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: 'One moment' })
    .waitFor({ state: 'hidden', timeout: 10_000 })
    .catch(() => {})
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
    await document.fonts.ready
    document.documentElement.style.caretColor = 'transparent'
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    await frame()
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
      else animation.cancel()
    }
    await frame()
  })
}

/** The page or part as PNG with fast compression. */
async function shot(page: Page, part?: Part): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { cssContentSize } = await session.send('Page.getLayoutMetrics')
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height, ...part, scale: 1 },
  })
  await session.detach()
  return Buffer.from(data, 'base64')
}
