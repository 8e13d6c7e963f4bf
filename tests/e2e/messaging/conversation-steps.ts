import { request } from '@playwright/test'
import { dayAfter } from '#tests/e2e/market.ts'
import { type Entered, type JourneyArtist, expect, logIn, mailTo, newcomer, wedding } from '#tests/e2e/stage.ts'
import { signedIn } from '#tests/signed-in.ts'

/** Asks an artist for a wedding as a new customer with a confirmed address, which starts a conversation. */
export async function openConversation(
  baseURL: string | undefined,
  artist: JourneyArtist,
): Promise<{ customer: Entered; mia: Entered; conversationId: string }> {
  const eventDate = dayAfter(228)
  const someone = await newcomer('Leila Marsh')
  const api = await request.newContext({ baseURL: baseURL as string, extraHTTPHeaders: { origin: baseURL as string } })
  const { code } = await mailTo(someone.email, /Confirm your email address/)
  await api.post('/v1/accounts/me/verification/code', { data: { code }, headers: signedIn(someone.token) })
  const customer = await logIn(someone.email, someone.password)
  const headers = signedIn(customer.token)
  const search = (
    await (
      await api.post('/v1/quotes/', { data: { ...wedding, location: artist.location, eventDate }, headers })
    ).json()
  ).data.search.id
  const details = await api.patch(`/v1/quotes/${search}`, {
    data: {
      name: 'Leila Marsh',
      email: someone.email,
      event: 'Wedding',
      mobile: '07700 900142',
      finishTime: '13:30',
      timeConstraint: 'finish',
    },
    headers,
  })
  expect(details.status(), await details.text()).toBe(200)
  const ask = await api.post(`/v1/quotes/${search}/requests`, {
    data: { profiles: [artist.slug] },
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
  })
  expect(ask.status(), await ask.text()).toBe(200)
  const { conversations } = (await (await api.get('/v1/conversations?side=customer', { headers })).json()).data
  const mia = await artist.logIn()
  await api.dispose()
  return { customer, mia, conversationId: conversations[0].id }
}
