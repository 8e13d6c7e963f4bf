import { cleanInBoth } from '#tests/e2e/axe.ts'
import { become, expect, running, test } from '#tests/e2e/stage.ts'
import { checkoutFor, fillCheckout, newAddress, openCheckout, testCard } from './booking-steps.ts'

test('an artist sells vouchers, and a voucher only pays for bookings with that artist', { tag: '@proof' }, async ({
  page,
  browser,
  artist,
}) => {
  const theirs = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await theirs.addInitScript(() => window === top && localStorage.setItem('cookieConsent', 'necessary'))
  await become(theirs, await artist.logIn())
  await theirs.goto('/dashboard/vouchers')
  await theirs.getByRole('button', { name: 'Sell vouchers' }).click()
  await expect(theirs.getByRole('textbox', { name: 'Link to your voucher' })).toHaveValue(
    new RegExp(`/gift-vouchers/${artist.slug}$`),
  )
  await cleanInBoth(theirs)

  await page.goto(`/@/${artist.slug}`)
  await running(page)
  await page.getByRole('link', { name: 'Give a gift voucher to spend with Mia' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Give a voucher to spend with Mia Vale' })).toBeVisible()
  await cleanInBoth(page)
  await page.getByText('Another amount').click()
  await page.getByLabel('Your amount').fill('900')
  await page.getByLabel('Their name').fill('Leila Hart')
  await page.getByLabel('Your name').fill('Grace Osei')
  await page.getByLabel('Your email').fill(newAddress())
  await testCard(page, /succeeds/)
  await page.getByRole('button', { name: 'Pay £900' }).click()
  await expect(page.getByText('Your voucher is ready')).toBeVisible()
  const code = await page.getByText(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/).innerText()
  await page.goto(`/voucher/${code}`)
  await expect(page.getByText('For bookings with Mia Vale')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Book Mia Vale' })).toBeVisible()
  await cleanInBoth(page)

  const other = await checkoutFor(page)
  const email = newAddress()
  await openCheckout(page, other.path, email)
  await fillCheckout(page, email)
  await page.getByRole('button', { name: 'Use a gift voucher' }).click()
  await page.getByLabel('Gift voucher code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(
    page.getByText('You can use this voucher only for bookings with Mia Vale. We have not used any of it.'),
  ).toBeVisible()
  await expect(page.getByLabel('Gift voucher code')).toHaveValue(code)
  await page.goto(`/voucher/${code}`)
  await expect(page.getByText('£900')).toBeVisible()
  await expect(page.getByText('of £900')).toHaveCount(0)

  await theirs.goto('/dashboard/vouchers')
  await expect(theirs.getByRole('row', { name: /Grace Osei.*Leila Hart.*£900\.00/ }).first()).toBeVisible()
  await expect(theirs.getByText(code)).toHaveCount(0)
  await cleanInBoth(theirs)
  await theirs.getByRole('button', { name: 'Stop selling vouchers' }).click()
  await expect(theirs.getByRole('button', { name: 'Sell vouchers' })).toBeVisible()
  // The browser may show a cached page briefly; the site does not.
  const pageNow = async () => (await page.context().request.get(`/@/${artist.slug}`)).text()
  await expect.poll(pageNow).not.toContain(`/gift-vouchers/${artist.slug}`)
  await page.goto(`/gift-vouchers/${artist.slug}`)
  await expect(page.getByText('These vouchers are not on sale')).toBeVisible()
  await cleanInBoth(page)
  await theirs.context().close()
})
