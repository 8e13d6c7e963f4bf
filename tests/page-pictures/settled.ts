import type { Page, Request } from '@playwright/test'

type Part = { x: number; y: number; width: number; height: number }

/** The picture of a page, or of a part of it, once it comes out twice alike: what comes late shows in the next one. */
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

/** Answers a wait for the moment at which nothing has been asked for a while, live streams aside. */
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

/** Waits until the page itself, all its pictures and all its letters stand, and ends what moves. */
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

/** The page, or that part of it, as PNG, packed fast rather than small. */
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
