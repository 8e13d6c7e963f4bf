import type { Page } from '@playwright/test'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import { marketTime } from '#tests/e2e/market.ts'
import { fromThePage } from '#tests/signed-in.ts'
import { become, entered, expect, running, test } from '#tests/e2e/stage.ts'
import { checkoutFor, fillCheckout, kept, newAddress, onward, openCheckout } from './booking-steps.ts'

async function openTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.clock.install({ time: marketTime })
  return tab
}

test('a second artist in another tab asks before the first time is released', async ({ page }) => {
  const first = await checkoutFor(page)
  const second = await checkoutFor(page)
  // No tab gets events, as on a device that slept.
  await page.context().route(/\/v1\/live\b/, (route) => route.abort())
  await openCheckout(page, first.path)
  const other = await openTab(page)
  await other.goto(second.path)
  // The details that this tab does not know are typed again.
  if (await onward(other).isVisible()) await openCheckout(other, second.path).catch(() => {})
  const asked = other.getByText(/^We are already holding a time with/)
  await expect(asked).toBeVisible()
  await cleanInBoth(other)
  await expect(other.getByRole('link', { name: /^Continue with/ })).toHaveAttribute(
    'href',
    new RegExp(`/book/${first.id}/@/${first.slug}`),
  )
  await page.bringToFront()
  await kept(page)

  await other.getByRole('button', { name: 'Hold this time instead' }).click()
  await kept(other)
  // The first tab notices when it is looked at.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByText('We are no longer holding this time')).toBeVisible()
})

test('typed text survives a reload', async ({ page }) => {
  const { path } = await checkoutFor(page)
  await openCheckout(page, path)
  await page.getByLabel('Street address').fill('14 Lark Row, London E2 9JA')
  await page.reload()
  await kept(page)
  await expect(page.getByLabel('Street address')).toHaveValue('14 Lark Row, London E2 9JA')
})

test('typed text survives a logout in another tab', { tag: '@proof' }, async ({ page, customer }) => {
  const { path } = await checkoutFor(page)
  // A login in this browser, which claims its searches.
  const data = { email: customer.email, password: 'primp-sample-1' }
  const answer = await page.context().request.post('/v1/accounts/login', { headers: fromThePage, data })
  await become(page, await entered(answer))
  await openCheckout(page, path)
  await page.getByLabel('Street address').fill('14 Lark Row, London E2 9JA')

  const other = await openTab(page)
  await other.goto('/logout')
  await expect(other).toHaveURL(/\/login/)
  await expect(page.getByText('You have been logged out')).toBeVisible()
  await cleanInBoth(page)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email', { exact: true }).fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill('primp-sample-1')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(path.split('?')[0] as string))
  await kept(page)
  await expect(page.getByLabel('Street address')).toHaveValue('14 Lark Row, London E2 9JA')
  await fillCheckout(page, newAddress())
})

test('the home page leads back to the last search, and another person continues it in one tap', async ({
  page,
  browser,
}) => {
  const { id, slug, path } = await checkoutFor(page)
  await page.goto(`/quotes/${id}`)
  await page.evaluate((searchId) => localStorage.setItem('searchId', searchId), id)
  await page.goto('/')
  await running(page)
  await cleanInBoth(page)
  await page.getByRole('link', { name: 'Continue your search' }).click()
  await expect(page).toHaveURL(new RegExp(`/quotes/${id}`))

  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(path.replace('/book/', '/quotes/'))
  await theirs.getByRole('button', { name: /^Continue with/ }).click()
  await expect(theirs).not.toHaveURL(new RegExp(id))
  await expect(theirs).toHaveURL(new RegExp(`/quotes/[^/]+/@/${slug}`))
  await expect(theirs.getByRole('link', { name: 'Book', exact: true }).first()).toBeVisible()
  await theirs.context().close()
})
