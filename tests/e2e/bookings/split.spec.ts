import { cleanInBoth } from '#tests/e2e/axe.ts'
import { expect, running, test } from '#tests/e2e/stage.ts'
import { checkoutFor, fillCheckout, newAddress, openCheckout, testCard } from './booking-steps.ts'

test('a party shares the bill: the customer pays their part, another person pays by link, and the booking is confirmed', {
  tag: '@proof',
}, async ({ page, browser }) => {
  const { path } = await checkoutFor(page, ['makeup', 'updo'])
  const email = newAddress()
  await openCheckout(page, path, email)
  await fillCheckout(page, email)
  await page.getByRole('radio', { name: /Everyone pays their own share/ }).check()
  await expect(page.getByLabel('Which person are you?')).toBeVisible()
  await testCard(page, /succeeds/)
  await page.getByRole('button', { name: /^Reserve your share, £/ }).click()
  await expect(page).toHaveURL(/\/book\/split\//)
  await expect(page.getByRole('heading', { level: 1, name: /covered/ })).toBeVisible()
  await expect(page.getByText('1 of 2 shares covered')).toBeVisible()
  await cleanInBoth(page)

  const holdId = page.url().split('/').at(-1)
  const { data } = await (await page.context().request.get(`/v1/holds/${holdId}/bill`)).json()
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await theirs.goto(`/split/${data.bill.shares[1].key}`)
  await running(theirs)
  await expect(theirs.getByRole('heading', { level: 1, name: /your share is £/i })).toBeVisible()
  await cleanInBoth(theirs)
  // The same link open elsewhere.
  const watching = await other.newPage()
  await watching.goto(theirs.url())
  await expect(watching.getByLabel('Your email')).toBeVisible()
  await theirs.getByLabel('Your email').fill(newAddress())
  await testCard(theirs, /succeeds/)
  await theirs.getByRole('button', { name: /^Pay £/ }).click()
  for (const open of [theirs, watching])
    await expect(open.getByRole('heading', { level: 1, name: 'Your share is paid' })).toBeVisible()
  await other.close()

  await expect(page.getByRole('heading', { level: 1, name: 'Everyone has paid' })).toBeVisible()
  await page.getByRole('link', { name: 'See your booking' }).click()
  await expect(page.getByRole('heading', { name: 'Who paid what' })).toBeVisible()
})

test("a link of another bill's share shows the same page as any wrong link", { tag: '@proof' }, async ({ page }) => {
  await page.goto(`/split/${'A'.repeat(40)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'This page has been wiped off.' })).toBeVisible()
})
