import type { Browser, Locator, Page } from '@playwright/test'
import { clean } from '#tests/e2e/axe.ts'
import { dayAfter, formatDay, marketTime } from '#tests/e2e/market.ts'
import { become, expect, type JourneyArtist, mailTo, searched, test, wedding } from '#tests/e2e/stage.ts'

const newAddress = () => `${crypto.randomUUID().slice(0, 13)}@journeys.example`
/** A unique first name, to find the customer in the artist's list. */
const nameOf = (email: string) =>
  `Leila${email.slice(0, 8).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`

async function openArtistPage(browser: Browser, baseURL: string | undefined, artist: JourneyArtist): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseURL as string,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1280, height: 900 },
  })
  const page = await context.newPage()
  await page.clock.install({ time: marketTime })
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  await become(page, await artist.logIn())
  return page
}

const card = (page: Page, name: string): Locator =>
  page.locator('#quotes-panel article').filter({ has: page.getByRole('link', { name, exact: true }) })

async function fillDetails(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your details' })
  await dialog.getByLabel('Name').fill(`${nameOf(email)} Marsh`)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Event').fill('Wedding')
  await dialog.getByLabel('Mobile').fill('07700 900142')
}

const day = dayAfter(208)

/** Sends a request that waits for email confirmation. Returns the search. */
async function sendRequest(page: Page, artist: JourneyArtist, email: string): Promise<string> {
  const id = await searched(page, { location: artist.location, eventDate: day })
  await page.goto(`/quotes/${id}?ask=${artist.slug}`)
  await fillDetails(page, email)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('heading', { name: 'One step left' })).toBeVisible()
  return id
}

test('a request is confirmed with the emailed link, and the answer appears while the page is open', {
  tag: '@proof',
}, async ({ page, browser, baseURL }) => {
  const email = newAddress()
  const id = await searched(page, { eventDate: day })
  await page.goto(`/quotes/${id}`)
  const first = page
    .locator('#quotes-panel article')
    .filter({ has: page.getByRole('button', { name: /^Request quote/ }) })
    .first()
  const name = (await first.getByRole('heading').innerText()).trim()
  await first.getByRole('button', { name: /^Request quote/ }).click()
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await clean(page)
  await fillDetails(page, email)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(`Not sent yet. Open the link in our email to ${email}.`)).toBeVisible()
  await clean(page)

  const { code } = await mailTo(email, /One step left/)
  await page.getByLabel('Or enter the code').fill(code)
  await page.getByRole('button', { name: 'Send my request' }).click()
  await expect(page.getByText(/waiting for 1 artist/)).toBeVisible()
  await expect(card(page, name).getByText(/ can reply until /)).toBeVisible()

  await card(page, name)
    .getByRole('button', { name: /^Cancel request/ })
    .click()
  await expect(card(page, name).getByRole('button', { name: /^Request quote/ })).toBeVisible()
  await card(page, name)
    .getByRole('button', { name: /^Request quote/ })
    .click()
  await expect(card(page, name).getByText(/ can reply until /)).toBeVisible()
  expect(baseURL && browser).toBeTruthy()
})

test('an artist makes an offer with a changed price, and the customer sees it live and declines', {
  tag: '@proof',
}, async ({ page, browser, baseURL, artist }) => {
  const email = newAddress()
  await sendRequest(page, artist, email)
  const { path } = await mailTo(email, /One step left/)
  await page.goto(path)
  await page.getByRole('button', { name: 'Send my request' }).click()
  await expect(page).toHaveURL(/\/quotes\//)
  await expect(card(page, 'Mia Vale').getByText('Requested', { exact: true })).toBeVisible()

  const mia = await openArtistPage(browser, baseURL, artist)
  await mia.goto('/dashboard/requests')
  const row = mia
    .getByRole('listitem')
    .filter({ hasText: nameOf(email) })
    .first()
  await expect(row).toBeVisible()
  await clean(mia)
  await row.getByRole('link', { name: /^Send offer/ }).click()
  await expect(mia.getByRole('heading', { name: `${nameOf(email)}, Wedding, 5 people` })).toBeVisible()
  await clean(mia)
  await mia.getByRole('button', { name: 'Change the price' }).click()
  await mia.getByLabel('Bridal makeup and bridal hair').fill('300')
  await mia.getByRole('button', { name: 'Send updated offer' }).click()
  await expect(mia.getByLabel('Reason for the price change')).toBeFocused()
  await mia.getByLabel('Reason for the price change').fill('Two hours of bridal hair.')
  await mia.getByRole('button', { name: 'Send updated offer' }).click()
  await expect(mia.getByText(`Waiting for ${nameOf(email)}`)).toBeVisible()

  await expect(card(page, 'Mia Vale').getByText(/replied with this price/)).toBeVisible()
  await expect(card(page, 'Mia Vale').getByText('Two hours of bridal hair.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Quote from Mia Vale' })).toHaveCount(1)
  await card(page, 'Mia Vale')
    .getByRole('button', { name: /^Decline/ })
    .click()
  await expect(page.getByText(/Offer declined/)).toBeVisible()
  await mia.reload()
  await expect(mia.getByText(`${nameOf(email)} declined`).first()).toBeVisible()
  await mia.context().close()
})

test('a customer books an offer: the deposit is paid, and both sides have the appointment', async ({
  page,
  browser,
  baseURL,
  artist,
}) => {
  const email = newAddress()
  await sendRequest(page, artist, email)
  await page.goto((await mailTo(email, /One step left/)).path)
  await page.getByRole('button', { name: 'Send my request' }).click()
  await expect(page).toHaveURL(/\/quotes\//)

  const mia = await openArtistPage(browser, baseURL, artist)
  await mia.goto('/dashboard/requests')
  await mia
    .getByRole('listitem')
    .filter({ hasText: nameOf(email) })
    .first()
    .getByRole('link', { name: /^Send offer/ })
    .click()
  await mia.getByRole('button', { name: /^Send offer/ }).click()
  await expect(mia.getByText(`Waiting for ${nameOf(email)}`)).toBeVisible()

  await card(page, 'Mia Vale').getByRole('link', { name: /^Book/ }).click()
  await expect(page.getByText(/We are holding this time for you for/).first()).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Event', { exact: true })).toHaveValue('Wedding')
  await page.getByLabel('Street address').fill('14 Lark Row, London E2 9JA')
  await page.getByRole('button', { name: 'Continue', exact: true }).last().click()
  await page.getByLabel(/I accept/).check()
  await page.getByRole('button', { name: /succeeds/ }).click()
  await page.getByRole('button', { name: /^Pay £/ }).click()
  await expect(page).toHaveURL(/\/book\/booked\//)

  await expect(mia.getByText(/ has booked$/).first()).toBeVisible()
  await mia.goto('/dashboard/appointments')
  await mia
    .getByRole('link', { name: new RegExp(nameOf(email)) })
    .first()
    .click()
  await expect(mia.getByText('14 Lark Row, London E2 9JA')).toBeVisible()
  await clean(mia)
  await mia.context().close()
})

test('an artist proposes another time, replaces the offer, and withdraws it', { tag: '@proof' }, async ({
  page,
  browser,
  baseURL,
  artist,
}) => {
  const email = newAddress()
  await sendRequest(page, artist, email)
  await page.goto((await mailTo(email, /One step left/)).path)
  await page.getByRole('button', { name: 'Send my request' }).click()
  await expect(page).toHaveURL(/\/quotes\//)

  const mia = await openArtistPage(browser, baseURL, artist)
  await mia.goto('/offers')
  await mia
    .getByRole('listitem')
    .filter({ hasText: nameOf(email) })
    .first()
    .getByRole('link', { name: /^Send offer/ })
    .click()
  await mia.getByRole('button', { name: 'Suggest another time' }).click()
  await mia.getByLabel('Everyone ready by').selectOption('15:00')
  await expect(mia.getByText(/are done at 2:50 PM/)).toBeVisible()
  await mia.getByRole('button', { name: 'Send updated offer' }).click()
  await expect(card(page, 'Mia Vale').getByText(/done 2:50 PM/)).toBeVisible()
  await mia.getByRole('button', { name: 'Withdraw' }).click()
  await expect(mia.getByText('You withdrew the offer').first()).toBeVisible()
  await expect(card(page, 'Mia Vale').getByText(/replied with this price/)).toHaveCount(0)
  await mia.context().close()
})

test('an artist who is busy that day declines in one tap, and the day is blocked', { tag: '@proof' }, async ({
  page,
  browser,
  baseURL,
  artist,
}) => {
  const email = newAddress()
  const mia = await openArtistPage(browser, baseURL, artist)
  await sendRequest(page, artist, email)
  await page.goto((await mailTo(email, /One step left/)).path)
  await page.getByRole('button', { name: 'Send my request' }).click()
  await expect(page).toHaveURL(/\/quotes\//)

  await mia.goto('/dashboard/requests')
  await mia
    .getByRole('listitem')
    .filter({ hasText: nameOf(email) })
    .first()
    .getByRole('button', { name: /^Decline/ })
    .click()
  await clean(mia)
  await mia.getByRole('button', { name: 'I am booked that day' }).click()
  await expect(mia.getByText(`${formatDay(day, true)} is now booked out`)).toBeVisible()
  await expect(page.getByText('Mia Vale is not available')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Requested' })).toHaveCount(0)
  await mia.context().close()
})

test('an edited search keeps its requests, and sends them again with the change', { tag: '@proof' }, async ({
  page,
  artist,
}) => {
  const email = newAddress()
  const id = await sendRequest(page, artist, email)
  await page.goto((await mailTo(email, /One step left/)).path)
  await page.getByRole('button', { name: 'Send my request' }).click()
  await expect(page).toHaveURL(new RegExp(id))
  const edited = await page.evaluate(
    async (body) => {
      const { token } = JSON.parse(localStorage.getItem('primpSession') ?? '{}')
      const answer = await fetch('/v1/quotes/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      return (await answer.json()).data.search.id as string
    },
    { ...wedding, location: artist.location, eventDate: day, finishTime: '15:00', previousSearch: id },
  )
  await page.goto(`/quotes/${edited}`)
  await expect(page.getByText('1 artist still has the request you sent before this change')).toBeVisible()
  await page.getByRole('button', { name: 'Send updated request' }).click()
  await expect(card(page, 'Mia Vale').getByText('Requested', { exact: true })).toBeVisible()
  await expect(page.getByText(/before this change/)).toHaveCount(0)
})

test('the details are the last step of the bar, and one click requests the first five artists', async ({ page }) => {
  const email = newAddress()
  await page.goto('/')
  const bar = page.getByRole('search', { name: 'Search for artists' })
  await bar.getByRole('button', { name: /^Location/ }).click()
  await page.getByRole('combobox', { name: 'Location' }).fill('Hackney')
  await page
    .getByRole('option', { name: /Hackney.*London/ })
    .first()
    .click()
  const when = page.getByRole('dialog', { name: /Date/ })
  for (let month = 0; month < 7; month++) await when.getByRole('button', { name: 'Next month' }).click()
  await when.getByRole('button', { name: formatDay(dayAfter(215), true) }).click()
  await when.getByText('1:30 PM', { exact: true }).click()
  const who = page.getByRole('dialog', { name: 'Who needs what' })
  await who.getByRole('button', { name: 'Makeup', exact: true }).click()
  await who.getByRole('button', { name: 'Add your details' }).click()
  await fillDetails(page, email)
  await clean(page)
  await page.getByRole('dialog', { name: 'Your details' }).getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/quotes\/[\w-]{10,24}$/)
  const first = page.getByRole('button', { name: /^Ask the first 5 artists/ })
  for (let pages = 0; pages < 8 && !(await first.isVisible()); pages++) {
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(page.getByRole('status', { name: 'Loading more artists' })).toHaveCount(0)
  }
  await first.click()
  await expect(page.getByRole('heading', { name: 'One step left' })).toBeVisible()
  await expect(page.getByText('Live:')).toBeVisible()
  expect((await mailTo(email, /One step left/)).body).toMatch(/to send your request to .*, .*, .*, .* and /)
})
