import { type Locator, type Page, test as base, expect } from '@playwright/test'

/** A page that lives on the day the sample market is made around, and has answered the cookie banner. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) await page.clock.install({ time: new Date('2026-11-20T09:00:00Z') })
    await page.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    await use(page)
    expect(problems).toEqual([])
  },
})
export { expect }

const party = [{ count: 1, services: ['bridal-makeup', 'bridal-hair'] }, { count: 3, services: ['makeup', 'updo'] }, { count: 1, services: ['makeup'] }]

/** The wedding in Hackney on Saturday 12 June 2027: five people, ready by 1:30 PM. */
export const wedding = {
  storeSlug: 'beauty', categorySlug: 'makeup-hair-styling', eventDate: '2027-06-12', finishTime: '13:30',
  location: { type: 'Point', coordinates: [-0.055, 51.545], address: { placeName: 'Hackney, London, England, United Kingdom', countryCode: 'GB', neighborhood: 'Hackney', place: 'London' } },
  services: party.flatMap((look) => Array.from({ length: look.count }, () => look.services).flat()), people: party,
}

/** Saves a search as this page's visitor and answers its id. */
export async function searched(page: Page, change: Record<string, unknown> = {}): Promise<string> {
  const answer = await page.context().request.post('/v1/quotes/', { data: { ...wedding, ...change } })
  expect(answer.status()).toBe(200)
  return (await answer.json()).data.search.id
}

/** The prices of the cards inside. */
export const prices = async (group: Locator): Promise<number[]> =>
  (await group.locator('article .end .num').allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, '')))
