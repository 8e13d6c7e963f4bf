import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { giveCookie } from '#tests/e2e/stage.ts'
import { readMarket } from './kept-market.ts'
import { type Picture, pictures } from './pages.ts'
import { takenAt } from './pictured-site.ts'
import { settled, watch } from './settled.ts'

const directory = process.env['PICTURES_DIR'] ?? ''
const market = readMarket(directory)

// One browser profile per worker, to share its cache.
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
    const page = await newcomer(profile, picture.who, project.use.baseURL as string)
    const quiet = watch(page)
    await page.goto(typeof path === 'string' ? path : path(market))
    await quiet()
    await act?.(page)
    const keep = async (as: string) =>
      writeFileSync(join(directory, `${picture.name}-${project.name}-${as}.png`), await settled(page, quiet))
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

/** A new visitor's page, signed in as the picture's viewer, at the market's time. */
async function newcomer(profile: BrowserContext, who: Picture['who'], baseURL: string): Promise<Page> {
  await profile.clearCookies()
  const session = who && market.session[who]
  if (session) await giveCookie(profile, session.cookie, baseURL)
  const page = await profile.newPage()
  await page.clock.setFixedTime(new Date(takenAt))
  await page.addInitScript((session) => {
    if (window !== top) return
    localStorage.clear()
    localStorage.setItem('cookieConsent', 'necessary')
    if (!session) return
    localStorage.setItem('primpUser', JSON.stringify(session.user))
    localStorage.setItem('primpSession', JSON.stringify({ token: session.token, pathRequested: null }))
  }, session)
  return page
}
