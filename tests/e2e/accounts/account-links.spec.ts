import type { Page } from '@playwright/test'
import { clean } from '#tests/e2e/axe.ts'
import { become, expect, logIn, mailTo, newcomer, operatorToken, searched, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

const signIn = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

test('a forgotten password is reset with an emailed link, and the old one no longer works', async ({ page }) => {
  const { email, password } = await newcomer()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await clean(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`If ${email} has an account, we have sent a link.`)).toBeVisible()

  const { path } = await mailTo(email, /Choose a new Primp password/)
  await page.goto(path)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Use at least 10 characters.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('password123')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Choose another password: at least 10 characters and not a common one.')).toBeVisible()
  await clean(page)
  await page.getByLabel('Password', { exact: true }).fill('four plain words now')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password saved. You have been logged out everywhere else.')).toBeVisible()
  await expect(page).toHaveURL(/\/customer-dashboard$/)

  await page.goto(path)
  await page.getByLabel('Password', { exact: true }).fill('five plain words now')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await page.goto('/logout')
  await signIn(page, email, password)
  await expect(page.getByRole('alert')).toHaveText('Email and password do not match.')
})

test('an emailed link signs in and moves an earlier search to the account; the code of the next email does the same', async ({
  page,
}) => {
  const { email, password } = await newcomer()
  const search = await searched(page)
  await page.goto('/customer-dashboard')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await clean(page)

  const { path } = await mailTo(email, /is your Primp code/)
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  // Mail scanners open the page, which does not use the token.
  await page.reload()
  await clean(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  // The password was chosen before the address was verified.
  await expect(page.getByRole('heading', { name: 'Keep your password?' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Keep my password' }).click()
  await expect(page).toHaveURL(/\/customer-dashboard$/)
  await expect(page.getByText('We have added the search you started before you logged in.')).toBeVisible()
  await expect(page.locator(`a[href="/quotes/${search}"]`)).toBeVisible()

  await page.goto('/logout')
  await page.goto(path)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await clean(page)
  await page.getByRole('button', { name: 'Send another' }).click()
  await page.getByLabel('Or enter the code').fill('12')
  await page.getByRole('button', { name: 'Log in with code' }).click()
  await expect(page.getByText('Code is not valid')).toBeVisible()
  const { code } = await mailTo(email, /is your Primp code/)
  await page.getByLabel('Or enter the code').fill(code)
  await page.getByRole('button', { name: 'Log in with code' }).click()
  await expect(page.getByRole('heading', { name: /^Hello Kit/ })).toBeVisible()
})

test('in another browser, a password chosen before the address was verified has to be typed once, or is removed and chosen again', {
  tag: '@proof',
}, async ({ page }) => {
  const { email, password } = await newcomer()
  const { path } = await mailTo(email, /Confirm your email address/)
  await page.goto(path)
  await page.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your password?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep my password' }).click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('not the one I chose')
  await page.getByRole('button', { name: 'Keep my password' }).click()
  await expect(page.getByText('The password is not correct.')).toBeVisible()
  await clean(page)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Keep my password' }).click()
  await expect(page.getByRole('heading', { name: 'Address verified' })).toBeVisible()
  await page.goto('/login')
  await signIn(page, email, password)
  await expect(page.getByRole('heading', { name: /^Hello Kit/ })).toBeVisible()

  const other = await newcomer()
  await page.goto('/logout')
  await page.goto((await mailTo(other.email, /Confirm your email address/)).path)
  await page.getByRole('button', { name: 'Yes, it is mine' }).click()
  await page.getByRole('button', { name: 'Continue without it' }).click()
  await expect(page.getByText('The earlier password no longer works')).toContainText(other.email)
  await clean(page)
  await page.getByLabel('Password', { exact: true }).fill('four plain words now')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password saved. You have been logged out everywhere else.')).toBeVisible()
  await expect(page).toHaveURL(/\/customer-dashboard$/)
  expect((await mailTo(other.email, /Your password no longer works/)).body).toContain(other.email)
})

test('an emailed link opened where its account is signed in keeps the password without asking for it', {
  tag: '@proof',
}, async ({ page }) => {
  const email = `${crypto.randomUUID().slice(0, 13)}@journeys.example`
  await page.goto('/register')
  await page.getByLabel('Name').fill('Noor Vale')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('three plain words')
  await page.getByRole('checkbox', { name: 'I am 18 or over.' }).check()
  await page.getByRole('checkbox', { name: /customer terms/ }).check()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Hello Noor' })).toBeVisible()
  await page.evaluate(
    (address) =>
      fetch('/v1/accounts/magic-link', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: address }),
      }),
    email,
  )
  await page.goto((await mailTo(email, /is your Primp code/)).path)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Hello Noor' })).toBeVisible()
  await page.goto('/logout')
  await signIn(page, email, 'three plain words')
  await expect(page.getByRole('heading', { name: 'Hello Noor' })).toBeVisible()
})

test('a customer emails quotes to themselves and continues on another device after signing in', {
  tag: '@proof',
}, async ({ page, browser, baseURL }) => {
  const { email, password } = await newcomer()
  const search = await searched(page)
  await page.goto(`/quotes/${search}`)
  const send = page.getByRole('region', { name: 'Email me these quotes' })
  await send.getByLabel('Email').fill(email)
  await send.getByRole('button', { name: 'Send' }).click()
  await expect(send.getByText(`Open the email we sent to ${email}`)).toBeVisible()
  await page.goto((await mailTo(email, /Confirm your email address/)).path)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('We have sent the link to your quotes.')).toBeVisible()
  await page.goto('/login')
  await signIn(page, email, password)
  await expect(page.getByText('We have added the search you started before you logged in.')).toBeVisible()

  const { path } = await mailTo(email, /Your quotes for/)
  const elsewhere = await browser.newContext({ baseURL })
  const other = await elsewhere.newPage()
  await other.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  await other.goto(path)
  await expect(other.getByText("This is someone else's search.")).toBeVisible()
  await other.goto(`/login?redirect=${encodeURIComponent(path)}`)
  await signIn(other, email, password)
  await expect(other.getByRole('region', { name: 'Email me these quotes' })).toBeVisible()
  await expect(other.getByText("This is someone else's search.")).toHaveCount(0)
  await elsewhere.close()
})

test('the owner of a search can use Book and Request on profiles and in compare on a second device too', {
  tag: '@proof',
}, async ({ page, browser, baseURL }) => {
  const { email, password } = await newcomer()
  await become(page, await logIn(email, password))
  const search = await searched(page)
  // The dashboard claims this browser's search.
  await page.goto('/customer-dashboard')
  await expect(page.locator(`a[href*="${search}"]`).first()).toBeVisible()
  await page.goto(`/quotes/${search}`)
  const slugs = await page
    .locator('a[href*="/@/"]')
    .evaluateAll((links) => [
      ...new Set(links.map((link) => link.getAttribute('href')?.match(/@\/([\w-]+)/)?.[1] ?? '')),
    ])
  const elsewhere = await browser.newContext({ baseURL })
  const other = await elsewhere.newPage()
  await other.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  const act = /^(Book|Request quote|See your quotes)/
  await other.goto(`/quotes/${search}/@/${slugs[0]}`)
  await expect(other.getByRole('link', { name: 'Quotes', exact: true })).toBeVisible()
  await expect(other.locator('main').getByRole('link', { name: act })).toHaveCount(0)
  await become(other, await logIn(email, password))
  await other.goto(`/quotes/${search}/@/${slugs[0]}`)
  await expect(other.locator('main').getByRole('link', { name: act }).first()).toBeVisible()
  await elsewhere.close()
  const third = await browser.newContext({ baseURL })
  const compare = await third.newPage()
  await compare.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  await become(compare, await logIn(email, password))
  await compare.goto(`/quotes/${search}/compare?profiles=${slugs.slice(0, 2).join(',')}`)
  await expect(compare.locator('main').getByRole('link', { name: act }).first()).toBeVisible()
  await clean(compare)
  await third.close()
})

test('a visitor registers and verifies the address by link; opening it again changes nothing, and another link has expired', {
  tag: '@proof',
}, async ({ page }) => {
  const email = `${crypto.randomUUID().slice(0, 13)}@journeys.example`
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Please accept the customer terms to continue.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await clean(page)
  await page.getByLabel('Name').fill('Noor Vale')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('three plain words')
  await page.getByLabel('Country code').selectOption('GB')
  await page.getByLabel(/^Mobile/).fill('12')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText('Check the number and its country code.')).toBeVisible()
  await expect(page.getByLabel(/^Mobile/)).toBeFocused()
  await page.getByLabel(/^Mobile/).fill('07700 900123')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Hello Noor' })).toBeVisible()

  const { path } = await mailTo(email, /Confirm your email address/)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Address verified' })).toBeVisible()
  await expect(page.getByText('Thank you, Noor. You can continue where you left off.')).toBeVisible()
  await clean(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Address verified' })).toBeVisible()
  await page.goto(`/verify/email/${'x'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await page.goto('/verify/nothing')
  await expect(page.getByText('404')).toBeVisible()
})

test('an operator impersonates an account within limits, on every page of that tab, and stops', {
  tag: '@proof',
}, async ({ page, context }) => {
  const { id, email } = await newcomer('Bea Lark')
  const token = await operatorToken()
  const offered = await page.request.post(`/v1/operator/people/${id}/login-as`, {
    headers: signedIn(token),
    data: { reason: 'a booking that does not open' },
  })
  const { path } = (await offered.json()).data
  await page.goto(path)
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, 'olu@primp.test', 'primp-sample-1')
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Hello Bea' })).toBeVisible()
  const bar = page.getByRole('complementary', { name: 'Acting as Bea Lark' })
  await expect(bar.getByRole('timer')).toHaveText(/^\d\d:\d\d$/)
  await clean(page)
  await page.goto('/customer-dashboard/account')
  await expect(page.getByText('You cannot change this while you are logged in as someone else.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save password' })).toHaveCount(0)
  await expect(bar).toBeVisible()
  await page.goto('/content/help')
  await expect(bar).toBeVisible()

  const other = await context.newPage()
  await other.goto('/customer-dashboard')
  await expect(other.getByRole('heading', { name: /^Hello Olu/ })).toBeVisible()
  await expect(other.getByText('Acting as')).toHaveCount(0)
  await other.close()

  await bar.getByRole('button', { name: 'Stop' }).click()
  await expect(page).toHaveURL(/\/operator/)
  await expect(page.getByText('Acting as')).toHaveCount(0)
  await page.goto('/customer-dashboard')
  await expect(page.getByRole('heading', { name: /^Hello Olu/ })).toBeVisible()
  expect((await mailTo(email, /Our team opened your account/)).body).toContain('a booking that does not open')
})

test('a rate limit challenge is solved in the background', async ({ page }) => {
  await page.goto('/forgot-password')
  const parameters = {
    algorithm: 'PBKDF2/SHA-256',
    cost: 8,
    data: { caller: 'c', expiresAt: 4e9, kid: 'k' },
    keyLength: 32,
    keyPrefix: '00',
    nonce: '00'.repeat(16),
    salt: '00'.repeat(16),
  }
  const challenge = { parameters, signature: 'a0' }
  const proofs: string[] = []
  await page.route('**/v1/accounts/forgot-password', async (route) => {
    const proof = route.request().headers()['x-primp-challenge']
    if (proof) {
      proofs.push(proof)
      return route.fulfill({ json: { data: { sent: true } } })
    }
    return route.fulfill({
      status: 429,
      json: {
        message: 'Checking that you are a person.',
        code: 'challenge_required',
        detail: challenge,
        requestId: 'r',
      },
    })
  })
  await page.getByLabel('Email').fill('kit@journeys.example')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(JSON.parse(atob(proofs[0] ?? ''))).toMatchObject({
    challenge,
    solution: { derivedKey: expect.stringMatching(/^00/) },
  })
})
