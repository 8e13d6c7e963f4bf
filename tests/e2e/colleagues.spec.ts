import { marketTime } from './market.ts'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import { actAs } from './ruth.ts'
import { become, expect, test } from './stage.ts'

test('an artist invites a colleague, who can decline without notifying the artist', {
  tag: '@proof',
}, async ({ page, browser, artist, colleague }) => {
  await become(page, await artist.logIn())
  await page.goto('/dashboard/profile#colleagues')
  const part = page.getByRole('region', { name: 'Artists you work with' })
  await expect(part.getByText('No artists yet.')).toBeVisible()
  const address = part.getByLabel('Link to their page')
  await address.fill('nobody-at-all')
  await part.getByRole('button', { name: 'Send request' }).click()
  await expect(part.getByText('There is no artist page at that address.')).toBeVisible()
  await expect(address).toBeFocused()
  await expect(address).toHaveValue('nobody-at-all')
  await address.fill(`https://primp.example/@/${colleague.slug}`)
  await address.press('Enter')
  await expect(page.getByText('Request sent to Mia Vale.')).toBeVisible()
  await expect(part.getByText(/^Requested on /)).toBeVisible()
  await expect(address).toHaveValue('')
  await cleanInBoth(page)

  const otherPage = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await otherPage.clock.install({ time: marketTime })
  await otherPage.addInitScript(() => window === top && localStorage.setItem('cookieConsent', 'necessary'))
  await actAs(otherPage, colleague.email)
  await otherPage.goto('/dashboard/profile#colleagues')
  const theirs = otherPage.getByRole('region', { name: 'Artists you work with' })
  await expect(theirs.getByText('Says you work together')).toBeVisible()
  await cleanInBoth(otherPage)
  // An impersonating operator cannot confirm colleagues.
  await theirs.getByRole('button', { name: 'Confirm that you work with Mia Vale' }).click()
  await expect(theirs.getByRole('alert').or(theirs.locator('[role=status]')).first()).toBeVisible()
  await expect(theirs.getByText('Says you work together')).toBeVisible()
  await theirs.getByRole('button', { name: 'Decline Mia Vale' }).click()
  await expect(theirs.getByText('No artists yet.')).toBeVisible()

  await page.reload()
  await expect(part.getByText(/^Requested on /)).toBeVisible()
  await part.getByRole('button', { name: 'Withdraw your request to Mia Vale' }).click()
  await expect(page.getByText('Done. We will not tell Mia Vale.')).toBeVisible()
  await expect(part.getByText('No artists yet.')).toBeVisible()
})
