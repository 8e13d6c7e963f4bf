import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, test as base, type Page, type Request } from '@playwright/test'
import { readMarket } from './kept-market.ts'
import { type Picture, pictures } from './pages.ts'
import { takenAt } from './pictured-site.ts'

const directory = process.env['PICTURES_DIR'] ?? ''
const market = readMarket(directory)

// One browser profile for all pictures of a worker: what one page has loaded the next one need not.
const test = base.extend<object, { profile: BrowserContext }>({
  profile: [
    async ({ browser }, use, { project }) => {
      const { baseURL, viewport, locale, timezoneId } = project.use
      const profile = await browser.newContext({ baseURL, viewport, locale, timezoneId, reducedMotion: 'reduce' })
      await use(profile)
      await profile.close()
    },
    { scope: 'worker' },
  ],
})

for (const picture of pictures) {
  test(picture.name, async ({ profile }, { project }) => {
    const { only, path, act, paper } = picture
    if (only) test.skip(project.name !== only, 'there is no such thing at this width')
    const page = await newcomer(profile, picture.who)
    const quiet = watch(page)
    await page.goto(typeof path === 'string' ? path : path(market))
    await quiet()
    await act?.(page)
    const keep = async (as: string) => {
      let [before, after]: [Buffer | null, Buffer | null] = [null, null]
      // What comes late shows in the next picture.
      for (let tries = 0; tries < 6 && (!before || !after?.equals(before)); tries++) {
        await quiet()
        await still(page)
        ;[before, after] = [after, await shot(page)]
      }
      if (after) writeFileSync(join(directory, `${picture.name}-${project.name}-${as}.png`), after)
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await keep(colorScheme)
    }
    if (paper) {
      await page.emulateMedia({ colorScheme: 'light', media: 'print' })
      await keep('paper')
    }
    await page.close()
  })
}

/** A page of somebody who has just come, signed in where the picture says who looks, at the minute the market stands at. */
async function newcomer(profile: BrowserContext, who: Picture['who']): Promise<Page> {
  await profile.clearCookies()
  const page = await profile.newPage()
  await page.clock.setFixedTime(new Date(takenAt))
  await page.addInitScript((session) => {
    if (window !== top) return
    localStorage.clear()
    localStorage.setItem('cookieConsent', 'necessary')
    if (!session) return
    localStorage.setItem('primpUser', JSON.stringify(session.user))
    localStorage.setItem('primpSession', JSON.stringify({ token: session.token, pathRequested: null }))
  }, who && market.session[who])
  return page
}

/** Answers a wait for the moment at which nothing has been asked for a while, live streams aside. */
function watch(page: Page): () => Promise<void> {
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

/** The whole page as PNG, packed fast rather than small. */
async function shot(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { cssContentSize } = await session.send('Page.getLayoutMetrics')
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height, scale: 1 },
  })
  await session.detach()
  return Buffer.from(data, 'base64')
}
