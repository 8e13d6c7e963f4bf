import type { Locator, Page } from '@playwright/test'
import { clean, cleanInBoth } from '#tests/e2e/axe.ts'
import { signedIn } from '#tests/signed-in.ts'
import { addDays, dayAfter, formatDay, marketTime, weekdayAfter } from './market.ts'
import { become, type Entered, expect, logIn, test } from './stage.ts'

const day = weekdayAfter(459, 2)
const titleOf = (date: string) => formatDay(date, date.slice(0, 4) !== marketTime.toISOString().slice(0, 4))
const [dayTitle, nextTitle] = [titleOf(day), titleOf(addDays(day, 1))]

/** Returns the blocks of a day of the time grid. */
const blocksOn = (page: Page, title: string) => page.getByRole('list', { name: title, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected time' })
const cell = (page: Page, title: string, time: string) =>
  page.getByRole('gridcell', { name: `${title}, ${time}`, exact: true })

/** Returns the position of an hour of a day on the screen, after scrolling it there. */
async function findPlace(page: Page, title: string, hour: number): Promise<Place> {
  const half = Math.floor(hour * 2) / 2
  const clock = `${((Math.floor(half) + 11) % 12) + 1}${half % 1 ? ':30' : ''} ${half < 12 ? 'AM' : 'PM'}`
  const slot = page.getByRole('gridcell', { name: new RegExp(`^${title}, ${half === 12 ? 'Midday' : clock}`) }).first()
  const box = await slot.boundingBox()
  if (!box) throw new Error(`${title} has no ${clock}`)
  return { x: box.x + box.width / 2, y: box.y + box.height * (hour - half) * 2 }
}

async function dragMouse(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 10)
  await page.mouse.move(to.x, to.y, { steps: 5 })
}

type Place = { x: number; y: number }

/** Touches places one after the other; `hold` waits on the first until a drag starts. */
async function touch(page: Page, places: readonly Place[], hold = false): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Place) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  for (const [i, at] of places.entries()) {
    await send(i === 0 ? 'touchStart' : 'touchMove', at)
    if (hold && i === 0) await page.clock.runFor(400)
  }
  await send('touchEnd')
}

const dragFinger = (page: Page, from: Place, to: Place): Promise<void> =>
  touch(page, [from, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, to], true)

async function openWeek(page: Page, artist: Entered): Promise<void> {
  await become(page, artist)
  await page.setViewportSize({ width: 1440, height: 1600 })
  await page.goto(`/dashboard/calendar?day=${day}&view=week`)
  await expect(cell(page, dayTitle, '9 AM')).toBeVisible()
}

async function findMiddle(of: Locator, edge: 'middle' | 'end' = 'middle'): Promise<Place> {
  const box = await of.boundingBox()
  if (!box) throw new Error('The block is not shown.')
  return { x: box.x + box.width / 2, y: edge === 'end' ? box.y + box.height - 1 : box.y + box.height / 2 }
}

test('time on a day is selected by mouse, keyboard and touch, for an appointment or to block it', async ({
  page,
  artist,
}) => {
  await openWeek(page, await artist.logIn())
  const client = page.getByRole('combobox', { name: 'Client' })
  const appointment = [page.getByLabel('Start time'), page.getByLabel('Minutes')] as const
  const place = (hour: number) => findPlace(page, dayTitle, hour)

  await dragMouse(page, await place(10.1), await place(12.9))
  await expect(blocksOn(page, dayTitle).getByText('10:00 AM to 1:00 PM')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.getByText('10:00 AM to 1:00 PM')).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)

  await dragMouse(page, await place(12.9), await place(10.1))
  await page.mouse.up()
  await expect(bar(page)).toContainText(`${dayTitle}, 10:00 AM to 1:00 PM`)
  await cleanInBoth(page)
  await bar(page).getByRole('button', { name: 'Book out' }).click()
  await expect(page.getByText(`${dayTitle} is booked out.`)).toBeVisible()
  await expect(blocksOn(page, dayTitle).getByRole('button', { name: /10 AM to 1 PM/ })).toBeVisible()

  // By keyboard: Enter starts, arrows extend, Enter blocks.
  await cell(page, dayTitle, '9 AM').focus()
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, nextTitle, '9 AM')).toBeFocused()
  for (const key of ['ArrowDown', 'Enter', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await expect(cell(page, nextTitle, '10 AM')).toHaveAttribute('aria-selected', 'true')
  await expect(bar(page)).toContainText(`${nextTitle}, 9:30 AM to 11:00 AM`)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByText(`${nextTitle} is booked out.`)).toBeVisible()
  await expect(blocksOn(page, nextTitle).getByRole('button', { name: /10:30 to 11:30 AM/ })).toBeVisible()

  // By touch: a tap selects an hour, a long press draws, a swipe scrolls.
  await touch(page, [await place(15.1)])
  await expect(bar(page)).toContainText(`${dayTitle}, 3:00 PM to 4:00 PM`)
  await dragFinger(page, await place(15.1), await place(16.9))
  await expect(bar(page)).toContainText(`${dayTitle}, 3:00 PM to 5:00 PM`)

  await bar(page).getByRole('button', { name: 'Add appointment' }).click()
  await expect(client).toBeFocused()
  await expect(appointment[0]).toHaveValue('15:00')
  await expect(appointment[1]).toHaveValue('120')
  await client.fill('Ada Obi')
  await expect(page.getByText('Ada Obi will be added as a new client.')).toBeVisible()
  await page.getByLabel('Add from your price list').selectOption({ index: 1 })
  await expect(page.getByLabel('Services')).not.toHaveValue('')
  await expect(appointment[1]).toHaveValue('120')
  await page.getByLabel('Repeats').selectOption('Every 2 weeks')
  await page.getByLabel('Until').fill(addDays(day, 28))
  await expect(page.getByText(`3 appointments, the last on ${formatDay(addDays(day, 28), true)}`)).toBeVisible()
  await clean(page)
  await page.getByRole('button', { name: 'Save appointment' }).click()
  // The first client of this artist.
  await page.getByRole('dialog').getByRole('button', { name: 'Accept and save' }).click()
  await expect(page.getByText('3 appointments saved.')).toBeVisible()
  await expect(page.getByLabel('Link to this appointment')).toBeVisible()
  await expect(blocksOn(page, dayTitle).getByRole('link', { name: /Ada Obi.*3 to 5 PM/ })).toBeVisible()
  await expect(
    blocksOn(page, dayTitle)
      .getByText(/^\d+ min buffer$/)
      .last(),
  ).toBeVisible()
  await page.getByRole('tab', { name: 'Month' }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^${formatDay(day)}.*Ada\\s*3 PM`) })).toBeVisible()
  const panel = page.getByRole('region', { name: new RegExp(`^${dayTitle.slice(0, 6)}`) })
  await expect(panel.getByRole('listitem').filter({ hasText: 'Ada Obi' })).toContainText('3:00 PM to 5:00 PM')
  await panel.getByRole('link', { name: /^Ada Obi/ }).click()
  await page.getByRole('button', { name: new RegExp(`^Cancel appointment: ${formatDay(addDays(day, 14))}`) }).click()
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: 'This and all following appointments' })
    .check({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toHaveCount(2)
  await page.goto(`/dashboard/calendar?day=${addDays(day, 14)}&view=day`)
  await expect(page.getByRole('link', { name: /Ada Obi/ })).toHaveCount(0)
  await page.getByText('Show cancelled').click()
  await expect(page.getByRole('link', { name: /Ada Obi.*Cancelled/ })).toBeVisible()
  await clean(page)
})

test('a blocked time is moved and resized by mouse, touch, keyboard and form, and a conflict changes nothing', async ({
  page,
  artist,
}) => {
  const mia = await artist.logIn()
  const post = async (path: string, data: object) => {
    const headers = { ...signedIn(mia.token), 'idempotency-key': crypto.randomUUID() }
    const answer = await page.request.post(path, { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
    return (await answer.json()).data
  }
  await post('/v1/providers/bookedoutdates', { eventDate: day, startTime: '10:00', finishTime: '12:00' })
  await post('/v1/providers/me/client-data-terms', { accepted: true })
  const { clientId } = await post('/v1/providers/me/own-clients', { name: 'Eve Moss' })
  await post('/v1/providers/me/own-appointments', { clientId, eventDate: day, startTime: '18:00', minutes: 60 })
  await openWeek(page, mia)
  const block = (title: string, times: string) =>
    blocksOn(page, title).getByRole('button', { name: `Booked out ${times}` })
  const saved = page.getByText('Booked-out time changed.')

  // Mouse: to the next day and half an hour later, then an hour longer.
  const [start, lower] = [await findMiddle(block(dayTitle, '10 AM to Midday')), await findPlace(page, nextTitle, 11.5)]
  await dragMouse(page, start, lower)
  await expect(blocksOn(page, nextTitle).getByText('10:30 AM to 12:30 PM')).toBeVisible()
  await page.mouse.up()
  await expect(block(nextTitle, '10:30 AM to 12:30 PM')).toBeVisible()
  await expect(saved).toBeVisible()
  const end = await findMiddle(block(nextTitle, '10:30 AM to 12:30 PM'), 'end')
  await dragMouse(page, end, { x: end.x, y: (await findPlace(page, nextTitle, 13.5)).y })
  await page.mouse.up()
  await expect(block(nextTitle, '10:30 AM to 1:30 PM')).toBeVisible()

  // Keyboard: back by a day, a quarter of an hour earlier, half an hour shorter.
  await block(nextTitle, '10:30 AM to 1:30 PM').focus()
  for (const key of ['Space', 'ArrowLeft', 'ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowUp']) await page.keyboard.press(key)
  await expect(page.locator('#announcements')).toContainText(`${dayTitle}, 10:15 AM to 12:45 PM`)
  await page.keyboard.press('Space')
  await expect(block(dayTitle, '10:15 AM to 12:45 PM')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: new RegExp(`^${dayTitle}, 10 AM`) })).toBeFocused()
  await block(dayTitle, '10:15 AM to 12:45 PM').focus()
  for (const key of ['Space', 'ArrowDown', 'Escape']) await page.keyboard.press(key)
  await expect(block(dayTitle, '10:15 AM to 12:45 PM')).toBeVisible()

  // Touch.
  const held = await findMiddle(block(dayTitle, '10:15 AM to 12:45 PM'))
  await dragFinger(page, held, {
    x: held.x,
    y: held.y + (await findPlace(page, dayTitle, 12)).y - (await findPlace(page, dayTitle, 11)).y,
  })
  await expect(block(dayTitle, '11:15 AM to 1:45 PM')).toBeVisible()

  // A conflict is refused: the block stays where it was.
  const busy = await findMiddle(block(dayTitle, '11:15 AM to 1:45 PM'))
  await dragMouse(page, busy, await findPlace(page, dayTitle, 18.5))
  await page.mouse.up()
  await expect(page.getByRole('alert')).toContainText('You already have Eve Moss at that time')
  await expect(block(dayTitle, '11:15 AM to 1:45 PM')).toBeVisible()
  await cleanInBoth(page)
  await page.getByRole('button', { name: 'Clear selection' }).click()

  // Form: the same without dragging.
  await block(dayTitle, '11:15 AM to 1:45 PM').click()
  await expect(page.getByLabel('Day', { exact: true })).toBeFocused()
  await page.getByLabel('From', { exact: true }).selectOption('15:00')
  await page.getByLabel('To', { exact: true }).selectOption('18:30')
  await page.getByRole('button', { name: 'Save time' }).click()
  await expect(page.getByLabel('To', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('To', { exact: true }).selectOption('17:00')
  await clean(page)
  await page.getByRole('button', { name: 'Save time' }).click()
  await expect(block(dayTitle, '3 to 5 PM')).toBeVisible()

  // A private appointment is moved in the same way.
  const own = blocksOn(page, dayTitle).getByRole('link', { name: /Eve Moss/ })
  await own.focus()
  for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
  await expect(page.getByText('Eve Moss moved.')).toBeVisible()
  await expect(blocksOn(page, dayTitle).getByRole('link', { name: /Eve Moss.*5:45 to 6:45 PM/ })).toBeVisible()
})

/** The first booking of the sample artist Mia, whose assistant is Tess, in two weeks or later. */
async function openBookedDay(page: Page, view: string) {
  const mia = await logIn('mia@primp.test', 'primp-sample-1')
  const answer = await page.request.get(`/v1/providers/appointments?from=${dayAfter(14)}&until=${dayAfter(300)}`, {
    headers: signedIn(mia.token),
  })
  const booked = (await answer.json()).data.appointments as {
    id: string
    eventDate: string
    state: string
    customer: { name: string }
    artistTimes: object[]
  }[]
  const booking = booked.find(({ state, artistTimes }) => state === 'booked' && artistTimes.length === 2)
  if (!booking) throw new Error('Mia has no booking with Tess.')
  await become(page, mia)
  await page.setViewportSize({ width: 1440, height: 1600 })
  await page.goto(`/dashboard/calendar?day=${booking.eventDate}&view=${view}`)
  return { ...booking, firstName: booking.customer.name.split(' ')[0] ?? '', title: titleOf(booking.eventDate) }
}

test('a team has a lane for each artist, and a booking is moved by asking its customer', async ({ page }) => {
  const { id, firstName, title, eventDate } = await openBookedDay(page, 'day')
  for (const artist of ['Mia', 'Tess'])
    await expect(blocksOn(page, `${title}, ${artist}`).getByRole('link', { name: new RegExp(firstName) })).toBeVisible()
  await expect(blocksOn(page, `${title}, Mia`).getByText(/min travel/)).toBeVisible()
  for (const strip of await page.getByText(/min (travel|buffer|set-up)$/).all())
    expect((await strip.boundingBox())?.height).toBeGreaterThan(14)
  await cleanInBoth(page)

  await page.getByRole('tab', { name: 'Week' }).click()
  await page.getByRole('radiogroup', { name: 'Bookings of' }).getByText('Tess').click()
  const block = blocksOn(page, title)
    .getByRole('link', { name: new RegExp(firstName) })
    .first()
  await block.focus()
  for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  await expect(bar(page)).toContainText(`Move ${firstName} to ${title}`)
  await expect(bar(page)).toContainText('A booking moves once the customer agrees.')
  await cleanInBoth(page)
  await bar(page).getByRole('link', { name: 'Suggest this time' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/appointments/${id}\\?move=${eventDate}T`))
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(eventDate)
  await expect(page.getByRole('button', { name: 'Suggest this time' })).toBeVisible()
})

test('the current time is a line in today, and the first block is scrolled into view', async ({ page, artist }) => {
  await become(page, await artist.logIn())
  for (const [i, width] of [1440, 390].entries()) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/dashboard/calendar?view=week')
    const today = titleOf(dayAfter(0))
    await expect(page.getByText(`Now 9:0${i}`)).toBeInViewport()
    await expect(cell(page, today, '9 AM')).toBeInViewport()
    await expect(page.getByRole('list', { name: /^\w{3} \d/ })).toHaveCount(width === 1440 ? 7 : 3)
    await page.clock.runFor(60_000)
    await expect(page.getByText(`Now 9:0${i + 1}`)).toBeAttached()
    await page.getByRole('button', { name: width === 1440 ? 'Next week' : 'Next 3 days' }).click()
    await expect(page.getByText('Now 9:')).toHaveCount(0)
  }
})

test('a week prints as a list in both orientations, with the artist and without navigation', async ({ page }) => {
  const { firstName, title } = await openBookedDay(page, 'week')
  await expect(blocksOn(page, title)).toBeVisible()
  for (const [width, height] of [
    [720, 1040],
    [1040, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(/^Mia Hollis, \+?[\d ]+$/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Need a hand?' })).toBeHidden()
    await expect(page.getByRole('grid')).toBeHidden()
    const entry = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: firstName, exact: true }) })
    await expect(entry.last()).toContainText('Booked')
    const days = await page.getByRole('heading', { level: 3 }).all()
    expect(days).toHaveLength(7)
    for (const heading of days) {
      const cut = await heading.evaluate((element) => element.scrollWidth > element.clientWidth)
      expect(cut).toBe(false)
      expect((await heading.boundingBox())?.width).toBeGreaterThan(60)
    }
    await page.emulateMedia({ media: 'screen' })
  }
})
