import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  type Locator,
  type Page,
  test as base,
  expect,
  request,
} from '@playwright/test'
import { fromThePage, keepCookie, signedIn } from '#tests/signed-in.ts'
import { marketTime, takePooled, weekdayAfter } from './market.ts'

/** An artist reserved for this journey, with an empty calendar. Searches at `location` find nobody else. */
export type JourneyArtist = {
  slug: string
  email: string
  location: (typeof wedding)['location']
  logIn: () => Promise<Entered>
}

export const takeArtist = (): JourneyArtist => {
  const { slug, email, lat, lng } = takePooled('artist')
  const address = { placeName: 'Stornoway', countryCode: 'GB', neighborhood: 'Stornoway', place: 'Stornoway' }
  const location = { type: 'Point', coordinates: [lng, lat], address }
  return { slug, email, location, logIn: () => logIn(email, samplePassword) }
}

/**
 * `page` has the time of the sample market and an answered cookie banner. `artist`, `colleague` and `customer` belong
 * to this journey only.
 */
export const test = base.extend<{
  page: Page
  artist: JourneyArtist
  colleague: JourneyArtist
  customer: { email: string; logIn: () => Promise<Entered> }
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
  artist: async ({}, use) => use(takeArtist()),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
  colleague: async ({}, use) => use(takeArtist()),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
  customer: async ({}, use) => {
    const { customerEmail: email } = takePooled('customer')
    await use({ email, logIn: () => logIn(email, samplePassword) })
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) await page.clock.install({ time: marketTime })
    // Sandboxed frames have no storage.
    await page.addInitScript(() => window === top && localStorage.setItem('cookieConsent', 'necessary'))
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    await use(page)
    expect(problems).toEqual([])
  },
})
export { expect }

/** The password of all accounts of the sample market and the pool. */
const samplePassword = 'primp-sample-1'

const party = [
  { count: 1, services: ['bridal-makeup', 'bridal-hair'] },
  { count: 3, services: ['makeup', 'updo'] },
  { count: 1, services: ['makeup'] },
]

/** A wedding in Hackney on a Saturday: five people, ready by 1:30 PM. */
export const wedding = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate: weekdayAfter(204, 6),
  finishTime: '13:30',
  location: {
    type: 'Point',
    coordinates: [-0.055, 51.545],
    address: {
      placeName: 'Hackney, London, England, United Kingdom',
      countryCode: 'GB',
      neighborhood: 'Hackney',
      place: 'London',
    },
  },
  services: party.flatMap((look) => Array.from({ length: look.count }, () => look.services).flat()),
  people: party,
}

/** Saves a search as this page's visitor. Returns its id. */
export async function searched(page: Page, change: Record<string, unknown> = {}): Promise<string> {
  const answer = await page
    .context()
    .request.post('/v1/quotes/', { headers: fromThePage, data: { ...wedding, ...change } })
  expect(answer.status()).toBe(200)
  return (await answer.json()).data.search.id
}

export const prices = async (group: Locator): Promise<number[]> =>
  (await group.locator('article .number').allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, '')))

// Uses no cookies of the page, because signing in would claim the page's searches.
const aside = async <T>(work: (api: APIRequestContext) => Promise<T>): Promise<T> => {
  const api = await request.newContext({ baseURL: test.info().project.use.baseURL })
  return work(api).finally(() => api.dispose())
}

export const newcomer = (name = 'Kit Vale'): Promise<{ email: string; password: string; token: string; id: string }> =>
  aside(async (api) => {
    const email = `${crypto.randomUUID().slice(0, 13)}@journeys.example`
    const password = 'three plain words'
    const answer = await api.post('/v1/accounts/register', {
      data: { name, email, password, acceptTerms: true, adult: true, country: 'GB' },
    })
    expect(answer.status()).toBe(200)
    const { token, user } = await entered(answer)
    return { email, password, token, id: user.id }
  })

export type Entered = { token: string; cookie: string; user: { id: string; name: string; email: string } }
/** Returns the signed-in account; the cookie is kept for `signedIn`. */
export const entered = async (answer: APIResponse): Promise<Entered> => {
  const { data } = await answer.json()
  const given = answer.headersArray().filter(({ name }) => name.toLowerCase() === 'set-cookie')
  keepCookie(
    data.token,
    given.map(({ value }) => value),
  )
  return { ...data, cookie: signedIn(data.token).cookie }
}

/** Signs in outside the page; calls then use `signedIn(token)`. */
export const logIn = (email: string, password: string): Promise<Entered> =>
  aside(async (api) => {
    const answer = await api.post('/v1/accounts/login', { data: { email, password } })
    expect(answer.status()).toBe(200)
    return entered(answer)
  })

export const operatorToken = async (): Promise<string> => (await logIn('olu@primp.test', samplePassword)).token

export async function giveCookie(context: BrowserContext, cookie: string, url: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: new URL(url).origin }])
}

/** Signs a page in with an existing session: cookie and stored data. */
export async function become(page: Page, { token, user, cookie }: Entered): Promise<void> {
  await page.goto('/content/help')
  await giveCookie(page.context(), cookie, page.url())
  await page.evaluate(
    ([user, token]) => {
      localStorage.setItem('primpUser', user as string)
      localStorage.setItem('primpSession', JSON.stringify({ token, pathRequested: null }))
    },
    [JSON.stringify(user), token],
  )
}

/** Returns link and code of the newest outbox email with this subject to an address. */
export async function mailTo(address: string, subject: RegExp): Promise<{ path: string; code: string; body: string }> {
  const headers = signedIn(await operatorToken())
  return aside(async (api) => {
    const { notices } = (
      await (await api.get(`/v1/operator/outbox?text=${encodeURIComponent(address)}`, { headers })).json()
    ).data
    const found = notices.find(
      (notice: { address: string; subject: string }) => notice.address === address && subject.test(notice.subject),
    )
    expect(found, `a mail to ${address}: ${subject}`).toBeTruthy()
    const { body } = (await (await api.get(`/v1/operator/outbox/${found.id}`, { headers })).json()).data
    return { body, path: body.match(/https?:\/\/[^/\s]+(\/\S+)/)?.[1] ?? '', code: body.match(/\b\d{6}\b/)?.[0] ?? '' }
  })
}

/** Waits until a page of an account has its data. */
export async function loaded(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first()
  await expect(heading).toBeAttached()
  await expect(heading).not.toHaveText('One moment')
}

/** Waits for hydration. */
export const running = (page: Page, selector = 'main'): Promise<unknown> =>
  page.waitForFunction(
    (part) => Object.keys(document.querySelector(part) ?? {}).some((key) => key.startsWith('__react')),
    selector,
  )
