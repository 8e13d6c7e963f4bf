import { confirmTestAddress } from '#server/testing/clients.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let id: string
let cookie: string
const email = 'me@send.example'
const send = (more: object, body: object = { email }) =>
  rig.call(`/v1/quotes/${id}/send-me`, { method: 'POST', body, ...more })
beforeAll(async () => {
  rig = await openRig()
  const made = await rig.call('/v1/quotes/', {
    method: 'POST',
    address: '127.5.0.1',
    body: {
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      eventDate: '2027-06-12',
      finishTime: '13:30',
      services: ['makeup', 'makeup'],
      location: {
        type: 'Point',
        coordinates: [-0.055, 51.545],
        address: {
          placeName: 'Hackney, London, England, United Kingdom',
          neighborhood: 'Hackney',
          place: 'London',
          countryCode: 'GB',
        },
      },
    },
  })
  id = made.body.data.search.id
  cookie = made.cookie as string
})
afterAll(async () => {
  await rig.database.db.deleteFrom('outbox').where('address', '=', email).execute()
  await rig.database.db.deleteFrom('mail_confirmation').where('email', '=', email).execute()
  await rig.database.db.deleteFrom('search').where('id', '=', id).execute()
})

test('the quotes are emailed to the owner at most once a day, with a link that does not sign in', async () => {
  await confirmTestAddress(rig, email, 'quotes')
  for (let i = 0; i < 2; i++)
    expect((await send({ cookie, address: '127.5.0.2' })).body.data).toEqual({ sent: true, confirm: false })
  const mails = await rig.database.db.selectFrom('outbox').selectAll().where('address', '=', email).execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ subject: 'Your quotes for Sat 12 June 2027 in Hackney', secret: false })
  expect(mails[0]?.html).toContain('2 people, ready by 1:30 PM')
  expect(mails[0]?.body).toContain(`/quotes/${id}`)
})

test('quotes of a search in French are French, and so is the email about them', async () => {
  const address = 'fr@send.example'
  const made = await rig.call('/v1/quotes/', {
    method: 'POST',
    address: '127.5.0.7',
    body: {
      categorySlug: 'makeup-hair-styling',
      eventDate: '2027-06-12',
      finishTime: '13:30',
      services: ['makeup', 'makeup'],
      language: 'fr',
      location: {
        type: 'Point',
        coordinates: [-79.38, 43.65],
        address: { placeName: 'Toronto', place: 'Toronto', countryCode: 'CA' },
      },
    },
  })
  const { search } = made.body.data
  expect(search.language).toBe('fr')
  const path = `/v1/quotes/formSettings/${search.id}`
  const { formSettings } = (await rig.call(path, { cookie: made.cookie as string })).body.data
  expect(formSettings.serviceTypes[0].services.map(({ label }: { label: string }) => label)).toContain('Maquillage')
  await confirmTestAddress(rig, address, 'quotes')
  const sent = { method: 'POST', body: { email: address }, cookie: made.cookie as string, address: '127.5.0.8' }
  expect((await rig.call(`/v1/quotes/${search.id}/send-me`, sent)).status).toBe(200)
  const [mail] = await rig.database.db.selectFrom('outbox').selectAll().where('address', '=', address).execute()
  expect(mail?.subject).toBe('Vos devis pour le sam. 12 juin 2027 à Toronto')
  expect(mail?.html).toContain('lang="fr"')
  expect(mail?.html).toContain('2 personnes, prêt pour 13\u00a0h\u00a030')
  expect(mail?.body).toContain('Bonjour,')
  await rig.database.db.deleteFrom('outbox').where('address', '=', address).execute()
  await rig.database.db.deleteFrom('mail_confirmation').where('email', '=', address).execute()
  await rig.database.db.deleteFrom('search').where('id', '=', search.id).execute()
})

test('an unknown language is refused', async () => {
  const body = { categorySlug: 'makeup-hair-styling', eventDate: '2027-06-12', services: ['makeup'], language: 'de' }
  const answer = await rig.call('/v1/quotes/', { method: 'POST', address: '127.5.0.9', body })
  expect(answer.body.errors).toContainEqual(expect.objectContaining({ path: 'language' }))
})

test('nobody else can email the quotes, and an invalid address gets nothing', async () => {
  expect((await send({ address: '127.5.0.3' })).body.code).toBe('not_yours')
  expect((await send({ cookie, address: '127.5.0.4', headers: { origin: 'https://evil.example' } })).body.code).toBe(
    'cross_origin',
  )
  expect((await send({ cookie, address: '127.5.0.5' }, { email: 'nobody' })).body).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'email' }],
  })
  expect(
    (await rig.call('/v1/quotes/aaaaaaaaaaaaaaaa/send-me', { method: 'POST', body: { email }, address: '127.5.0.6' }))
      .body.code,
  ).toBe('not_found')
})

test('a signed-in customer can open a search of their own in another browser, but not a search of another person', async () => {
  const signIn = async (who: string, address: string, withCookie?: string) =>
    (
      await rig.call('/v1/accounts/login', {
        method: 'POST',
        address,
        ...(withCookie ? { cookie: withCookie } : {}),
        body: { email: `${who}@primp.test`, password: 'primp-sample-1' },
      })
    ).body.data.token as string
  const bearer = await signIn('ana', '127.5.1.1', cookie)
  const comeBack = (more: object) => rig.call(`/v1/quotes/${id}/come-back`, { method: 'POST', body: {}, ...more })
  const mine = async (of: string | undefined) =>
    (await rig.call(`/v1/quotes/${id}`, of ? { cookie: of } : {})).body.data.search.mine
  expect((await comeBack({ address: '127.5.1.2' })).body.code).toBe('not_signed_in')
  expect((await comeBack({ address: '127.5.1.3', bearer: await signIn('mia', '127.5.1.4') })).body.code).toBe(
    'not_yours',
  )
  const answer = await comeBack({ address: '127.5.1.5', bearer })
  expect(answer.body.data).toEqual({ mine: true })
  expect(await mine(answer.cookie)).toBe(true)
  // One browser at a time has access by the cookie; the other comes back in the same way.
  expect(await mine(cookie)).toBe(false)
  expect((await comeBack({ address: '127.5.1.6', bearer, cookie })).status).toBe(200)
  expect(await mine(cookie)).toBe(true)
})
