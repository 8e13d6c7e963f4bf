import { dayAfter } from '#tests/e2e/market.ts'
import { cleanInBoth } from '#tests/e2e/axe.ts'
import { expect, mailTo, operatorToken, running, takeArtist, test, wedding } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'
import { kept, newAddress, onward, payButton, testCard } from './booking-steps.ts'

test('a customer opens the payment link of a partner, sees the whole time left, and books; nobody else can open it', {
  tag: '@proof',
}, async ({ page, request, browser }) => {
  const asOperator = { ...signedIn(await operatorToken()), 'idempotency-key': crypto.randomUUID() }
  const call = async (path: string, data: object, headers: Record<string, string> = asOperator) => {
    const answer = await request.post(path, { data, headers: { ...headers, 'idempotency-key': crypto.randomUUID() } })
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
    return (await answer.json()).data
  }
  const slug = `venue-${Date.now().toString(36)}`
  const scopes = ['search:read', 'bookings:read', 'bookings:write']
  const { partner } = await call('/v1/operator/partners', {
    name: `The ${slug}`,
    slug,
    email: 'events@venue.example',
    scopes,
    reason: 'A journey of its link',
  })
  const { token } = await call(`/v1/operator/partners/${partner.id}/keys`, { name: 'Their site', scopes })
  const byKey = { authorization: `Bearer ${token}` }
  const artist = takeArtist()
  const { search } = await call(
    '/v1/quotes/',
    {
      ...wedding,
      location: artist.location,
      eventDate: dayAfter(121),
      services: ['makeup'],
      people: [{ count: 1, services: ['makeup'] }],
    },
    byKey,
  )
  const quoted = await request.get(`/v1/quotes/${search.id}/@/${artist.slug}`, { headers: byKey })
  const email = newAddress()
  const { hold } = await call(
    '/v1/partners/me/holds',
    {
      quoteId: search.id,
      profileId: artist.slug,
      type: 'mobile',
      hash: (await quoted.json()).data.locked.hash,
      customer: { name: 'Leila Hart', email, mobile: '07700 900123', event: 'Birthday' },
    },
    byKey,
  )
  const { path } = await mailTo(email, /^Pay/)

  // Until the search is the visitor's, the page does not call the time taken.
  let open = () => {}
  const asked = new Promise<void>((done) => {
    open = done
  })
  await page.route('**/come-back', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto(path)
  await running(page)
  await expect(page.getByText('Opening your booking')).toBeVisible()
  await expect(page.getByText('no longer available')).toHaveCount(0)
  await cleanInBoth(page)
  open()
  await kept(page)
  await expect(page.getByRole('timer', { name: /^Time held for you, 1 hour 5\d minutes/ })).toBeVisible()
  await expect(page.getByText(/^We are holding this time for you for 1:5\d:\d\d\.$/)).toBeVisible()
  await cleanInBoth(page)

  const stranger = await browser.newContext()
  const theirs = await stranger.newPage()
  await theirs.goto(path)
  await expect(theirs).toHaveURL(/\/quotes\//)
  await stranger.close()

  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await onward(page).first().click()
  await page.getByLabel('Street address').fill('14 Lark Row, London E2 9JA')
  await onward(page).last().click()
  await page.getByLabel(/I accept/).check()
  await testCard(page, /succeeds/)
  await payButton(page).click()
  await expect(page).toHaveURL(/\/book\/booked\//)
  const { data } = await (await request.get(`/v1/partners/me/holds/${hold.id}`, { headers: byKey })).json()
  expect(data.hold).toMatchObject({ state: 'booked', bookingId: page.url().split('/').at(-1) })
})
