import { marketTime } from '#tests/e2e/market.ts'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { clean } from '#tests/e2e/axe.ts'
import { OwnMarket } from '#tests/e2e/own-market.ts'
import { expect, test } from '#tests/e2e/stage.ts'

// Needs its own market with a past appointment.
test.describe.configure({ mode: 'serial' })

const market = new OwnMarket(21_000)
const { base } = market

test.beforeAll(async () => {
  test.setTimeout(120_000)
  await market.open(marketTime.toISOString())
})
test.afterAll(() => market.close())

const totalOf = async (page: Page): Promise<number> => {
  await page.goto(`${base}/@/mia-hollis`)
  return Number(
    (
      await page
        .getByText(/^[\d,]+ reviews?$/)
        .first()
        .innerText()
    ).replace(/\D/g, ''),
  )
}

test('a customer writes a review with the emailed link, without signing in, and changes it', async ({ page }) => {
  const before = await totalOf(page)
  // The URL of a star on the customer's home page.
  await page.goto(`${base}${market.ended.customer}?score=3`)
  await expect(page.getByRole('radio', { name: '3 out of 5, fair' })).toBeChecked()
  await page.goto(base + market.ended.customer)
  await expect(page.getByRole('heading', { name: 'How was Mia?' })).toBeVisible()
  await page.getByRole('button', { name: 'Post review' }).click()
  await expect(page.getByText('Score is required')).toBeVisible()
  await expect(page.getByRole('radio', { name: '1 out of 5, poor' })).toBeFocused()
  await clean(page)
  await page.getByRole('radio', { name: '4 out of 5, very good' }).first().press('Space')
  await page.getByText('On time', { exact: true }).click()
  await page.getByLabel('Comments').fill('Everyone ready at 1:25.')
  await page.locator('input[type=file]').setInputFiles({
    name: 'look.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 700, height: 700, channels: 3, background: '#a0522d' } })
      .png()
      .toBuffer(),
  })
  await expect(page.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Post review' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you. That helps the next person choose.' })).toBeVisible()
  await clean(page)

  await expect.poll(() => totalOf(page)).toBe(before + 1)
  await expect(page.getByText('Everyone ready at 1:25.')).toBeVisible()

  await page.goto(base + market.ended.customer)
  await expect(page.getByText('You have already reviewed this booking.')).toBeVisible()
  // On a slow connection, input before hydration counts.
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => scripts.promise.then(() => route.continue()))
  await page.getByRole('link', { name: 'Change your review' }).click({ noWaitAfter: true })
  await expect(page.getByLabel('Comments')).toHaveValue('Everyone ready at 1:25.')
  await page.getByRole('radio', { name: '2 out of 5, not good' }).first().press('Space')
  scripts.resolve()
  await page.waitForLoadState('load')
  await expect(page.getByText('2 out of 5, not good')).toHaveCount(2)
  await page.getByRole('button', { name: 'Save review' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you. We are sorry it was not better.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact our team' })).toBeVisible()
  await expect.poll(() => totalOf(page)).toBe(before + 1)
})

test('the artist replies once in public, and writes a private review of the customer', { tag: '@proof' }, async ({
  page,
}) => {
  await market.enter(page, 'mia@primp.test')
  await page.goto(`${base}/dashboard/reviews`)
  await page.getByText(/^Needs reply \(/).click()
  const review = page.locator('article').filter({ hasText: 'Everyone ready at 1:25.' })
  await review.getByRole('button', { name: /^Reply to/ }).click()
  await review.getByRole('textbox').fill('Write to me at mia@hollis.example')
  await review.getByRole('button', { name: 'Post reply' }).click()
  await expect(review.getByText(/Please remove phone numbers/)).toBeVisible()
  await expect(review.getByRole('textbox')).toBeFocused()
  await review.getByRole('textbox').fill('Thank you, it was a lovely morning.')
  await review.getByRole('button', { name: 'Post reply' }).click()
  await expect(page.getByText('Your reply is published.')).toBeVisible()
  await clean(page)
  await page.goto(`${base}/@/mia-hollis`)
  await expect(page.getByText('Thank you, it was a lovely morning.')).toBeVisible()

  await page.goto(base + market.ended.provider)
  await expect(page.getByRole('heading', { name: /^How was your booking with/ })).toBeVisible()
  await expect(page.getByText('This review is private. We never publish it.')).toBeVisible()
  // The label of the score has reserved space: nothing moves.
  const chip = page.getByText('Paid without fuss', { exact: true })
  const topOf = async () => (await chip.boundingBox())?.y ?? 0
  const before = await topOf()
  await page.getByRole('radio', { name: '5 out of 5, excellent' }).first().press('Space')
  await expect(page.getByText('5 out of 5, excellent')).toHaveCount(2)
  expect(Math.abs((await topOf()) - before)).toBeLessThan(8)
  await chip.click()
  await expect(page.getByRole('checkbox', { name: 'Paid without fuss' })).toBeChecked()
  await page.getByRole('button', { name: 'Post review' }).click()
  await expect(page.getByText('It stays private. We never publish it.')).toBeVisible()
})

test('a review is reported from the page, and the team removes it with a reason', { tag: '@proof' }, async ({
  page,
}) => {
  const before = await totalOf(page)
  const review = page.locator('article').filter({ hasText: 'Everyone ready at 1:25.' })
  await review.getByRole('button', { name: 'More', exact: true }).click()
  await review.getByRole('button', { name: 'Report this review' }).click()
  await page.getByRole('dialog').getByLabel('What is the problem?').selectOption('Insults')
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('Reported. Our team will read it.')).toBeVisible()
  await market.enter(page, 'olu@primp.test')
  await page.goto(`${base}/operator/reports`)
  await page.locator('tbody').getByRole('link').first().click()
  await expect(page.getByRole('blockquote')).toContainText('Everyone ready at 1:25.')
  await clean(page)
  await page.getByRole('button', { name: 'Remove with a reason' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('It insults somebody')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove with a reason' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(() => totalOf(page)).toBe(before - 1)
  await page.goto(base + market.ended.customer)
  await expect(page.getByText('Removed by our team: It insults somebody')).toBeVisible()
})

test('an unknown review link shows a message, and the form works without JavaScript too', { tag: '@proof' }, async ({
  page,
  browser,
}) => {
  const answer = await page.goto(`${base}${market.ended.customer.slice(0, -4)}xxxx`)
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('This link does not belong to a booking. Use the link in your email.')).toBeVisible()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${base}${market.ended.provider}?change=1`)
  await expect(plain.getByLabel('Comments')).toHaveValue('Paid without fuss')
  await plain.getByLabel('Comments').fill('A pleasure.')
  await plain.getByRole('button', { name: 'Save review' }).click()
  await expect(plain.getByRole('heading', { name: 'Thank you.' })).toBeVisible()
  await context.close()
})

test('a mailed link shows the messages of one booking and sends one without logging in; a wrong link offers to log in', async ({
  page,
}) => {
  await page.goto(`${base}${market.ended.mailed}#messages`)
  await expect(page.getByRole('heading', { level: 1, name: 'Your booking with Mia Hollis' })).toBeVisible()
  const log = page.getByRole('log')
  await expect(log.getByText('Is there a plug near the window?')).toBeVisible()
  const message = page.getByLabel('Message to Mia Hollis')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Write your message.')).toBeVisible()
  await expect(message).toBeFocused()
  await message.fill('Yes, two of them.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Message sent.')).toBeInViewport()
  await expect(log.getByText('Yes, two of them.')).toBeInViewport()
  await expect(message).toHaveValue('')
  await clean(page)
  await page.reload()
  await expect(log.getByText('Yes, two of them.')).toBeVisible()
  // The link starts no session.
  await page.getByRole('link', { name: 'Log in to see the whole booking' }).click()
  await expect(page).toHaveURL(/\/login/)

  const wrong = await page.goto(`${base}${market.ended.mailed.slice(0, -4)}xxxx`)
  expect(wrong?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'This link does not work any more' })).toBeVisible()
  await clean(page)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login$/)
})
