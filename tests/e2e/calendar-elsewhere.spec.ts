import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clean } from '#tests/e2e/axe.ts'
import { addDays, dayAfter, formatDay } from '#tests/e2e/market.ts'
import { become, expect, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

const firstDay = dayAfter(479)
const away = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:away',
  `DTSTART;VALUE=DATE:${firstDay.replaceAll('-', '')}`,
  `DTEND;VALUE=DATE:${addDays(firstDay, 2).replaceAll('-', '')}`,
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

/** Matches day names such as `Mon 13 March`. */
const nameOf = (date: string, rest = '') => new RegExp(`${formatDay(date).split(' ').slice(1).join(' ')}${rest}`)

test('two all-day events of another calendar appear on their days in month, week and day view, and the days take no requests', {
  tag: '@proof',
}, async ({ page, artist }) => {
  const elsewhere = createServer((_, response) => response.end(away))
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/away.ics`
  const mia = await artist.logIn()
  const headers = signedIn(mia.token)
  await page.request.post('/v1/providers/me/feeds', { headers, data: { url } })
  try {
    await become(page, mia)
    await page.goto(`/dashboard/calendar?day=${firstDay}`)
    const month = page.getByRole('table')
    // The tabs do not overlap the weekday names.
    const switches = await page.getByRole('tablist').first().boundingBox()
    const weekdays = await month.getByRole('columnheader').first().boundingBox()
    expect((switches?.y ?? 0) + (switches?.height ?? 0)).toBeLessThanOrEqual((weekdays?.y ?? 0) - 8)
    await expect(month.getByRole('button', { name: nameOf(firstDay, '.*Busy elsewhere') })).toBeVisible()
    await expect(month.getByRole('button', { name: nameOf(addDays(firstDay, 1), '.*Busy elsewhere') })).toBeVisible()
    await expect(month.getByRole('button', { name: nameOf(addDays(firstDay, -1), '.*Busy that night') })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'From another calendar' })).toBeVisible()
    const day = page.getByRole('region', { name: nameOf(firstDay) })
    await expect(day.getByRole('listitem').filter({ hasText: 'From your other calendar' }).first()).toContainText(
      'Full day',
    )
    await expect(day.getByText('Customers can request this day.')).toHaveCount(0)
    await clean(page)
    await month.getByRole('button', { name: nameOf(addDays(firstDay, 1)) }).click()
    await expect(page.getByText('5:00 AM to 12:00 AM, next day').first()).toBeVisible()
    await page.getByRole('tab', { name: 'Week' }).click()
    await expect(page).toHaveURL(/view=week/)
    await expect(page.getByText('From your other calendar').first()).toBeVisible()
    await expect(page.locator("[data-state='external']").first()).toBeVisible()
    await clean(page)
  } finally {
    elsewhere.close()
  }
})

test('an artist is warned that a calendar is suddenly empty, and confirms it', { tag: '@proof' }, async ({
  page,
  artist,
}) => {
  let text = away
  const elsewhere = createServer((_, response) => response.end(text))
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/empty.ics`
  const mia = await artist.logIn()
  const headers = signedIn(mia.token)
  const added = await page.request.post('/v1/providers/me/feeds', { headers, data: { url, name: 'Studio' } })
  const { id } = (await added.json()).data.feed
  try {
    text = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'
    await page.request.post(`/v1/providers/me/feeds/${id}/refresh`, { headers })
    await become(page, mia)
    await page.goto('/dashboard')
    await expect(page.getByText('Studio had busy times but now has no events.')).toBeVisible()
    await clean(page)
    await page.getByRole('link', { name: 'Open calendar' }).click()
    const card = page.getByRole('region', { name: 'Calendars' })
    await expect(card.getByText('Studio had busy times')).toBeVisible()
    await clean(page)
    await card.getByRole('button', { name: 'Yes, it is empty' }).click()
    await expect(card.getByText('Studio had busy times')).toHaveCount(0)
    await expect(card.getByText(/0 events/)).toBeVisible()
  } finally {
    elsewhere.close()
  }
})
