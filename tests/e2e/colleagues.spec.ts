import { cleanInBoth } from '#tests/e2e/axe.ts'
import { beRuth } from './ruth.ts'
import { become, expect, logIn, test } from './stage.ts'

test('an artist names another one, who is asked and may say no without the other being told', {
  tag: '@proof',
}, async ({ page, browser }) => {
  await become(page, await logIn('mia@primp.test', 'primp-sample-1'))
  await page.goto('/dashboard/profile#colleagues')
  const part = page.getByRole('region', { name: 'We work together' })
  await expect(part.getByText('Nobody yet.')).toBeVisible()
  const address = part.getByLabel('Address of their page')
  await address.fill('nobody-at-all')
  await part.getByRole('button', { name: 'Name them' }).click()
  await expect(part.getByText('No artist has a page at that address.')).toBeVisible()
  await expect(address).toBeFocused()
  await expect(address).toHaveValue('nobody-at-all')
  await address.fill('https://primp.example/@/ruth-calder')
  await address.press('Enter')
  await expect(page.getByText('Ruth Calder is asked.')).toBeVisible()
  await expect(part.getByText(/^Asked on /)).toBeVisible()
  await expect(address).toHaveValue('')
  await cleanInBoth(page)

  const ruths = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await ruths.clock.install({ time: new Date('2026-11-20T09:00:00Z') })
  await ruths.addInitScript(() => window === top && localStorage.setItem('cookieConsent', 'necessary'))
  await beRuth(ruths)
  await ruths.goto('/dashboard/profile#colleagues')
  const theirs = ruths.getByRole('region', { name: 'We work together' })
  await expect(theirs.getByText('Says that you work together')).toBeVisible()
  await cleanInBoth(ruths)
  // Whoever acts for her may not say in her name with whom she works.
  await theirs.getByRole('button', { name: 'We do, Mia Hollis and I' }).click()
  await expect(theirs.getByRole('alert').or(theirs.locator('[role=status]')).first()).toBeVisible()
  await expect(theirs.getByText('Says that you work together')).toBeVisible()
  await theirs.getByRole('button', { name: 'No, I do not work with Mia Hollis' }).click()
  await expect(theirs.getByText('Nobody yet.')).toBeVisible()

  await page.reload()
  await expect(part.getByText(/^Asked on /)).toBeVisible()
  await part.getByRole('button', { name: 'Take back what you asked Ruth Calder' }).click()
  await expect(page.getByText('Done. Ruth Calder is not told.')).toBeVisible()
  await expect(part.getByText('Nobody yet.')).toBeVisible()
})
