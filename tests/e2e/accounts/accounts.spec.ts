import { signedIn } from '#tests/signed-in.ts'
import { expect, newcomer, searched, test } from '#tests/e2e/stage.ts'

test('a protected page redirects to log in and brings the customer back to its path', async ({ page }) => {
  await page.goto('/customer-dashboard')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Log in to see your bookings. We will take you straight there.')).toBeVisible()

  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('ana@primp')
  await page.getByLabel('Password', { exact: true }).fill('wrong-password')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Email address is not valid')).toBeVisible()
  await page.getByLabel('Email').fill('ana@primp.test')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('alert')).toHaveText('Email and password do not match.')

  await page.getByLabel('Password', { exact: true }).fill('primp-sample-1')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/customer-dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: /^Hello Ana/ })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('chatUserToken')?.split('.').length)).toBe(3)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Provider Dashboard' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Log In' })).toHaveCount(0)

  await menu.getByRole('link', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(
    await page.evaluate(() => [
      localStorage.getItem('primpUser'),
      JSON.parse(localStorage.getItem('primpSession') ?? '{}').token ?? null,
    ]),
  ).toEqual([null, null])
})

test('after logging out, neither Back nor the old cookie shows anything personal', async ({ page }) => {
  const id = await searched(page)
  await page.goto('/login')
  await page.getByLabel('Email').fill('ana@primp.test')
  await page.getByLabel('Password', { exact: true }).fill('primp-sample-1')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Hello Ana/ })).toBeVisible()
  await page.goto('/customer-dashboard/account')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/^Ana/)
  const owned = () =>
    page.evaluate(
      async (search) => (await (await fetch(`/v1/quotes/formSettings/${search}`)).json()).data.search.mine,
      id,
    )
  expect(await owned()).toBe(true)

  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login$/)
  expect(await owned()).toBe(false)
  expect((await page.context().cookies()).filter(({ name }) => name === 'primp_visitor')).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible()
  await expect(page.getByText(/Ana /)).toHaveCount(0)
})

test('a customer without a provider role is sent to the joining page, and a provider can choose between two dashboards', {
  tag: '@proof',
}, async ({ page }) => {
  const signIn = async (email: string) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('primp-sample-1')
    await page.getByRole('button', { name: 'Log In' }).click()
  }
  await signIn('ana@primp.test')
  await expect(page).toHaveURL(/\/customer-dashboard$/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/join$/)
  await page.goto('/logout?redirect=%2F%2Fevil.test')
  await expect(page).toHaveURL(/\/login$/)

  await signIn('mia@primp.test')
  await expect(page).toHaveURL(/\/select-dashboard$/)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Provider Dashboard/ })
    .click()
  await expect(page.getByRole('link', { name: 'View my profile' })).toBeVisible()
  await page.goto('/logout?redirect=/content/help')
  await expect(page).toHaveURL(/\/content\/help$/)
})

test('a fault at login is shown in the popup, and a lost connection is reported', async ({ page, context }) => {
  await page.route('**/v1/accounts/login', (route) =>
    route.fulfill({
      status: 500,
      json: { message: 'Something went wrong on our side. Please try again.', code: 'fault' },
    }),
  )
  await page.goto('/login')
  await page.getByLabel('Email').fill('ana@primp.test')
  await page.getByLabel('Password', { exact: true }).fill('primp-sample-1')
  await page.getByRole('button', { name: 'Log In' }).click()
  const popup = page.getByRole('dialog', { name: 'Error' })
  await expect(popup).toContainText('Something went wrong on our side.')
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(popup).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveValue('ana@primp.test')

  // Loads the toast code while online.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('You are back online.')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('You are offline. Your answers are still here.')).toBeVisible()
  await page.clock.runFor(5_100)
  await expect(page.getByText('You are offline.')).toBeHidden()
})

test('the cookie banner shows until one of its two choices is made', async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ baseURL })).newPage()
  await page.goto('/?gclid=g1')
  const banner = page.getByRole('region', { name: 'Cookie settings' })
  await expect(banner.getByRole('link', { name: 'Privacy policy' })).toBeVisible()
  expect(await page.evaluate(() => [localStorage.getItem('cookieConsent'), localStorage.getItem('gclid')])).toEqual([
    'pending',
    null,
  ])
  await banner.getByRole('button', { name: 'Accept and Close' }).click()
  await expect(banner).toBeHidden()
  expect(await page.evaluate(() => [localStorage.getItem('cookieConsent'), localStorage.getItem('gclid')])).toEqual([
    'accepted',
    'g1',
  ])
  await page.getByRole('button', { name: 'Cookie settings' }).click()
  await banner.getByRole('button', { name: 'Only necessary' }).click()
  expect(await page.evaluate(() => [localStorage.getItem('cookieConsent'), localStorage.getItem('gclid')])).toEqual([
    'necessary',
    null,
  ])
  // A choice saved in the account counts in a new browser.
  const somebody = await newcomer()
  const said = await page.request.put('/v1/accounts/me/cookies', {
    data: { choice: 'accepted' },
    headers: signedIn(somebody.token),
  })
  expect(said.status()).toBe(200)
  const elsewhere = await (await browser.newContext({ baseURL })).newPage()
  await elsewhere.goto('/login')
  const asked = elsewhere.getByRole('region', { name: 'Cookie settings' })
  await expect(asked).toBeVisible()
  await elsewhere.getByLabel('Email').fill(somebody.email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(somebody.password)
  await elsewhere.getByRole('button', { name: 'Log In' }).click()
  await expect(elsewhere).toHaveURL(/\/customer-dashboard$/)
  await expect(asked).toBeHidden()
  expect(await elsewhere.evaluate(() => localStorage.getItem('cookieConsent'))).toBe('accepted')
  await elsewhere.context().close()
  await page.context().close()
})
