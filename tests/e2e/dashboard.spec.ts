import type { APIRequestContext } from '@playwright/test'
import { clean, cleanInBoth } from '#tests/e2e/axe.ts'
import { beRuth, sameOrigin } from './ruth.ts'
import { addDays, dayAfter, formatDay, formatMonth, marketTime, weekdayAfter } from './market.ts'
import { become, expect, test } from './stage.ts'

const levenshulme = {
  type: 'Point',
  coordinates: [-2.1905, 53.4435],
  address: { placeName: 'Levenshulme, Manchester', countryCode: 'GB' },
}
const ruth = { slug: 'ruth-calder', location: levenshulme }

/** Searches near an artist. Returns the search and the artist's card, or null. */
async function findCard(
  api: APIRequestContext,
  artist: { slug: string; location: object },
  eventDate: string,
  search?: string,
) {
  const id =
    search ??
    (
      await (
        await api.post('/v1/quotes/', {
          headers: sameOrigin(),
          data: {
            storeSlug: 'beauty',
            categorySlug: 'makeup-hair-styling',
            services: ['makeup'],
            eventDate,
            finishTime: '14:00',
            location: artist.location,
          },
        })
      ).json()
    ).data.search.id
  const answer = await api.get(`/v1/quotes/${id}/@/${artist.slug}?type=mobile`)
  return { id, card: answer.ok() ? (await answer.json()).data.card : null }
}

test.describe.configure({ mode: 'default' })

test('a slow page shows its skeleton after 150 ms, and not before', async ({ page, artist }) => {
  await become(page, await artist.logIn())
  await page.goto('/dashboard')
  // Waits for the page instead of its skeleton.
  const calendar = page.getByRole('link', { name: 'Calendar' }).first()
  await expect(calendar).toBeVisible()
  const shape = page.locator('[data-late]').filter({ visible: true })
  await expect(shape).toHaveCount(0)
  let come = () => {}
  const there = new Promise<void>((done) => {
    come = done
  })
  await page.route('**/v1/**', async (route) => {
    await there
    await route.continue()
  })
  await page.clock.pauseAt(new Date(marketTime.getTime() + 300_000))
  const main = page.getByRole('main')
  await calendar.click()
  await expect(page.getByRole('progressbar')).toBeAttached()
  await page.clock.runFor(140)
  await expect(main).toBeVisible()
  await expect(shape).toHaveCount(0)
  await page.clock.runFor(20)
  await expect(shape.first()).toBeVisible()
  await expect(main).toBeHidden()
  await page.clock.resume()
  come()
  await expect(page.getByRole('heading', { level: 1, name: formatMonth(dayAfter(0)) })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})

test('an artist creates an album, uploads several pictures at once and reorders them with the keyboard only', {
  tag: '@proof',
}, async ({ page, artist }) => {
  await become(page, await artist.logIn())
  await page.goto('/dashboard/albums')
  await page.getByRole('button', { name: 'New album' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New album' })
  await dialog.getByRole('button', { name: 'New album' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByLabel('Album name')).toBeFocused()
  await dialog.getByLabel('Album name').fill('Spring looks')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Spring looks' })).toBeVisible()
  await expect(page.getByText('This album is empty.')).toBeVisible()

  // Three single-colour pictures and one invalid file.
  const pictures = await page.evaluate(() =>
    Promise.all(
      ['#b33', '#3b3', '#33b'].map(async (colour) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 1000 })
        const brush = canvas.getContext('2d') as CanvasRenderingContext2D
        brush.fillStyle = colour
        brush.fillRect(0, 0, 800, 1000)
        return canvas.toDataURL('image/png').split(',')[1] as string
      }),
    ),
  )
  await page.locator('input[type=file][multiple]').setInputFiles([
    ...pictures.map((data, i) => ({
      name: `look-${i + 1}.png`,
      mimeType: 'image/png',
      buffer: Buffer.from(data, 'base64'),
    })),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
  ])
  await expect(page.getByText('Use a png, jpeg or heic picture.')).toBeVisible()
  await expect(page.getByText('This picture looks blurred. Hold still and tap to focus.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove notes.txt' }).click()
  await page.getByRole('button', { name: 'Add 3 pictures' }).click()
  await expect(page.getByText('Description is required').first()).toBeVisible()
  const descriptions = page.getByLabel('Describe the look for people who cannot see it')
  await expect(descriptions.first()).toBeFocused()
  for (const [i, look] of ['Red lip', 'Green lid', 'Blue liner'].entries()) {
    await descriptions.nth(i).fill(look)
    await page.getByRole('checkbox', { name: 'Everyone in this picture has agreed to be shown.' }).nth(i).check()
  }
  await page.getByRole('button', { name: 'Add 3 pictures' }).click()
  await expect(page.getByText('3 pictures added.')).toBeVisible({ timeout: 30_000 })

  const order = () =>
    page
      .getByRole('list', { name: 'Spring looks' })
      .getByRole('img')
      .evaluateAll((all) => all.map((img) => img.getAttribute('alt')))
  expect(await order()).toEqual(['Red lip', 'Green lid', 'Blue liner'])
  await page.getByRole('button', { name: 'Drag Red lip, position 1 of 3' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Picture picked up. Position 1 of 3.')).toBeAttached()
  await page.clock.runFor(100)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Picture moved to position 2 of 3.')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Picture put back at position 1.')).toBeAttached()
  expect(await order()).toEqual(['Red lip', 'Green lid', 'Blue liner'])
  await page.keyboard.press('Space')
  await expect(page.getByText('Picture picked up. Position 1 of 3.')).toBeAttached()
  await page.clock.runFor(100)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Picture moved to position 2 of 3.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText('Order saved.')).toBeVisible()
  expect(await order()).toEqual(['Green lid', 'Red lip', 'Blue liner'])

  await page.getByRole('button', { name: 'Change Blue liner, position 3 of 3' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'To the start' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Position 1' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Change Blue liner, position 1 of 3' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('img', { name: 'Blue liner' })).toBeVisible()
  expect(await order()).toEqual(['Blue liner', 'Green lid', 'Red lip'])

  // A crop keeps the original: the whole picture can be shown again.
  const tile = page.getByRole('img', { name: 'Blue liner' })
  const whole = await tile.getAttribute('src')
  await page.getByRole('button', { name: 'Change Blue liner, position 1 of 3' }).click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('button', { name: 'Crop' }).click()
  await menu.getByLabel('Zoom').fill('100')
  await menu.getByRole('button', { name: 'Save crop' }).click()
  await expect(menu.getByRole('button', { name: 'Show the whole picture' })).toBeVisible()
  await expect(tile).not.toHaveAttribute('src', String(whole))
  await menu.getByRole('button', { name: 'Show the whole picture' }).click()
  await expect(tile).toHaveAttribute('src', String(whole))

  await menu.locator('summary', { hasText: 'Which picture was taken before?' }).click()
  await menu.getByRole('button', { name: 'Pair pictures' }).click()
  await expect(menu.getByText('Choose the picture that was taken before.')).toBeVisible()
  await menu.getByText('Green lid').click()
  await menu.getByRole('button', { name: 'Pair pictures' }).click()
  await expect(menu.getByRole('img', { name: 'Before, Blue liner' })).toBeVisible()
  await menu.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('2, before')).toBeVisible()
  const slug = (await page.getByRole('link', { name: 'View my profile' }).getAttribute('href')) ?? ''
  const visitor = await page.context().newPage()
  await visitor.goto(slug)
  await expect(visitor.getByRole('button', { name: 'Before, Blue liner' })).toBeVisible()
  await visitor.close()

  await page.getByRole('button', { name: 'Album options' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete album' }).click()
  const sure = page.getByRole('dialog', { name: "Delete 'Spring looks'?" })
  await expect(sure).toContainText('This also deletes the 3 pictures in it.')
  await sure.getByRole('button', { name: 'Delete album' }).click()
  await expect(page.getByRole('link', { name: /Spring looks/ })).toHaveCount(0)
})

test('a blocked day removes the artist from the next search, and unblocking it brings the artist back', {
  tag: '@proof',
}, async ({ page, artist }) => {
  const [first, second] = [weekdayAfter(299, 3), addDays(weekdayAfter(299, 3), 1)]
  const [firstTitle, secondTitle] = [formatDay(first, true), formatDay(second, true)]
  await become(page, await artist.logIn())
  const api = page.context().request
  expect((await findCard(api, artist, first)).card.reason).toBe('fits')
  await page.goto(`/dashboard/calendar?month=${first.slice(0, 7)}`)
  await page.getByRole('button', { name: new RegExp(`^${formatDay(first)}`) }).click()
  await expect(page.getByRole('heading', { name: firstTitle })).toBeVisible()
  await page.getByRole('button', { name: `Book out ${firstTitle}` }).click()
  const sure = page.getByRole('dialog', { name: `Book out ${firstTitle}?` })
  await expect(sure).toContainText(
    'Customers will not be able to request this day or the night that follows. Existing bookings are not affected.',
  )
  await sure.getByRole('button', { name: 'Book out' }).click()
  await expect(page.getByText(`${firstTitle} is booked out.`)).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`^${formatDay(first)}.*Booked out`) })).toBeVisible()
  expect((await findCard(api, artist, first)).card.reason).toBe('booked')

  await page
    .getByRole('button', { name: `Remove ${firstTitle}` })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make available' }).click()
  await expect(page.getByText(`${firstTitle} is available again.`)).toBeVisible()
  expect((await findCard(api, artist, first)).card.reason).toBe('fits')

  await page.getByRole('button', { name: new RegExp(`^${formatDay(first)}`) }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: new RegExp(`^${formatDay(second)}`) })).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('heading', { level: 1, name: formatMonth(addDays(second, 30)) })).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`^${formatDay(addDays(second, 30))}`) })).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(page.getByRole('button', { name: new RegExp(`^${formatDay(second)}`) })).toBeFocused()
  await page.getByRole('radio', { name: /Part of the day/ }).check()
  await page.getByLabel('From', { exact: true }).selectOption('15:00')
  await page.getByLabel('To', { exact: true }).selectOption('12:00')
  await page.getByRole('button', { name: `Book out ${secondTitle}` }).click()
  await expect(page.getByText('The end must come after the start.')).toBeVisible()
  await page.getByLabel('To', { exact: true }).selectOption('18:00')
  await page.getByRole('button', { name: `Book out ${secondTitle}` }).click()
  await expect(page.getByText('3:00 PM to 6:00 PM').first()).toBeVisible()
  expect((await findCard(api, artist, second)).card.reason).toBe('fits')
  await page
    .getByRole('button', { name: `Remove ${secondTitle}` })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make available' }).click()
  await expect(page.getByText(`${secondTitle} is available again.`)).toBeVisible()
})

test('offline, no choice is lost, and a page that failed to load recovers', async ({ page, context, artist }) => {
  const day = dayAfter(301)
  const title = formatDay(day, true)
  await become(page, await artist.logIn())
  await page.goto(`/dashboard/calendar?month=${day.slice(0, 7)}`)
  await page.getByRole('button', { name: new RegExp(`^${formatDay(day)}`) }).click()
  await page.getByRole('radio', { name: /Part of the day/ }).check()
  await page.getByLabel('From', { exact: true }).selectOption('10:30')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  // The message appears twice: on the page and at the part that was requested.
  await expect(page.getByText('You are offline. Your answers are still here.').first()).toBeVisible()
  await page.getByRole('button', { name: `Book out ${title}` }).click()
  await expect(page.getByLabel('To', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('10:30')
  await context.setOffline(false)
  await page.getByRole('button', { name: `Book out ${title}` }).click()
  await expect(page.getByText(`${title} is booked out.`)).toBeVisible()
  await page
    .getByRole('button', { name: `Remove ${title}` })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make available' }).click()
  await expect(page.getByText(`${title} is available again.`)).toBeVisible()

  await page.route('**/v1/providers/albums', (route) => route.abort())
  await page.getByRole('link', { name: 'Albums', exact: true }).click()
  await expect(page.getByText('We could not load this section.')).toBeVisible()
  await page.unroute('**/v1/providers/albums')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'New album' }).first()).toBeVisible()

  await page.waitForLoadState('networkidle')
  await page.route('**/v1/providers/calendar?**', (route) =>
    route.fulfill({
      status: 401,
      json: { message: 'Your session has ended. Please log in again.', code: 'session_ended' },
    }),
  )
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('primpSession') ?? '{}').pathRequested)).toBe(
    '/dashboard/calendar',
  )
})

test('a new price shows in the next search immediately, and an existing quote keeps its price', {
  tag: '@proof',
}, async ({ page, artist }) => {
  await become(page, await artist.logIn())
  const api = page.context().request
  const given = await findCard(api, artist, dayAfter(300))
  await page.goto('/dashboard/services')
  await expect(page.getByText(/open quotes? keeps? (its|their) prices?\./)).toBeVisible()
  const cost = page.locator('input[name="cost-makeup"]')
  const before = await cost.inputValue()
  await cost.fill(String(Number(before) + 100))
  await page
    .getByRole('button', { name: /^Save Prices/ })
    .first()
    .click()
  await expect(page.getByText('Prices saved. Open quotes keep their price.')).toBeVisible()
  const fresh = await findCard(api, artist, dayAfter(300))
  expect(fresh.card.price).toBeGreaterThan(given.card.price)
  expect((await findCard(api, artist, dayAfter(300), given.id)).card.price).toBe(given.card.price)
})

test('the prices page links to the expanded services', { tag: '@proof' }, async ({ page }) => {
  await beRuth(page)
  await page.goto('/dashboard/services')
  await expect(page.getByLabel('Find a service')).toBeHidden()
  for (let time = 0; time < 2; time++) {
    await page.getByRole('link', { name: 'Add a Service' }).first().click()
    await expect(page).toHaveURL(/\/dashboard\/services#services$/)
    await expect(page.getByLabel('Find a service')).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Find a service')).toBeHidden()
  }
})

test('an artist previews their card, its position in the list and the reason where the card is missing; pausing removes it immediately', {
  tag: '@proof',
}, async ({ page }) => {
  await beRuth(page)
  const api = page.context().request
  await page.goto('/dashboard/appearance')
  await expect(page.getByText(/^\d+ of \d+ in the recommended order$/)).toBeVisible()
  await expect(page.getByLabel('Date')).not.toHaveValue('')
  await page.getByRole('combobox', { name: 'What neighborhood or place?' }).fill('')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Please enter location')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'What neighborhood or place?' })).toBeFocused()
  await page.getByRole('combobox', { name: 'What neighborhood or place?' }).fill('Levenshulme')
  await page
    .getByRole('option', { name: /Levenshulme/ })
    .first()
    .click()
  await page.getByLabel('Date').fill(dayAfter(300))
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText(/^\d+ of \d+ in the recommended order$/)).toBeVisible()
  const card = page.getByRole('article', { name: /Ruth Calder/ })
  await expect(card).toBeVisible()
  await expect(card.getByRole('link', { name: 'Ruth Calder' })).toHaveCount(0)

  // On a phone the result is above the form and scrolls into view.
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Ready by').selectOption('05:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Not shown in this list')).toBeInViewport()
  await page.setViewportSize(before)

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Pause my profile' }).click()
  // A press gets visible feedback within a few frames on a slow connection.
  await page.route('**/v1/providers/**', async (route) => {
    if (route.request().method() !== 'GET') await new Promise((resume) => setTimeout(resume, 1_500))
    await route.fallback()
  })
  await page.evaluate(() => {
    addEventListener(
      'click',
      () => {
        let frames = 0
        const look = () => {
          if (document.querySelector('main [aria-busy="true"]')) document.body.dataset['answered'] = String(frames)
          else {
            frames++
            requestAnimationFrame(look)
          }
        }
        requestAnimationFrame(look)
      },
      { once: true, capture: true },
    )
  })
  await page.getByRole('dialog', { name: 'Pause your profile?' }).getByRole('button', { name: 'Pause' }).click()
  await expect(page.locator('body[data-answered]')).toBeVisible()
  expect(Number(await page.locator('body').getAttribute('data-answered'))).toBeLessThan(6)
  await page.unroute('**/v1/providers/**')
  await expect(page.getByText('Your profile is paused. Existing bookings are not affected.')).toBeVisible()
  await expect(page.getByText('You have hidden your profile from searches.')).toBeVisible()
  expect((await findCard(api, ruth, dayAfter(300))).card).toBeNull()
  await page.getByRole('button', { name: 'Show my profile in searches' }).click()
  await expect(page.getByText('Customers can find you in searches again.')).toBeVisible()
  expect((await findCard(api, ruth, dayAfter(300))).card.reason).toBe('fits')
})

test('every dashboard page is accessible, in light and dark, on a phone too', { tag: '@proof' }, async ({ page }) => {
  test.setTimeout(120_000)
  await beRuth(page)
  for (const path of [
    '',
    `/calendar?month=${dayAfter(200).slice(0, 7)}`,
    '/services',
    '/albums',
    '/reviews',
    '/profile',
    '/travel',
    '/rules',
    '/appearance',
    '/account',
  ]) {
    await page.setViewportSize({ width: 1440, height: 844 })
    await page.goto(`/dashboard${path}`)
    await expect(page.locator('main h1')).toBeVisible()
    await page.clock.runFor(1_000)
    await cleanInBoth(page)
    for (const width of process.env['PROVE'] ? [390, 320] : [320]) {
      await page.setViewportSize({ width, height: 844 })
      await clean(page)
    }
  }
})

test('a printed page has no empty column in place of the navigation', { tag: '@proof' }, async ({ page, artist }) => {
  await become(page, await artist.logIn())
  await page.goto('/dashboard/earnings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const main = await page.locator('#main').boundingBox()
  expect(main?.width).toBeGreaterThan(0.9 * (page.viewportSize()?.width ?? 0))
})
