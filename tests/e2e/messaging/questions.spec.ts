import { request } from '@playwright/test'
import sharp from 'sharp'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import { dayAfter } from '#tests/e2e/market.ts'
import { become, expect, logIn, mailTo, newcomer, running, test, wedding } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

async function proven(baseURL: string | undefined) {
  const someone = await newcomer('Nia Okafor')
  const api = await request.newContext({ baseURL: baseURL as string, extraHTTPHeaders: { origin: baseURL as string } })
  const { code } = await mailTo(someone.email, /Confirm your email address/)
  await api.post('/v1/accounts/me/verification/code', { data: { code }, headers: signedIn(someone.token) })
  return { api, person: await logIn(someone.email, someone.password), email: someone.email }
}

test('a customer asks an artist a question from their page, which starts a conversation', { tag: '@proof' }, async ({
  page,
  baseURL,
  artist,
}) => {
  const { api, person } = await proven(baseURL)
  await become(page, person)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(`/@/${artist.slug}`)
  await page.getByRole('link', { name: 'Ask Mia a question' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ask Mia Vale' })).toBeVisible()
  await cleanInBoth(page)
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page.getByText('Write your question.')).toBeVisible()
  await page.getByLabel('Your question').fill('Do you work on board a boat?')
  await page.getByRole('button', { name: 'Send question' }).click()
  await expect(page).toHaveURL(/\/customer-dashboard\/messages\/[\w-]{36}$/)
  const talk = page.getByRole('region', { name: 'Conversation with Mia Vale' })
  await expect(talk.getByRole('log').getByText('Do you work on board a boat?')).toBeVisible()
  await expect(talk.getByText('Question before booking')).toBeVisible()
  await cleanInBoth(page)
  const there = page.url()
  await page.goto(`/customer-dashboard/ask/${artist.slug}`)
  await expect(page).toHaveURL(there)
  await api.dispose()
})

test('a message and a picture are sent with a request, and the artist reads them', { tag: '@proof' }, async ({
  page,
  browser,
  baseURL,
  artist,
}) => {
  const { api, person, email } = await proven(baseURL)
  const headers = signedIn(person.token)
  const eventDate = dayAfter(235)
  const made = await (
    await api.post('/v1/quotes/', { data: { ...wedding, location: artist.location, eventDate }, headers })
  ).json()
  const id = made.data.search.id as string
  const details = { name: 'Nia Okafor', email, event: 'Wedding', mobile: '07700 900142' }
  await api.patch(`/v1/quotes/${id}`, { data: { ...details, finishTime: '13:30', timeConstraint: 'finish' }, headers })
  const ask = await api.post(`/v1/quotes/${id}/requests`, {
    data: { profiles: [artist.slug] },
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  })
  expect(ask.status(), await ask.text()).toBe(200)
  await become(page, person)
  await page.goto(`/quotes/${id}`)
  await page.getByRole('link', { name: 'Add a note or pictures' }).click()
  await running(page)
  await expect(page.getByText('Mia Vale will see it with your request.')).toBeVisible()
  await cleanInBoth(page)
  await page.getByLabel('What should they know?').fill('Soft waves. Ring me on 07700 900142.')
  const buffer = await sharp({ create: { width: 640, height: 800, channels: 3, background: '#805037' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/quotes/${id}$`))

  const mia = await artist.logIn()
  const { requests } = (await (await api.get('/v1/providers/me/requests', { headers: signedIn(mia.token) })).json())
    .data
  const hers = requests.find((one: { eventDate: string }) => one.eventDate === eventDate)
  const context = await browser.newContext({ baseURL: baseURL as string })
  const theirs = await context.newPage()
  await theirs.addInitScript(() => localStorage.setItem('cookieConsent', 'necessary'))
  await become(theirs, mia)
  await theirs.goto(`/offer?request=${hers.id}`)
  await expect(theirs.getByText(/^Soft waves\. Ring me on •••/)).toBeVisible()
  await expect(theirs.getByRole('img', { name: 'Picture 1' })).toBeVisible()
  await context.close()
  await api.dispose()
})
