import { marketTime } from '#tests/e2e/market.ts'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  checkoutFor,
  fillCheckout,
  kept,
  newAddress,
  onward,
  openCheckout,
  seenByOperators,
  payButton,
  testCard,
} from './booking-steps.ts'
import { clean } from '#tests/e2e/axe.ts'
import { expect, searched, test } from '#tests/e2e/stage.ts'

const booked = /\/book\/booked\/[\w-]{36}$/

async function bookNow(page: Page, email: string): Promise<void> {
  await fillCheckout(page, email)
  await testCard(page, /succeeds/)
  await payButton(page).click()
  await expect(page).toHaveURL(booked)
}

test('reloading and going back at every step of checkout books once and charges once', async ({ page }) => {
  const email = newAddress()
  const { id, slug, path } = await checkoutFor(page)
  await page.goto(`/quotes/${id}/@/${slug}?type=mobile`)
  await openCheckout(page, path)

  // Before payment: the hold continues.
  await page.reload()
  await kept(page)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`/quotes/${id}/@/${slug}`))
  await page.goForward()
  await kept(page)

  // During authentication: the input is restored, and the payment is the same.
  await fillCheckout(page, email)
  await testCard(page, /needs confirmation/)
  await payButton(page).click()
  const bank = page.getByRole('dialog', { name: 'Confirm with your bank' })
  await expect(bank).toBeVisible()
  await page.reload()
  await kept(page)
  await expect(page.getByLabel('Street address')).toHaveValue('14 Lark Row, London E2 9JA')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await page.goBack()
  await page.goForward()
  await kept(page)
  await page.getByLabel(/I accept/).check()
  await testCard(page, /needs confirmation/)
  await payButton(page).click()
  await bank.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(booked)
  const done = page.url()

  // After booking: Back never returns to the checkout.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /^Booked\./ })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`/quotes/${id}/@/${slug}`))
  await page.goForward()
  await expect(page).toHaveURL(done)
  await page.goto(path)
  await expect(page.getByText(/^Booked\. You will be ready by|You have already booked/).first()).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
  await clean(page)
  expect(await seenByOperators(page.request, email)).toEqual({ taken: 1, bookings: 1 })
})

test('two tabs that pay for the same time concurrently book once and charge once', { tag: '@proof' }, async ({
  page,
  context,
}) => {
  const email = newAddress()
  const { path } = await checkoutFor(page)
  const other = await context.newPage()
  await other.clock.install({ time: marketTime })
  await other.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  for (const tab of [page, other]) {
    if (tab === page) await openCheckout(tab, path)
    else await tab.goto(path)
    await kept(tab)
    // On a slow connection the day is filled in before the details are saved.
    await tab.route(/\/v1\/quotes\/[^/]+$/, async (route) => {
      if (route.request().method() === 'PATCH') await new Promise((resume) => setTimeout(resume, 1_200))
      await route.fallback()
    })
    await fillCheckout(tab, email)
    await testCard(tab, /succeeds/)
  }
  await Promise.all([payButton(page).click(), payButton(other).click()])
  for (const tab of [page, other])
    await expect(tab.getByText(/^Booked\. You will be ready by|You have already booked/).first()).toBeVisible({
      timeout: 20_000,
    })
  expect(await seenByOperators(page.request, email)).toEqual({ taken: 1, bookings: 1 })
})

test('a lost response of the bank is fetched again, and nothing is charged twice', async ({ page }) => {
  const email = newAddress()
  const { path } = await checkoutFor(page)
  await openCheckout(page, path)
  await fillCheckout(page, email)
  await testCard(page, /succeeds/)
  await page.route('**/v1/test-bank/intents/*/confirm', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await payButton(page).click()
  await expect(page.getByText(/We could not reach|Check your connection|did not work/).first()).toBeVisible()
  await page.unroute('**/v1/test-bank/intents/*/confirm')
  await payButton(page).click()
  await expect(page.getByText(/^Booked\. You will be ready by|You have already booked/).first()).toBeVisible({
    timeout: 20_000,
  })
  expect(await seenByOperators(page.request, email)).toEqual({ taken: 1, bookings: 1 })
})

test('a time held by another customer is unavailable, and the customer books another time of that day', async ({
  page,
  browser,
  baseURL,
}) => {
  const { id, slug, location, path } = await checkoutFor(page)
  await openCheckout(page, path)
  const { search } = (await (await page.request.get(`/v1/quotes/${id}`)).json()).data

  const elsewhere = await browser.newContext({
    baseURL: baseURL as string,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  const other = await elsewhere.newPage()
  await other.clock.install({ time: marketTime })
  await other.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  const theirs = await searched(other, {
    location,
    eventDate: search.appointmentSpot.eventDate,
    services: ['makeup'],
    people: [{ count: 1, services: ['makeup'] }],
  })
  await other.goto(`/book/${theirs}/@/${slug}?type=mobile`)
  const taken = other.getByText(
    /This time is no longer available|no longer available for this time|needs to confirm first/,
  )
  await expect(taken.first()).toBeVisible()
  await clean(other)
  await elsewhere.close()
})

test('a booking is exported to a calendar, shared with the group and printed on one page', async ({
  page,
  browser,
  baseURL,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const email = newAddress()
  const { path } = await checkoutFor(page, ['makeup', 'updo', 'makeup', 'makeup', 'updo', 'makeup'], '15:00')
  await openCheckout(page, path)
  await page.getByLabel(/should know\?/).fill('Mind the cat.')
  await bookNow(page, email)
  await page.getByLabel(/^Person 1/).fill('Leila')
  await page.getByLabel(/^Person 6/).fill('June')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Leila').filter({ visible: true }).first()).toBeVisible()

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Add to calendar' }).first().click(),
  ])
  const calendar = await readFile(await file.path(), 'utf8')
  expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(calendar).toContain('METHOD:')
  expect(calendar).toMatch(/\r\nSEQUENCE:1\r\n/)
  expect(calendar).toMatch(/\r\nDTSTART[;:]/)
  expect(calendar.replaceAll('\r\n ', '')).not.toMatch(/07700|Lark Row.*cat|£/)

  const sheet = await page.pdf({ format: 'A4', printBackground: true })
  expect(sheet.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  await page.getByRole('button', { name: 'Share with the group' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = (await page.evaluate(() => navigator.clipboard.readText())).match(
    /https?:\/\/\S+\/book\/day\/\S+/,
  )?.[0] as string
  const friends = await browser.newContext({
    baseURL: baseURL as string,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 390, height: 844 },
  })
  const friend = await friends.newPage()
  await friend.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  await friend.goto(link)
  await expect(friend.getByRole('heading', { level: 1, name: 'Run sheet' })).toBeVisible()
  await expect(friend.getByText('Leila').filter({ visible: true }).first()).toBeVisible()
  await expect(friend.getByText('June').filter({ visible: true }).first()).toBeVisible()
  const seen = await friend.getByRole('main').innerHTML()
  for (const secret of ['07700', '+447700', email, 'Lark Row', 'Mind the cat', '£']) expect(seen).not.toContain(secret)
  await clean(friend)
  expect((await friend.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await friend.goto(link.slice(0, -4))
  await expect(friend.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(friend.getByText('Leila')).toHaveCount(0)
  await friends.close()
})

test('checkout works with the keyboard only, and an early submit focuses the first missing field', async ({ page }) => {
  const email = newAddress()
  const { path } = await checkoutFor(page)
  await page.goto(path)
  await expect(onward(page)).toBeVisible()
  const here = () =>
    page.evaluate(() => {
      const on = document.activeElement as HTMLInputElement | null
      if (on === document.body) return ''
      return `${on?.labels?.[0]?.textContent ?? ''} ${on?.getAttribute('aria-label') ?? ''} ${on?.textContent ?? ''}`.trim()
    })
  const tabTo = async (name: RegExp) => {
    for (let i = 0; i < 60; i++) {
      if (name.test(await here())) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reached ${name}`)
  }
  const tabBackTo = async (name: RegExp) => {
    for (let i = 0; i < 60; i++) {
      if (name.test(await here())) return
      await page.keyboard.press('Shift+Tab')
    }
    throw new Error(`Shift and Tab never reached ${name}`)
  }
  await tabTo(/^Continue/)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  for (const [name, text] of [
    [/^Name/, 'Leila Hart'],
    [/^Email/, email],
    [/^Event/, 'Birthday'],
    [/^Mobile/, '07700 900123'],
  ] as const) {
    await tabTo(name)
    await page.keyboard.type(text)
  }
  await tabTo(/^Continue/)
  await page.keyboard.press('Enter')
  await kept(page)
  await expect(page.getByRole('heading', { level: 2, name: 'The day' })).toBeFocused()
  await tabTo(/^Continue/)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Street address')).toBeFocused()
  await page.keyboard.type('14 Lark Row')
  await tabTo(/^Continue/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Pay deposit' })).toBeFocused()

  await tabBackTo(/^Change: The day/)
  await page.keyboard.press('Enter')
  await page.getByLabel('Street address').fill('')
  await expect(page.getByRole('button', { name: /^Pay £/ })).toBeVisible()
  await tabTo(/^Pay £/)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Street address')).toBeFocused()
  const missing = page.getByRole('alert').filter({ hasText: '5 things are missing' })
  await expect(missing.getByRole('link')).toHaveText([
    'Street address is required',
    'Please accept the terms to book.',
    'Card number is not valid',
    'Expiry is not valid',
    'Security code is not valid',
  ])
  await clean(page)
  await page.keyboard.type('14 Lark Row')
  await expect(missing).toHaveCount(0)
  await expect(page.getByText('4 things are missing')).toBeVisible()
  await tabTo(/succeeds/)
  await page.keyboard.press('Enter')
  await tabTo(/^Pay £/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please accept the terms to book.').first()).toBeVisible()
  await expect(page.getByLabel(/I accept/)).toBeFocused()
  await page.keyboard.press('Space')
  await tabTo(/^Pay £/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(booked)
})
