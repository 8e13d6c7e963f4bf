import type { Page } from '@playwright/test'
import { Caller } from '#tests/e2e/own-market.ts'
import { dayAfter } from '#tests/e2e/market.ts'
import { become, expect, loaded, logIn, running, test } from '#tests/e2e/stage.ts'

/** Adds every number of an answer, in hundredths, so that 32.5 and 32.50 are the same. */
function addNumbers(answer: unknown, to: Set<number>): void {
  if (typeof answer === 'number') to.add(Math.round(Math.abs(answer) * 100))
  else if (typeof answer === 'object' && answer !== null) for (const part of Object.values(answer)) addNumbers(part, to)
}

/** Collects the numbers of all answers of the API that a page receives. */
function collectNumbers(page: Page): Set<number> {
  const numbers = new Set<number>()
  page.on('response', async (response) => {
    if (!response.url().includes('/v1/') || !response.headers()['content-type']?.includes('json')) return
    addNumbers(await response.json().catch(() => null), numbers)
  })
  return numbers
}

/** Opens a page and expects each amount of pounds in its main part to be one that the API has answered. */
async function expectKnownAmounts(page: Page, path: string, numbers: Set<number>, asked: readonly string[] = []) {
  // The browser does not receive the API responses of server-rendered pages, so they are fetched here.
  for (const call of asked) {
    const answer = await page.evaluate(async (url) => {
      const { token } = JSON.parse(localStorage.getItem('primpSession') ?? '{}')
      return (await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} })).json()
    }, call)
    addNumbers(answer, numbers)
  }
  await page.goto(path)
  await loaded(page)
  await running(page)
  const amounts = await page.evaluate(() => {
    // Labels of charts are rounded to whole pounds.
    for (const chart of document.querySelectorAll<HTMLElement>('main [role=img]')) chart.hidden = true
    return document.querySelector('main')?.innerText.match(/£[\d,]+(?:\.\d\d)?/g) ?? []
  })
  const unknown = amounts.filter((amount) => !numbers.has(Math.round(Number(amount.replace(/[£,]/g, '')) * 100)))
  expect([path, unknown]).toEqual([path, []])
  return amounts
}

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const)
  test(`on ${device}, a customer sees only amounts of the API, from quotes to the receipt`, { tag: '@proof' }, async ({
    page,
    request,
    artist,
    customer,
  }) => {
    await page.setViewportSize(viewport)
    const ana = await customer.logIn()
    const booked = await new Caller(request, ana.token, customer.email).book(artist, dayAfter(231), '13:30')
    await become(page, ana)
    await page.goto('/content/help')
    const numbers = collectNumbers(page)
    const quotes = `/v1/quotes/${booked.searchId}`
    await expectKnownAmounts(page, `/quotes/${booked.searchId}`, numbers, [quotes, `${quotes}?type=studio`])
    await expectKnownAmounts(page, `/quotes/${booked.searchId}/@/${artist.slug}`, numbers, [
      `${quotes}/@/${artist.slug}`,
      `/v1/@/${artist.slug}`,
    ])
    const own = `/v1/bookings/${booked.id}`
    const confirmed = await expectKnownAmounts(page, `/book/booked/${booked.id}`, numbers, [own])
    expect(confirmed).toContain(`£${booked.paid.toFixed(2)}`)
    await expectKnownAmounts(page, '/customer-dashboard', numbers, ['/v1/bookings'])
    await expectKnownAmounts(page, `/customer-dashboard/bookings/${booked.id}`, numbers)
    const payments = await expectKnownAmounts(page, '/customer-dashboard/payments', numbers)
    expect(payments).toContain(`£${booked.paid.toFixed(2)}`)
    await page
      .getByRole('link', { name: /^Receipt/ })
      .first()
      .click()
    await expect(page).toHaveURL(/receipts/)
    await expectKnownAmounts(page, new URL(page.url()).pathname, numbers)
  })

test('an artist and an operator see only amounts of the API, of a booking and its money', { tag: '@proof' }, async ({
  browser,
  page,
  request,
  artist,
  customer,
}) => {
  const ana = await customer.logIn()
  const booked = await new Caller(request, ana.token, customer.email).book(artist, dayAfter(232), '13:30')
  await become(page, await artist.logIn())
  const earned = collectNumbers(page)
  for (const path of [
    '/dashboard',
    '/dashboard/appointments',
    `/dashboard/appointments/${booked.id}`,
    '/dashboard/requests',
    '/dashboard/earnings',
    '/dashboard/insights',
  ])
    await expectKnownAmounts(page, path, earned)

  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL as string })
  const console_ = await context.newPage()
  await become(console_, await logIn('olu@primp.test', 'primp-sample-1'))
  const seen = collectNumbers(console_)
  for (const path of [
    '/operator',
    `/operator/bookings?text=${booked.number}`,
    `/operator/bookings/${booked.id}`,
    '/operator/payments',
    '/operator/ledger',
    '/operator/business',
  ])
    await expectKnownAmounts(console_, path, seen)
  await context.close()
})
