import { cleanInBoth } from '#tests/e2e/axe.ts'
import { become, expect, logIn, mailTo, searched, test } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'
import { newAddress } from './booking-steps.ts'

const day = '2027-10-13'

test('whoever finds an artist taken joins the list of that day, is seen there by the artist, and leaves it without an account', async ({
  page,
  browser,
}) => {
  const mia = await logIn('mia@primp.test', 'primp-sample-1')
  const headers = signedIn(mia.token)
  const out = await page.request.put(`/v1/providers/bookedoutdates/fullday/${day}`, { headers })
  expect(out.status(), await out.text()).toBe(200)
  try {
    const people = [{ count: 1, services: ['makeup'] }]
    const theirs = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
    await theirs.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
    await theirs.goto('/content/help')
    const id = await searched(theirs, { eventDate: day, people, services: ['makeup'] })
    await theirs.goto(`/quotes/${id}/@/mia-hollis?type=mobile`)
    const card = theirs.getByRole('region', { name: 'Wait for Mia Hollis' })
    await card.getByLabel('Email').fill('nobody')
    await card.getByRole('button', { name: 'Join the list' }).click()
    await expect(card.getByText('Email address is not valid')).toBeVisible()
    await expect(card.getByLabel('Email')).toBeFocused()
    await expect(card.getByLabel('Email')).toHaveValue('nobody')
    await cleanInBoth(theirs)
    const email = newAddress()
    await card.getByLabel('Email').fill(email)
    await card.getByRole('button', { name: 'Join the list' }).click()
    await expect(card.getByText(`Open the mail we have just sent to ${email}`)).toBeVisible()

    // Nobody is on it before they have said yes.
    await become(page, mia)
    await page.goto(`/dashboard/calendar?day=${day}&view=day`)
    const panel = page.getByRole('region', { name: /^Wed 13 October/ })
    await expect(panel.getByRole('button', { name: /^Free up/ })).toBeVisible()
    await expect(panel.getByText('1 person waits for this day')).toHaveCount(0)
    const { path } = await mailTo(email, /Confirm that we may write to you/)
    await theirs.goto(path)
    await theirs.getByRole('main').getByRole('button').first().click()
    await theirs.waitForLoadState('networkidle')

    await page.reload()
    await expect(panel.getByText('1 person waits for this day')).toBeVisible()
    await expect(panel.getByText(`${email[0]}•••@${email.split('@')[1]}`)).toBeVisible()
    await cleanInBoth(page)
    await panel.getByRole('button', { name: 'Close the list' }).click()
    await expect(panel.getByText('Nobody more can join. Who is on the list stays.')).toBeVisible()

    const late = await searched(theirs, { eventDate: day, people, services: ['makeup'] })
    await theirs.goto(`/book/${late}/@/mia-hollis?type=mobile`)
    await card.getByLabel('Email').fill(newAddress())
    await card.getByRole('button', { name: 'Join the list' }).click()
    await expect(card.getByText('The list for this day is closed.')).toBeVisible()
    await panel.getByRole('button', { name: 'Open the list again' }).click()
    await card.getByRole('button', { name: 'Join the list' }).click()
    await expect(card.getByText(/Open the mail we have just sent/)).toBeVisible()
    await card.getByRole('button', { name: 'Leave the list' }).click()
    await expect(card.getByText('You are off the list.')).toBeVisible()
    await theirs.context().close()
  } finally {
    const { dates } = (await (await page.request.get('/v1/providers/bookedoutdates', { headers })).json()).data
    for (const one of dates.filter(({ eventDate }: { eventDate: string }) => eventDate === day))
      await page.request.delete(`/v1/providers/bookedoutdates/${one.id}`, { headers })
  }
})
