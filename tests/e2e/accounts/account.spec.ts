import { dayAfter } from '#tests/e2e/market.ts'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import { expect, logIn, mailTo, newcomer, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

async function atHome(page: Page) {
  const person = await newcomer()
  await page.goto('/login?redirect=/customer-dashboard/account')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()
  return person
}
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('axe finds no problem on the account page, and it is no wider than a small phone', async ({ page }) => {
  await atHome(page)
  await cleanInBoth(page)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
})

test('a customer changes name and number; invalid values are marked and keep what was typed', {
  tag: '@proof',
}, async ({ page }) => {
  await atHome(page)
  const details = card(page, 'Details')
  await details.getByLabel('Name').fill('')
  await details.getByLabel(/^Mobile/).fill('12')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByText('Name is required')).toBeVisible()
  await expect(details.getByLabel('Name')).toBeFocused()
  await details.getByLabel('Name').fill('Kit Marlow')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(details.getByText('Check the number and its country code.')).toBeVisible()
  await details.getByLabel(/^Mobile/).fill('07700 900123')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(details.getByLabel('Name')).toHaveValue('Kit Marlow')
  await expect(details.getByLabel(/^Mobile/)).toHaveValue('07700 900123')
})

test('a customer verifies the address by code, then changes it with the link to the new one', {
  tag: '@proof',
}, async ({ page }) => {
  const { email } = await atHome(page)
  const address = card(page, 'Email')
  await expect(address.getByText('Not verified yet')).toBeVisible()
  await address
    .getByLabel('Or enter the code from our email')
    .fill((await mailTo(email, /Confirm your email address/)).code)
  await address.getByRole('button', { name: 'Use code' }).click()
  await expect(address.getByText('Verified', { exact: true })).toBeVisible()

  const fresh = `new-${email}`
  await address.getByLabel('New email address').fill(fresh)
  await address.getByRole('button', { name: 'Change' }).click()
  await page
    .getByRole('dialog', { name: `Change your email address to ${fresh}?` })
    .getByRole('button', { name: 'Change' })
    .click()
  await expect(
    address.getByText(`We have sent a link to ${fresh}. We will use ${email} until you open it.`),
  ).toBeVisible()
  expect((await mailTo(email, /Your email address is changing/)).body).toContain(fresh)
  await page.goto((await mailTo(fresh, /Confirm your email address/)).path)
  await expect(page.getByRole('heading', { name: 'Address verified' })).toBeVisible()
  await page.goto('/customer-dashboard/account')
  await expect(address.getByText(fresh)).toBeVisible()
})

test('a new password logs out every other device, and so does the button', { tag: '@proof' }, async ({ page }) => {
  const { email, password, token } = await atHome(page)
  const devices = card(page, 'Where you are logged in')
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByText('This device')).toBeVisible()
  const change = card(page, 'Password')
  await change.getByLabel('Current password').fill('not this one')
  await change.getByLabel('New password').fill('four plain words now')
  await change.getByRole('button', { name: 'Save password' }).click()
  await expect(change.getByText('The password is not correct.')).toBeVisible()
  await expect(change.getByLabel('Current password')).toBeFocused()
  await change.getByLabel('Current password').fill(password)
  await change.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password changed. You have been logged out everywhere else.')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  expect((await page.request.get('/v1/accounts/me', { headers: signedIn(token) })).status()).toBe(401)

  const { token: second } = await logIn(email, 'four plain words now')
  await page.reload()
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await devices.getByRole('button', { name: 'Log out everywhere else' }).click()
  await page
    .getByRole('dialog', { name: 'Log out everywhere else?' })
    .getByRole('button', { name: 'Log out other devices' })
    .click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  expect((await page.request.get('/v1/accounts/me', { headers: signedIn(second) })).status()).toBe(401)
})

test('a session that ended elsewhere clears the stored data and returns to the page after signing in', async ({
  page,
}) => {
  const { email, password } = await atHome(page)
  const { token: elsewhere } = await logIn(email, password)
  await page.request.post('/v1/accounts/me/sessions/end-others', { headers: signedIn(elsewhere), data: {} })
  // A slow page still shows the message.
  let arrive = () => {}
  const slow = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/assets\/login-page/, (route) => slow.then(() => route.continue()))
  const asked = page.waitForRequest(/\/assets\/login-page/)
  await page.goto('/customer-dashboard/account?x=1')
  await asked
  await page.clock.fastForward(7_000)
  arrive()
  // The toast disappears, the message on the page stays.
  await expect(page.getByText('Your session has ended. Log in to continue.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(
    await page.evaluate(() => [
      localStorage.getItem('primpUser'),
      JSON.parse(localStorage.getItem('primpSession') ?? '{}').token,
    ]),
  ).toEqual([null, null])
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/customer-dashboard\/account\?x=1$/)
})

test('notification settings and quiet hours are saved immediately, and the data export is one file', {
  tag: '@proof',
}, async ({ page }) => {
  const { email } = await atHome(page)
  const notices = card(page, 'Notifications')
  await notices.getByRole('switch', { name: 'Waiting lists and alerts, Email' }).click()
  await expect(page.getByText('Notifications saved.').first()).toBeVisible()
  await notices.getByLabel('From').selectOption('22:30')
  await expect(notices.getByLabel('Until')).toHaveValue('07:00')
  await page.reload()
  await expect(notices.getByRole('switch', { name: 'Waiting lists and alerts, Email' })).toHaveAttribute(
    'aria-checked',
    'false',
  )
  await expect(notices.getByLabel('From')).toHaveValue('22:30')

  const data = card(page, 'Download my data')
  await data.getByRole('button', { name: 'Prepare my data' }).click()
  const download = page.waitForEvent('download')
  await data.getByRole('button', { name: 'Download', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`primp-${dayAfter(0)}.json`)
  expect(JSON.parse(await readFile(await file.path(), 'utf8')).account[0]).toMatchObject({ email, name: 'Kit Vale' })
})

test('an account is deleted with the emailed link, and can then no longer sign in', async ({ page }) => {
  const { email, password } = await atHome(page)
  const data = card(page, 'Download my data')
  await data.getByRole('button', { name: 'Delete account' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete your account?' })
  await asked.getByRole('button', { name: 'Keep account' }).click()
  await expect(asked).toBeHidden()
  await data.getByRole('button', { name: 'Delete account' }).click()
  await asked.getByRole('button', { name: 'Delete account' }).click()
  await expect(data.getByText(`We have sent a link to ${email}.`)).toBeVisible()
  await page.goto((await mailTo(email, /Delete your Primp account/)).path)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
  await page.goto('/customer-dashboard')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('alert')).toHaveText('Email and password do not match.')
})

test('an account page that fails to load offers a retry', { tag: '@proof' }, async ({ page }) => {
  await page.route('**/v1/accounts/me/sessions', (route) => route.abort())
  const person = await newcomer()
  await page.goto('/login?redirect=/customer-dashboard/account')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('We could not load your account.')).toBeVisible()
  await page.unroute('**/v1/accounts/me/sessions')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeVisible()
})
