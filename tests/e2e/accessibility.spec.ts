import type { Page } from '@playwright/test'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import {
  checkoutFor,
  fillCheckout,
  newAddress,
  openCheckout,
  payButton,
  testCard,
} from '#tests/e2e/bookings/booking-steps.ts'
import { expect, searched, test } from './stage.ts'

const pages = {
  public: [
    '/',
    '/gb/makeup-hair-styling/london',
    '/au/nails/sydney',
    '/halloween',
    '/@/temi-lark',
    '/search',
    '/not-found',
  ],
  reading: [
    '/lessons',
    '/join',
    '/content/about',
    '/content/help',
    '/content/ranking',
    '/content/reviews',
    '/content/gallery',
  ],
  accounts: [
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password/x',
    '/login/magic-link/x',
    '/verify/delete/x',
    '/verify/email/x',
    '/your-data',
    '/your-data/x',
  ],
  joining: ['/join-lashes', '/signup/profile/register', '/providers/notifications-app'],
}

const bookingPages = {
  ana: ['/customer-dashboard', '/customer-dashboard/messages'],
  mia: [
    '/dashboard/appointments',
    '/dashboard/calendar?view=week',
    '/dashboard/calendar?view=day',
    '/dashboard/clients',
    '/dashboard/requests',
    '/dashboard/messages',
  ],
  olu: ['/operator/bookings', '/operator/disputes', '/operator/speeds'],
} as const

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/content/help')
  await page.evaluate(async (email) => {
    const answer = await fetch('/v1/accounts/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'primp-sample-1' }),
    })
    const { data } = await answer.json()
    localStorage.setItem('primpUser', JSON.stringify(data.user))
    localStorage.setItem('primpSession', JSON.stringify({ token: data.token, pathRequested: null }))
  }, email)
}

// The crawl checks one page of each kind on a narrow screen in both themes; a proof also checks these on both screens.
for (const group of process.env['PROVE'] ? (['public', 'reading', 'accounts', 'joining'] as const) : []) {
  test(`axe finds no problem on the ${group} pages, and none is wider than its screen`, async ({ page }) => {
    for (const path of pages[group]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await cleanInBoth(page)
    }
  })
}

test('axe finds no problem on quotes, compare, the profile and the details', async ({ page }) => {
  const id = await searched(page)
  for (const path of ['', '?map=open', '/compare?profiles=temi-lark,mia-hollis', '/@/mia-hollis']) {
    await page.goto(`/quotes/${id}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await cleanInBoth(page)
  }
  await page.goto(`/quotes/${id}?ask=mia-hollis`)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await cleanInBoth(page)
})

test("axe finds no problem from checkout to the group's run sheet", async ({ page }) => {
  const { path } = await checkoutFor(page, ['makeup', 'updo'])
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
  await cleanInBoth(page)
  await openCheckout(page, path)
  await cleanInBoth(page)
  await fillCheckout(page, newAddress())
  await expect(payButton(page)).toBeVisible()
  await cleanInBoth(page)
  await testCard(page, /succeeds/)
  await payButton(page).click()
  await expect(page).toHaveURL(/\/book\/booked\//)
  await expect(page.getByRole('heading', { level: 1, name: /^Booked\./ })).toBeVisible()
  await cleanInBoth(page)
  await page.getByRole('button', { name: 'Cancel this booking' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await cleanInBoth(page)
  await page.getByRole('button', { name: 'Keep booking' }).click()
  await page.getByRole('button', { name: 'Change details of the day' }).click()
  await cleanInBoth(page)
  const calendar = await page.getByRole('link', { name: 'Add to calendar' }).first().getAttribute('href')
  await page.goto(`/book/day/${calendar?.split('/')[3]}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Run sheet' })).toBeVisible()
  await cleanInBoth(page)
})

for (const [who, theirs] of Object.entries(bookingPages)) {
  test(
    `axe finds no problem on the booking pages of ${who}`,
    who === 'ana' ? {} : { tag: '@proof' },
    async ({ page }) => {
      test.setTimeout(90_000)
      await signIn(page, `${who}@primp.test`)
      for (const path of theirs) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await page.clock.runFor(1_000)
        await cleanInBoth(page)
      }
      const first = page.locator(
        'a[href^="/customer-dashboard/bookings/"], a[href^="/dashboard/appointments/"], a[href^="/operator/bookings/"]',
      )
      for (const path of theirs) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        if ((await first.count()) === 0) continue
        await page.goto((await first.first().getAttribute('href')) as string)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await cleanInBoth(page)
        break
      }
    },
  )
}

test('axe finds no problem while the search is open', { tag: '@proof' }, async ({ page }) => {
  for (const stage of ['location', 'date', 'services']) {
    await page.goto(`/?stage=${stage}`)
    await expect(page.getByRole('dialog').first()).toBeVisible()
    await cleanInBoth(page)
  }
})
