import { formatDay } from '#tests/e2e/market.ts'
import type { Page } from '@playwright/test'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import { expect, running, test, wedding } from '#tests/e2e/stage.ts'

/** Completes the search bar and searches: the wedding day, 1:30 PM, one person with this service. */
async function searchFrom(page: Page, service: string): Promise<void> {
  const bar = page.getByRole('search', { name: 'Search for artists' })
  await bar.getByRole('button', { name: /^Date/ }).click()
  const when = page.getByRole('dialog', { name: /Date/ })
  for (let month = 0; month < 7; month++) await when.getByRole('button', { name: 'Next month' }).click()
  await when.getByRole('button', { name: formatDay(wedding.eventDate, true) }).click()
  await when.getByText('1:30 PM', { exact: true }).click()
  const who = page.getByRole('dialog', { name: 'Who needs what' })
  await who.getByRole('button', { name: service, exact: true }).click()
  await who.getByRole('button', { name: 'Done' }).click()
  await bar.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/quotes\/[\w-]{10,24}$/)
}

test('a place page leads to its quotes, with the place prefilled', async ({ page }) => {
  await page.goto('/gb/makeup-hair-styling/manchester')
  await expect(page.getByRole('button', { name: /^Location Manchester/ })).toBeVisible()
  await searchFrom(page, 'Makeup')
  await expect(page.getByRole('heading', { level: 1, name: /can have you ready by 1:30 PM/ })).toBeVisible()
  await expect(page.getByRole('meter')).toHaveAccessibleName(/near Manchester/)
})

test('a place page leads to an occasion there, and to its quotes', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/gb/makeup-hair-styling/manchester')
  const place = await page.title()
  await page.getByRole('link', { name: 'Weddings' }).click()
  await expect(page).toHaveURL('/gb/makeup-hair-styling/manchester/wedding')
  await expect(page.getByRole('heading', { level: 1, name: 'Wedding hair and makeup in Manchester' })).toBeVisible()
  expect(await page.title()).not.toBe(place)
  await expect(page.getByText('Who should go first?')).toBeVisible()
  await searchFrom(page, 'Bridal makeup')
  await expect(page.getByRole('heading', { level: 1, name: /ready by 1:30 PM/ })).toBeVisible()
})

test('the gallery leads to the artist of a picture, and on to a search', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/content/gallery')
  await page.getByRole('link', { name: 'Lips', exact: true }).click()
  await expect(page).toHaveURL(/look=lips/)
  await page.getByRole('link', { name: 'Skin tone 3 of ten' }).click()
  await expect(page).toHaveURL(/tone=3/)
  await page
    .getByRole('button', { name: /^Open picture: / })
    .first()
    .click()
  const viewer = page.getByRole('dialog', { name: 'Gallery' })
  await expect(viewer.getByText(/^1 of /)).toBeVisible()
  await expect.poll(() => viewer.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText(/^2 of /)).toBeVisible()
  await viewer.getByRole('link', { name: /^See .+'s page$/ }).click()
  await expect(page).toHaveURL(/\/@\/[\w-]+$/)
  await page.getByRole('link', { name: 'Check your date' }).click()
  await expect(page.getByRole('heading', { name: /^Book /, level: 1 })).toBeVisible()
})

test('the card of a lesson leads to a search with that lesson chosen, and on to its teachers', {
  tag: '@proof',
}, async ({ page }) => {
  await page.goto('/lessons')
  await page.getByRole('link', { name: 'Evening eyes that last' }).click()
  await page.getByRole('combobox', { name: 'Location' }).fill('Hackney')
  await page
    .getByRole('option', { name: /Hackney.*London/ })
    .first()
    .click()
  const when = page.getByRole('dialog', { name: /Date/ })
  for (let month = 0; month < 7; month++) await when.getByRole('button', { name: 'Next month' }).click()
  await when.getByRole('button', { name: formatDay(wedding.eventDate, true) }).click()
  await when.getByText('Not sure yet', { exact: true }).click()
  await expect(page).toHaveURL(/\/quotes\/[\w-]{10,24}$/)
  // The previous page stays until the new one is loaded.
  const card = page.locator('#quotes-panel').getByRole('article').first()
  await card.getByRole('heading', { level: 3 }).getByRole('link').click()
  await expect(page.getByText('Evening makeup').first()).toBeVisible()
})

test('a visitor of the offers page sees artists with free time soon, and the total price of a day', async ({
  page,
}) => {
  await page.goto('/offers')
  await expect(page.getByRole('heading', { level: 1, name: 'Log in to see your offers' })).toBeVisible()
  await page.getByRole('button', { name: 'London' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Artists free near/ })).toBeVisible()
  const card = page.getByRole('article').first()
  const price = await card.locator('.number').textContent()
  await card
    .getByRole('button', { name: /^See .+ on / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/quotes\/[\w-]{10,24}\/@\/[\w-]+$/)
  await expect(
    page
      .getByRole('complementary')
      .getByText(price ?? '', { exact: true })
      .first(),
  ).toBeVisible()
})

test('the badge of an artist explains who checked what, and when', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/@/mia-hollis')
  await running(page)
  const badge = page.getByRole('button', { name: 'Identity verified: Mia Hollis' })
  await badge.focus()
  await page.keyboard.press('Enter')
  const meaning = page.getByRole('dialog', { name: 'What this means' })
  await expect(meaning.getByText(/^Checked by our team on \w+ \d+ \w+ \d{4}\./).first()).toBeVisible()
  await expect(meaning.getByText('Reviews do, and they come only from bookings on Primp.')).toBeVisible()
  await cleanInBoth(page)
  await meaning.getByRole('button', { name: 'Close' }).click()
  await expect(meaning).toBeHidden()
  await expect(badge).toBeFocused()
})

test('in a region without artists a visitor leaves an address to be notified once', { tag: '@proof' }, async ({
  page,
}) => {
  await page.goto('/gb/makeup-hair-styling/kirkwall')
  await expect(page.getByText('No artists in Kirkwall yet')).toBeVisible()
  await page.locator('a[href^="/coming-soon"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Primp is not in Kirkwall yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByText(/Email/).last()).toBeVisible()
  await expect(page.getByText(/Email is required|Email address is not valid/)).toBeVisible()
  await page.getByLabel('Email').fill(`${crypto.randomUUID().slice(0, 13)}@journeys.example`)
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByText('Open the email we sent you and confirm your address to join the list.')).toBeVisible()
})

test('reviews are filtered by place and score, and lead to the artist', { tag: '@proof' }, async ({ page }) => {
  await page.goto('/content/reviews')
  await page.getByLabel('Place', { exact: true }).selectOption('London, United Kingdom')
  await expect(page).toHaveURL(/place=GB%3ALondon/)
  await page.getByRole('link', { name: /^2 of 5:/ }).click()
  await expect(page).toHaveURL(/score=2/)
  await expect(page.getByRole('img', { name: '2 out of 5' }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: '5 out of 5' })).toHaveCount(0)
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/@\/[\w-]+$/)
})
