import type { Page } from '@playwright/test'
import { expect, searched, test } from './stage.ts'

/** Loses the connection before anything of the page was used: it says so and stands; what cannot be opened says that too, and opens later. */
async function losesItsConnection(page: Page) {
  const heading = page.getByRole('heading', { level: 1 }).first()
  const title = (await heading.textContent()) ?? ''
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline. What you typed is kept.')).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByText('Part of this page did not load.')).toBeVisible()
  await expect(heading).toHaveText(title)
  await page.context().setOffline(false)
  await expect(page.getByText('You are back online.')).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await expect(heading).toHaveText(title)
}

test('the front page stands without a connection', async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await losesItsConnection(page)
})

test('quotes stand without a connection', async ({ page }) => {
  const id = await searched(page)
  await Promise.all([page.waitForRequest(/\/live\?/), page.goto(`/quotes/${id}`)])
  await losesItsConnection(page)
})
