import { cleanInBoth } from '#tests/e2e/axe.ts'
import { expect, running, test } from '#tests/e2e/stage.ts'
import { checkoutFor, fillCheckout, newAddress, openCheckout, payButton, testCard } from './booking-steps.ts'

test('a guest answers with their own link, and the organiser sees the answers and the new price', {
  tag: '@proof',
}, async ({ page, browser }) => {
  const email = newAddress()
  const { path } = await checkoutFor(page, ['makeup', 'updo'])
  await openCheckout(page, path, email)
  await fillCheckout(page, email)
  await testCard(page, /goes through/)
  await payButton(page).click()
  await expect(page).toHaveURL(/\/book\/booked\//)
  const list = page.getByRole('region', { name: 'Guest list' })
  await expect(list.getByText('No link yet')).toHaveCount(2)
  await list
    .getByRole('button', { name: /^Make a link/ })
    .last()
    .click()
  await expect(list.getByText('Not answered yet')).toBeVisible()

  const appointmentId = page.url().split('/').at(-1)
  const { data } = await (await page.context().request.get(`/v1/bookings/${appointmentId}`)).json()
  const { key, services } = data.appointment.guests[1]
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await theirs.setViewportSize({ width: 320, height: 800 })
  await theirs.goto(`/guest/${key}`)
  await running(theirs)
  await expect(theirs.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
  await cleanInBoth(theirs)
  await theirs.getByLabel(/^Allergies/).fill('Latex')
  await theirs.getByLabel('Your first name').fill('')
  await theirs.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(theirs.getByText('Say your name.')).toBeVisible()
  await expect(theirs.getByLabel(/^Allergies/)).toHaveValue('Latex')
  await theirs.getByLabel('Your first name').fill('Zoe')
  const wanted = services[0].id === 'makeup' ? 'Updo' : 'Makeup'
  await theirs
    .getByRole('checkbox', { name: new RegExp(`^${wanted}|\\(${wanted.toLowerCase()}\\)`) })
    .first()
    .check()
  await theirs.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(theirs.getByText(/^Saved\./)).toBeVisible()
  await expect(theirs.getByText(/^You would like/)).toBeVisible()

  await page.reload()
  await expect(list.getByText('Asks for something')).toBeVisible()
  await expect(page.getByText('Zoe, allergies: Latex')).toBeVisible()
  await cleanInBoth(page)
  await list.getByRole('button', { name: /^See what it comes to/ }).click()
  await expect(page.getByRole('heading', { name: 'Change people or services' })).toBeFocused()
  await expect(page.getByText(/That day starts at/)).toBeVisible()
  await page.getByRole('button', { name: /^Suggest it to/ }).click()
  await expect(list.getByText(/^A change of the booking is waiting/)).toBeVisible()

  await list.getByRole('button', { name: 'More with Zoe' }).click()
  await list.getByRole('button', { name: 'Take the link back' }).click()
  await expect(list.getByText('The link opens nothing any more.')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByRole('heading', { level: 1, name: 'This page has been wiped off.' })).toBeVisible()
  await other.close()
})
