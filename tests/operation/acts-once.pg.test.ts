import { sql } from 'kysely'
import { LIMITS_KEY } from '#server/payments/refunds.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { testCards } from '#contract/payments/test-cards.ts'
import { answerTestDispute } from '#server/testing/bookings.ts'
import {
  createRequester,
  createTestAddress,
  createTestKey,
  createTestVisitor,
  testDayDetails,
} from '#server/testing/clients.ts'
import { confirmCardSetup, createCardSetup, createTestCard, createTestVoucher } from '#server/testing/payments.ts'
import {
  acceptTestClientTerms,
  clearTestTown,
  createTestProvider,
  type TestProviderTerms,
} from '#server/testing/providers.ts'
import {
  confirmRequestsByMail,
  createPartnerClients,
  createTestSearch,
  testCustomer,
} from '#server/testing/requests.ts'
import { handleTestBankEvents } from '#server/payments/events.ts'
import { releaseEarnings } from '#server/payments/index.ts'
import { postMovement } from '#server/payments/ledger.queries.ts'
import { createLinkKey } from '#server/platform/http/act-key.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openRig, type TestRig, testNow } from '#server/test-rig.ts'
import { StripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { endAll, type Running, startPrimp } from './primp-process.ts'
import { stripeKeys } from '#tests/stripe-double/keys.ts'

type Who = { cookie?: string; bearer?: string }
type Call = { path: string; method?: 'POST' | 'PATCH' | 'PUT'; body?: object; who: Who }

const twoPeople = [
  { person: 1, services: ['makeup'] },
  { person: null, name: 'Zoe', services: ['makeup'] },
]

let rig: TestRig
let olu: Who
beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
  olu = await operator('olu@primp.test')
}, 120_000)
afterAll(async () => {
  await endAll()
  rig.at(testNow)
  await (await createPartnerClients(rig)).forget()
  await clearTestTown(rig)
  await rig.database.db.deleteFrom('consent_form_service').execute()
  await rig.database.db.deleteFrom('setting').where('key', '=', 'refunds.secondOperatorFrom').execute()
})

async function operator(email: string): Promise<Who> {
  const body = { email, password: 'primp-sample-1' }
  const { data } = (await rig.call('/v1/accounts/login', { method: 'POST', body, address: createTestAddress() })).body
  return { bearer: data.token }
}
const post = async (path: string, body: object, who: Who, method = 'POST') => {
  const headers = { 'idempotency-key': createTestKey() }
  const answer = await rig.call(path, { method, body, ...who, headers, address: createTestAddress() })
  if (answer.status !== 200) throw new Error(`${path} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
const db = () => rig.database.db
const job = () => createJobContext(rig, 'test')

const sessionOf = (accountId: string): Promise<string> => rig.sessionOf(accountId)

let artists = 0
let closings = 0
let reportYear = 2030
/** Creates an artist with Instant Book and payouts, and a session. */
async function artist(terms: Partial<TestProviderTerms> = {}) {
  const slug = `acts-${++artists}`
  const made = await createTestProvider(rig, { slug, instant: true, ...terms })
  const { id: accountId } = await db()
    .insertInto('account')
    .values({
      email: `${slug}@artist.example`,
      name: slug,
      roles: ['customer', 'provider'],
      email_verified_at: testNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db().updateTable('provider').set({ account_id: accountId }).where('id', '=', made.id).execute()
  await acceptTestClientTerms(rig, accountId)
  return { ...made, accountId, bearer: await sessionOf(accountId) }
}

const tagging = async () => ({ act: 'providers.tag', ids: [(await artist()).id], value: 'vip', reason: 'For a test' })

async function held() {
  const own = await artist()
  const customer = await createTestVisitor(rig)
  const { hold } = (await customer.hold(own.slug)).body.data
  return { own, who: { cookie: customer.cookie }, customer, hold }
}
const newPromo = () => ({
  code: createTestKey()
    .replace(/[^a-z0-9]/g, '')
    .slice(-15),
  worth: { percent: 10 },
})
async function promo(): Promise<string> {
  const asked = { ...newPromo(), countryCode: 'GB', reason: 'The spring campaign' }
  return (await post('/v1/operator/promos', asked, olu)).promo.code
}
async function paying() {
  const all = await held()
  const { payment } = (await all.customer.pay(all.hold.id)).body.data
  return { ...all, payment, bank: `/v1/test-bank/intents/${payment.clientSecret}` }
}
/** A shared bill with one paid share, and another payer's link. */
async function sharing() {
  const own = await artist()
  const two = { services: ['makeup', 'makeup'], people: [{ count: 2, services: ['makeup'] }] }
  const customer = await createTestVisitor(rig, two)
  const { hold } = (await customer.hold(own.slug)).body.data
  const { payment } = (await customer.pay(hold.id, { split: { person: 1 } })).body.data
  await customer.card(payment.clientSecret)
  const { bill } = (await customer.call(`/v1/holds/${hold.id}/bill`)).body.data
  return { customer, hold, who: { cookie: customer.cookie }, link: bill.shares[1].key as string }
}
async function teaming() {
  const both = [await artist(), await artist()]
  const two = both.map(({ slug }) => slug)
  const services = Array.from({ length: 10 }, () => 'makeup')
  const customer = await createTestVisitor(rig, { services, people: [{ count: 10, services: ['makeup'] }] })
  return { customer, artists: two, both }
}
async function teamed() {
  const { customer, artists: two, both } = await teaming()
  const { teamId } = (await customer.call(`/v1/quotes/${customer.id}/teams`, 'POST', { profileIds: two })).body.data
  const { team } = (await customer.call(`/v1/teams/${teamId}`)).body.data
  const hashes = team.parts.map(({ locked }: { locked: { hash: string } }) => locked.hash)
  return { customer, teamId, hashes, both }
}
/** A booked team, with the session and appointment of one artist. */
async function talking() {
  const { customer, teamId, hashes, both } = await teamed()
  const at = `/v1/teams/${teamId}`
  await customer.call(`${at}/hold`, 'POST', { hashes })
  const papers = { requester: createRequester(), day: testDayDetails, terms: true }
  const { payments } = (await customer.call(`${at}/payment`, 'POST', papers)).body.data
  for (const { clientSecret } of payments) await customer.card(clientSecret)
  await handleTestBankEvents(job())
  const [part] = (await customer.call(`${at}/hold`)).body.data.hold.parts
  const own = both.find(({ id }) => id === part.profileId)
  return { at, customer, appointmentId: part.appointmentId as string, bearer: own?.bearer as string }
}
async function teamAsking() {
  const { customer, artists: two } = await teaming()
  await rig.database.db.updateTable('provider').set({ instant_booking: false }).where('slug', 'in', two).execute()
  const { teamId } = (await customer.call(`/v1/quotes/${customer.id}/teams`, 'POST', { profileIds: two })).body.data
  return { customer, at: `/v1/teams/${teamId}/requests`, who: { cookie: customer.cookie } }
}
async function booked(terms: Partial<TestProviderTerms> = {}) {
  const own = await artist(terms)
  const customer = await createTestVisitor(rig)
  const appointment = await customer.book(own.slug)
  const [payment] = appointment.payments as [{ id: string }]
  const theirs: Who = { bearer: own.bearer }
  return { own, theirs, who: { cookie: customer.cookie }, appointment, payment, at: `/v1/bookings/${appointment.id}` }
}
/** A booking with online balance and a saved card. */
async function agreeing() {
  const { own, appointment, at } = await booked()
  await db().updateTable('provider').set({ online_balance: true }).where('id', '=', own.id).execute()
  const { account_id } = await db()
    .selectFrom('appointment')
    .select('account_id')
    .where('id', '=', appointment.id)
    .executeTakeFirstOrThrow()
  await createTestCard(rig, account_id ?? '')
  return { at, bearer: await sessionOf(account_id ?? '') }
}
const card = { number: '4242424242424242', expiry: '12/30', code: '123' }
const asArtist = (appointment: { id: string }, body: object, theirs: Who) =>
  post(`/v1/providers/appointments/${appointment.id}`, body, theirs, 'PATCH')

/** A delivered request, with an offer if wanted. */
async function requested(offered = false) {
  const own = await artist({ instant: false })
  const email = `asks-${createTestKey()}@ask.example`
  const search = await createTestSearch(rig, {}, { ...testCustomer, email })
  const id = (await search.ask(own.slug)).body.data.requests[0].id as string
  await confirmRequestsByMail(rig, email)
  const theirs: Who = { bearer: own.bearer }
  const received = `/v1/providers/me/requests/${id}`
  if (offered) await post(`${received}/offer`, { note: 'Happy to.' }, theirs)
  return { search, email, who: { cookie: search.cookie }, theirs, received, at: `/v1/requests/${id}` }
}

/** A booking that needs a patch test, and a free time. */
async function untested() {
  const all = await booked()
  await db()
    .updateTable('provider_service')
    .set({ patch_test_minutes: 20 })
    .where('provider_id', '=', all.own.id)
    .execute()
  const eventDate = '2027-05-20'
  const asked = { ...all.who, address: createTestAddress() }
  const { times } = (await rig.call(`${all.at}/patch-test/times?eventDate=${eventDate}`, asked)).body.data
  return { ...all, eventDate, startsAt: times[0].startsAt as string }
}

/** A hold with an offered trial, and a free time. */
async function trying() {
  const all = await held()
  const trial = { cost_minor: 4_800, minutes: 60, deducted: false, with_test: false, hours: 48, months: 6 }
  await db()
    .insertInto('provider_trial')
    .values({ provider_id: all.own.id, service_id: 'makeup', ...trial })
    .execute()
  const eventDate = '2027-05-20'
  const at = `/v1/holds/${all.hold.id}/visits`
  const { times } = (await all.customer.call(`${at}/times?eventDate=${eventDate}&kind=trial&services=makeup`)).body.data
  const startsAt = times[0].startsAt as string
  return { ...all, at, eventDate, body: { trial: { eventDate, startsAt, services: ['makeup'] }, patchTest: null } }
}
/** A booked trial, and another free time. */
async function tried() {
  const { own, customer, who, at, body, hold, eventDate } = await trying()
  await post(at, body, who)
  const { payment } = (await customer.pay(hold.id)).body.data
  await customer.card(payment.clientSecret)
  const { appointmentId } = (await customer.call(`/v1/holds/${hold.id}`)).body.data.hold
  const booking = `/v1/bookings/${appointmentId}`
  const { times } = (await customer.call(`${booking}/trial/times?eventDate=${eventDate}`)).body.data
  const { trial } = (await customer.call(booking)).body.data.appointment
  const theirs: Who = { bearer: own.bearer }
  const artists = `/v1/providers/appointments/${appointmentId}/trial`
  return { who, theirs, booking, artists, trial, to: { eventDate, startsAt: times[4].startsAt as string } }
}

async function abandoned() {
  const all = await booked({ costs: { makeup: 9_000 } })
  await asArtist(all.appointment, { act: 'cancel', reason: 'A broken wrist.' }, all.theirs)
  return all
}

async function refunded(paymentId: string): Promise<string> {
  return (await post(`/v1/operator/payments/${paymentId}/refund`, { amount: 1, reason: 'A gesture' }, olu)).refund.id
}

/** A locked quote on a search of a new partner, as the body of a hold. */
async function quotedByPartner(sandbox: boolean) {
  const [{ slug }, partners] = [await artist(), await createPartnerClients(rig)]
  const { id } = await partners.made({ slug: createTestKey() })
  const { token } = await partners.key(id, { sandbox })
  const { event: _, ...customer } = createRequester()
  const body = { ...(await partners.quote(token, slug)), customer }
  return { token, partners, partnerId: id, body }
}

async function heldInSandbox() {
  const { token, partners, body } = await quotedByPartner(true)
  const held = await partners.byKey(token, '/v1/partners/me/holds', { method: 'POST', body, key: createTestKey() })
  return { token, partners, holdId: held.body.data.hold.id as string }
}

/** A partner with an account of 500 pounds, and the path of the account for operators. */
async function partnerOnAccount() {
  const { token, partners, partnerId, body } = await quotedByPartner(false)
  const at = `/v1/operator/partners/${partnerId}/account`
  await partners.call(`/${partnerId}/account`, 'PUT', { currency: 'GBP', limit: 500, reason: 'Agreed by contract' })
  return { token, partners, body, at }
}
const partnerPayment = () => ({ amount: 20, reference: createTestKey(), receivedOn: '2026-11-19' })

/** An appointment that began half an hour ago, with a report if wanted. */
async function troubled(said: 'nothing' | 'by customer' | 'by artist') {
  rig.at(testNow)
  const all = await booked()
  rig.at(troubleAt)
  const theirs: Who = { bearer: await sessionOf(all.own.accountId) }
  const problem = { kind: 'no_show', text: 'Nobody came.' }
  if (said === 'by customer') await post(`${all.at}/problem`, problem, all.who)
  if (said === 'by artist') await asArtist(all.appointment, { act: 'report', kind: 'other', text: 'A dog.' }, theirs)
  return all
}
const troubleAt = new Date('2027-06-12T12:20:00Z')
/** Every call with an idempotency key, with a set-up for each. */
const acts: Record<string, () => Promise<Call>> = {
  'bookings.hold': async () => {
    const [{ slug }, customer] = [await artist(), await createTestVisitor(rig)]
    const { hash } = await customer.quote(slug)
    const body = { quoteId: customer.id, profileId: slug, type: 'mobile', hash }
    return { path: '/v1/holds', body, who: { cookie: customer.cookie } }
  },
  'bookings.pay': async () => {
    const { hold, who } = await held()
    const body = { requester: createRequester(), day: testDayDetails, names: ['Leila'], terms: true }
    return { path: `/v1/holds/${hold.id}/payment`, body, who }
  },
  'partnerHolds.create': async () => {
    const { token, body } = await quotedByPartner(false)
    return { path: '/v1/partners/me/holds', body, who: { bearer: token } }
  },
  'partnerHolds.book': async () => {
    const { token, partners, body } = await partnerOnAccount()
    const held = await partners.byKey(token, '/v1/partners/me/holds', {
      method: 'POST',
      body: { ...body, deposit: 'on_account' },
      key: createTestKey(),
    })
    const path = `/v1/partners/me/holds/${held.body.data.hold.id}/booking`
    const papers = { deposit: 'on_account', day: testDayDetails, names: ['Leila'], terms: true }
    return { path, body: papers, who: { bearer: token } }
  },
  'operatorPartnerAccounts.recordPayment': async () => {
    const { at } = await partnerOnAccount()
    return { path: `${at}/payments`, body: partnerPayment(), who: olu }
  },
  'operatorPartnerAccounts.undoPayment': async () => {
    const { at } = await partnerOnAccount()
    const { payment } = await post(`${at}/payments`, partnerPayment(), olu)
    return { path: `${at}/payments/${payment.id}/undo`, body: { reason: 'Another partner paid it' }, who: olu }
  },
  'partnerSandbox.pay': async () => {
    const { token, holdId } = await heldInSandbox()
    const path = `/v1/partners/me/sandbox/holds/${holdId}/payment`
    return { path, body: { card: testCards.success }, who: { bearer: token } }
  },
  'partnerSandbox.advance': async () => {
    const { token, partners, holdId } = await heldInSandbox()
    const paid = await partners.byKey(token, `/v1/partners/me/sandbox/holds/${holdId}/payment`, {
      method: 'POST',
      body: { card: testCards.success },
      key: createTestKey(),
    })
    const path = `/v1/partners/me/sandbox/bookings/${paid.body.data.hold.bookingId}/events`
    return { path, body: { event: 'cancelled' }, who: { bearer: token } }
  },
  'teams.choose': async () => {
    const { customer, artists: two } = await teaming()
    return { path: `/v1/quotes/${customer.id}/teams`, body: { profileIds: two }, who: { cookie: customer.cookie } }
  },
  'teamBookings.holdTeam': async () => {
    const { customer, teamId, hashes } = await teamed()
    return { path: `/v1/teams/${teamId}/hold`, body: { hashes }, who: { cookie: customer.cookie } }
  },
  'teamBookings.payTeam': async () => {
    const { customer, teamId, hashes } = await teamed()
    await customer.call(`/v1/teams/${teamId}/hold`, 'POST', { hashes })
    const body = { requester: createRequester(), day: testDayDetails, terms: true }
    return { path: `/v1/teams/${teamId}/payment`, body, who: { cookie: customer.cookie } }
  },
  'teamTalk.write': async () => {
    const { at, customer } = await talking()
    return { path: `${at}/messages`, body: { text: 'Who brings the mirror?' }, who: { cookie: customer.cookie } }
  },
  'teamTalk.writeAsProvider': async () => {
    const { appointmentId, bearer } = await talking()
    const path = `/v1/providers/appointments/${appointmentId}/team/messages`
    return { path, body: { text: 'I do.' }, who: { bearer } }
  },
  'teamRequests.send': async () => {
    const { at, who } = await teamAsking()
    return { path: at, body: { requester: createRequester() }, who }
  },
  'teamRequests.withdraw': async () => {
    const { customer, at, who } = await teamAsking()
    await customer.call(at, 'POST', { requester: createRequester() })
    return { path: `${at}/withdraw`, body: {}, who }
  },
  'vouchers.buy': async () => {
    const body = {
      countryCode: 'GB',
      amount: 50,
      fromName: 'Grace',
      fromEmail: createRequester().email,
      toName: 'Leila',
    }
    return { path: '/v1/vouchers', body, who: { cookie: (await createTestVisitor(rig)).cookie } }
  },
  'vouchers.refund': async () => {
    const voucher = await createTestVoucher(rig)
    const who = { bearer: await sessionOf(voucher.accountId) }
    return { path: `/v1/vouchers/bought/${voucher.id}/return`, body: {}, who }
  },
  'cards.save': async () => {
    const { bearer } = await artist()
    return { path: '/v1/cards', body: { countryCode: 'GB', agreed: true }, who: { bearer } }
  },
  'cards.saved': async () => {
    const { accountId, bearer } = await artist()
    const { id, clientSecret } = await createCardSetup(rig, accountId)
    await confirmCardSetup(rig, clientSecret)
    return { path: `/v1/cards/${id}/saved`, who: { bearer } }
  },
  'cards.remove': async () => {
    const { accountId, bearer } = await artist()
    const { id } = await createTestCard(rig, accountId)
    return { path: `/v1/cards/${id}/remove`, who: { bearer } }
  },
  'cards.confirmTestSetup': async () => {
    const { accountId, bearer } = await artist()
    const { clientSecret } = await createCardSetup(rig, accountId)
    return { path: `/v1/test-bank/setups/${clientSecret}/confirm`, body: card, who: { bearer } }
  },
  'bookings.agreeBalance': async () => {
    const { at, bearer } = await agreeing()
    return { path: `${at}/balance/agreed`, body: { at: 'before', agreed: true }, who: { bearer } }
  },
  'bookings.endAgreedBalance': async () => {
    const { at, bearer } = await agreeing()
    await post(`${at}/balance/agreed`, { at: 'after', agreed: true }, { bearer })
    return { path: `${at}/balance/agreed/end`, who: { bearer } }
  },
  'operatorVouchers.block': async () => ({
    path: `/v1/operator/vouchers/${(await createTestVoucher(rig)).id}/block`,
    body: { reason: 'A stolen card' },
    who: olu,
  }),
  'operatorVouchers.unblock': async () => {
    const at = `/v1/operator/vouchers/${(await createTestVoucher(rig)).id}`
    await post(`${at}/block`, { reason: 'A stolen card' }, olu)
    return { path: `${at}/unblock`, body: { reason: 'It was not stolen' }, who: olu }
  },
  'bookings.addCredit': async () => {
    const [{ hold, who }, { code }] = [await held(), await createTestVoucher(rig)]
    return { path: `/v1/holds/${hold.id}/credits`, body: { code }, who }
  },
  'bookings.removeCredit': async () => {
    const [{ hold, who }, { code }] = [await held(), await createTestVoucher(rig)]
    const [credit] = (await post(`/v1/holds/${hold.id}/credits`, { code }, who)).hold.credits
    return { path: `/v1/holds/${hold.id}/credits/${credit.id}/drop`, body: {}, who }
  },
  'bookings.addPromo': async () => {
    const { hold, who } = await held()
    return { path: `/v1/holds/${hold.id}/promo`, body: { code: await promo() }, who }
  },
  'bookings.removePromo': async () => {
    const { hold, who } = await held()
    await post(`/v1/holds/${hold.id}/promo`, { code: await promo() }, who)
    return { path: `/v1/holds/${hold.id}/promo/drop`, body: {}, who }
  },
  'providerPromos.create': async () => ({
    path: '/v1/providers/me/promos',
    body: newPromo(),
    who: { bearer: (await artist()).bearer },
  }),
  'providerPromos.stop': async () => {
    const who = { bearer: (await artist()).bearer }
    const made = await post('/v1/providers/me/promos', newPromo(), who)
    return { path: `/v1/providers/me/promos/${made.promo.id}/stop`, body: {}, who }
  },
  'operatorPromos.create': async () => ({
    path: '/v1/operator/promos',
    body: { ...newPromo(), countryCode: 'GB', reason: 'The spring campaign' },
    who: olu,
  }),
  'operatorPromos.stop': async () => {
    const asked = { ...newPromo(), countryCode: 'GB', reason: 'The spring campaign' }
    const made = await post('/v1/operator/promos', asked, olu)
    return { path: `/v1/operator/promos/${made.promo.id}/stop`, body: { reason: 'It is over' }, who: olu }
  },
  'bookings.payRest': async () => {
    const { hold, who } = await sharing()
    return { path: `/v1/holds/${hold.id}/bill/rest`, body: {}, who }
  },
  'bookings.payShare': async () => {
    const { customer, link } = await sharing()
    return {
      path: `/v1/shares/${link}/payment`,
      body: { email: 'noor@mail.example' },
      who: { cookie: customer.cookie },
    }
  },
  'payments.confirmTestCard': async () => {
    const { bank, who } = await paying()
    return { path: `${bank}/confirm`, body: card, who }
  },
  'payments.answerTestChallenge': async () => {
    const { bank, who } = await paying()
    await post(`${bank}/confirm`, { ...card, number: '4000002500003155' }, who)
    return { path: `${bank}/challenge`, body: { answer: 'pass' }, who }
  },
  'bookings.cancel': async () => {
    const { at, appointment, who } = await booked()
    return { path: `${at}/cancel`, body: { refund: appointment.deposit, reason: 'Plans changed' }, who }
  },
  'bookings.proposeMove': async () => {
    const { at, who } = await booked()
    return { path: `${at}/moves`, body: { eventDate: '2027-06-13', finishTime: '15:00' }, who }
  },
  'bookings.proposeParty': async () => {
    const { at, who } = await booked()
    return { path: `${at}/party`, body: { people: twoPeople }, who }
  },
  'providerBookings.proposeParty': async () => {
    const { theirs, appointment } = await booked()
    return { path: `/v1/providers/appointments/${appointment.id}/party`, body: { people: twoPeople }, who: theirs }
  },
  'requests.updateMessage': async () => {
    const { search, who } = await requested()
    return {
      path: `/v1/quotes/${search.id}/requests/words`,
      method: 'PUT',
      body: { words: 'Soft waves, please.' },
      who,
    }
  },
  'messages.sendQuestion': async () => {
    const [own, asker] = [await artist(), await artist()]
    return {
      path: `/v1/artists/${own.slug}/questions`,
      body: { text: 'Do you travel?' },
      who: { bearer: asker.bearer },
    }
  },
  'mailedBookings.write': async () => {
    const { appointment } = await booked()
    const { email } = await db()
      .selectFrom('appointment')
      .innerJoin('account', 'account.id', 'appointment.account_id')
      .select('account.email')
      .where('appointment.id', '=', appointment.id)
      .executeTakeFirstOrThrow()
    const key = await createLinkKey(rig.database, rig.env, 'booking', appointment.id, email)
    return { path: `/v1/mailed-bookings/${key}/messages`, body: { text: 'Is parking easy?' }, who: {} }
  },
  'guests.invite': async () => {
    const { at, who } = await booked()
    return { path: `${at}/guests`, body: { person: null, name: 'Zoe' }, who }
  },
  'guests.change': async () => {
    const { at, who } = await booked()
    const [guest] = (await post(`${at}/guests`, { person: 1 }, who)).appointment.guests
    return { path: `${at}/guests/${guest.id}`, body: { act: 'renew' }, who }
  },
  'bookings.answerMove': async () => {
    const { at, who, theirs, appointment } = await booked()
    const to = { eventDate: '2027-06-12', finishTime: '16:00' }
    const { move } = (await asArtist(appointment, { act: 'proposeMove', to }, theirs)).appointment
    return { path: `${at}/moves/${move.id}`, body: { answer: 'accept' }, who }
  },
  'bookings.change': async () => {
    const { at, who } = await booked()
    return { path: at, method: 'PATCH', body: { day: { address: '2 Lark Row' } }, who }
  },
  'bookings.signForms': async () => {
    const { at, who } = await booked()
    if (!(await db().selectFrom('consent_form_service').select('form_id').executeTakeFirst())) {
      const questions = [{ kind: 'agree', text: 'I agree.' }]
      const form = { name: createTestKey().slice(0, 60), intro: 'Please.', questions, services: ['makeup'] }
      await post('/v1/operator/forms', { ...form, reason: 'For a test' }, olu)
    }
    const { forms } = (await rig.call(`${at}/forms`, { ...who, address: createTestAddress() })).body.data
    const answers = [{ yes: true, words: '' }]
    const signed = forms.map(({ versionId }: { versionId: string }) => ({ versionId, answers }))
    return { path: `${at}/forms`, body: { as: 'Leila', forms: signed }, who }
  },
  'bookings.bookTest': async () => {
    const { at, startsAt, eventDate, who } = await untested()
    return { path: `${at}/patch-test`, body: { eventDate, startsAt }, who }
  },
  'bookings.cancelTest': async () => {
    const { at, startsAt, eventDate, who } = await untested()
    await post(`${at}/patch-test`, { eventDate, startsAt }, who)
    return { path: `${at}/patch-test/cancel`, body: {}, who }
  },
  'providerBookings.patchTest': async () => {
    const { at, startsAt, eventDate, who, theirs, appointment } = await untested()
    await post(`${at}/patch-test`, { eventDate, startsAt }, who)
    return { path: `/v1/providers/appointments/${appointment.id}/patch-test`, body: { outcome: 'off' }, who: theirs }
  },
  'bookings.chooseVisits': async () => {
    const { at, body, who } = await trying()
    return { path: at, body, who }
  },
  'bookings.moveTrial': async () => {
    const { booking, to, who } = await tried()
    return { path: `${booking}/trial`, body: to, who }
  },
  'bookings.cancelTrial': async () => {
    const { booking, trial, who } = await tried()
    return { path: `${booking}/trial/cancel`, body: { refund: trial.back }, who }
  },
  'providerBookings.moveTrial': async () => {
    const { artists, to, theirs } = await tried()
    return { path: artists, body: to, who: theirs }
  },
  'providerBookings.setTrialOutcome': async () => {
    const { artists, theirs } = await tried()
    return { path: `${artists}/outcome`, body: { outcome: 'off' }, who: theirs }
  },
  'bookings.bookRescue': async () => {
    const { at, who } = await abandoned()
    return { path: `${at}/rescue`, body: { profileId: (await artist({ costs: { makeup: 5_000 } })).slug }, who }
  },
  'bookings.endRescue': async () => {
    const { at, who } = await abandoned()
    return { path: `${at}/rescue/end`, who }
  },
  'providerBookings.change': async () => {
    const { appointment, theirs } = await booked()
    const body = { act: 'cancel', reason: 'Ill, sorry.' }
    return { path: `/v1/providers/appointments/${appointment.id}`, method: 'PATCH', body, who: theirs }
  },
  'operatorBookings.cancel': async () => {
    const { appointment } = await booked()
    return { path: `/v1/operator/bookings/${appointment.id}/cancel`, body: { reason: 'Asked by both.' }, who: olu }
  },
  'operatorBookings.cancelForCustomer': async () => {
    const { appointment } = await booked()
    const path = `/v1/operator/bookings/${appointment.id}/cancel-for-customer`
    const body = { reason: 'Asked for by phone.' }
    const { preview } = await post(`${path}/preview`, body, olu)
    return { path, body: { ...body, hash: preview.hash }, who: olu }
  },
  'operatorBookings.message': async () => {
    const { appointment } = await booked()
    const body = { to: 'both', text: 'The road is closed.' }
    return { path: `/v1/operator/bookings/${appointment.id}/message`, body, who: olu }
  },
  'operatorBookings.goodwill': async () => {
    const { appointment } = await booked()
    const path = `/v1/operator/bookings/${appointment.id}/goodwill`
    const body = { amount: 4.5, reason: 'The artist was late.' }
    const { preview } = await post(`${path}/preview`, body, olu)
    return { path, body: { ...body, hash: preview.hash }, who: olu }
  },
  'operatorBookings.move': async () => {
    const { appointment } = await booked()
    const path = `/v1/operator/bookings/${appointment.id}/move`
    const to = { eventDate: appointment.eventDate, finishTime: '16:30', bears: 'customer' }
    const body = { ...to, reason: 'Asked for by phone.' }
    const { preview } = await post(`${path}/preview`, body, olu)
    return { path, body: { ...body, hash: preview.hash }, who: olu }
  },
  'operatorBookings.change': async () => {
    const { appointment } = await booked()
    const path = `/v1/operator/bookings/${appointment.id}/party`
    const body = { people: twoPeople, bears: 'customer', back: 'whole', reason: 'Asked for by phone.' }
    const { preview } = await post(`${path}/preview`, body, olu)
    return { path, body: { ...body, hash: preview.hash }, who: olu }
  },
  'operatorBookings.swap': async () => {
    const { appointment } = await booked()
    const other = await artist()
    const path = `/v1/operator/bookings/${appointment.id}/artist`
    const body = { profileId: other.slug, bears: 'customer', reason: 'The artist is ill.' }
    const { preview } = await post(`${path}/preview`, body, olu)
    return { path, body: { ...body, hash: preview.hash }, who: olu }
  },
  'operatorBookings.resend': async () => {
    const { appointment } = await booked()
    await db()
      .updateTable('outbox')
      .set({ state: 'sent', sent_at: testNow })
      .where('channel', '=', 'mail')
      .where('state', '=', 'waiting')
      .execute()
    const path = `/v1/operator/bookings/${appointment.id}/mails`
    const [mail] = (await rig.call(path, { ...olu, address: createTestAddress() })).body.data.mails
    const body = { hash: mail.hash, reason: 'It went into the wrong folder.' }
    return { path: `${path}/${mail.id}/resend`, body, who: olu }
  },
  'operatorStory.addNote': async () => {
    const { accountId } = await artist()
    return { path: '/v1/operator/notes', body: { accountId, text: 'Called twice.' }, who: olu }
  },
  'operatorStory.addBookingNote': async () => {
    const { appointment } = await booked()
    return { path: `/v1/operator/bookings/${appointment.id}/notes`, body: { text: 'Called twice.' }, who: olu }
  },
  'operatorBulk.run': async () => ({ path: '/v1/operator/bulk', body: await tagging(), who: olu }),
  'operatorBulk.undo': async () => {
    const { bulk } = await post('/v1/operator/bulk', await tagging(), olu)
    return { path: `/v1/operator/bulk/${bulk.id}/undo`, body: {}, who: olu }
  },
  'privateClients.add': async () => ({
    path: '/v1/providers/me/own-clients',
    body: { name: 'Zoe Marsh' },
    who: { bearer: (await artist()).bearer },
  }),
  'privateClients.createAppointment': async () => {
    const who = { bearer: (await artist()).bearer }
    const { clientId } = await post('/v1/providers/me/own-clients', { name: 'Zoe Marsh' }, who)
    const body = { clientId, eventDate: '2027-06-12', startTime: '10:00', minutes: 60 }
    return { path: '/v1/providers/me/own-appointments', body, who }
  },
  'clientImport.run': async () => ({
    path: contract.clientImport.run.path,
    body: { content: Buffer.from('Name,Email\nZoe Marsh,zoe@mail.example\n').toString('base64') },
    who: { bearer: (await artist()).bearer },
  }),
  'clientImport.undo': async () => {
    const who = { bearer: (await artist()).bearer }
    const body = { content: Buffer.from('Name,Email\nZoe Marsh,zoe@mail.example\n').toString('base64') }
    const { import: done } = await post(contract.clientImport.run.path, body, who)
    return { path: `/v1/providers/me/own-imports/${done.id}/undo`, body: {}, who }
  },
  'earnings.setTestDetails': async () => {
    const { bearer } = await artist()
    const body = { holder: 'Nia Own', number: '12345678' }
    return { path: '/v1/providers/me/payouts/details', method: 'PUT', body, who: { bearer } }
  },
  'earnings.setRhythm': async () => {
    const { bearer } = await artist()
    return { path: '/v1/providers/me/payouts/rhythm', method: 'PUT', body: { rhythm: 'weekly' }, who: { bearer } }
  },
  'tax.save': async () => {
    const { bearer } = await artist()
    const registration = { number: 'GB 980 7806 84', region: '' }
    const body = { legalName: 'Nia Own', address: '', taxNumber: '1955839661', registration }
    return { path: '/v1/providers/me/tax', method: 'PUT', body, who: { bearer } }
  },
  'sellerIdentity.save': async () => {
    const { bearer } = await artist()
    const body = {
      entityType: 'individual',
      firstName: 'Nia',
      name: 'Own',
      street: '1 Main Street',
      city: 'Lerwick',
      region: '',
      postcode: 'ZE1 0AA',
      registrationNumber: '',
      taxNumberKind: 'nino',
      taxNumber: 'AB123456C',
      birthDate: '1990-04-02',
    }
    return { path: '/v1/providers/me/tax-identity', method: 'PUT', body, who: { bearer } }
  },
  'operatorMoney.syncPayment': async () => {
    const { payment } = await paying()
    return { path: `/v1/operator/payments/${payment.id}/ask`, who: olu }
  },
  'operatorMoney.refund': async () => {
    const { payment } = await booked()
    return { path: `/v1/operator/payments/${payment.id}/refund`, body: { amount: 1, reason: 'A gesture' }, who: olu }
  },
  'operatorMoney.decideRefund': async () => {
    const { payment } = await booked()
    // With a lower limit the refund needs a second operator.
    await post('/v1/operator/refund-limit', { currency: 'GBP', limit: 0, reason: 'For a test' }, olu, 'PUT')
    const asked = await refunded(payment.id)
    await db().deleteFrom('setting').where('key', '=', LIMITS_KEY).execute()
    const second = (await artist()).accountId
    await db()
      .updateTable('account')
      .set({ roles: ['customer', 'operator'], duties: ['owner'] })
      .where('id', '=', second)
      .execute()
    const who: Who = { bearer: await sessionOf(second) }
    return { path: `/v1/operator/refunds/${asked}/decide`, body: { approve: true, reason: 'I agree' }, who }
  },
  'operatorMoney.sendRefund': async () => {
    const failed = await refunded((await booked()).payment.id)
    const state = { state: 'failed' as const, attempts: 1, done_at: null, gateway_id: null }
    await db().updateTable('refund').set(state).where('id', '=', failed).execute()
    return { path: `/v1/operator/refunds/${failed}/send`, body: { reason: 'Once more' }, who: olu }
  },
  'operatorMoney.sendPayout': async () => {
    const { own, payment } = await booked()
    const { ref } = await db()
      .selectFrom('payment')
      .select('ref')
      .where('id', '=', payment.id)
      .executeTakeFirstOrThrow()
    await job().transaction((tx) => releaseEarnings(tx, { providerId: own.id, ref }))
    const { id } = await db()
      .insertInto('payout')
      .values({
        provider_id: own.id,
        country_code: 'GB',
        currency: 'GBP',
        amount_minor: 1,
        gateway: 'test',
        state: 'failed',
        created_at: testNow,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { path: `/v1/operator/payouts/${id}/send`, body: { reason: 'New details' }, who: olu }
  },
  'operatorBank.answerChargeBack': async () => {
    const { payment } = await booked()
    const { id } = await db()
      .insertInto('charge_back')
      .values({
        payment_id: payment.id,
        gateway: 'test',
        gateway_id: createTestKey(),
        amount_minor: 100,
        currency: 'GBP',
        opened_at: testNow,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { evidence } = (await rig.call(`/v1/operator/charge-backs/${id}`, { ...olu })).body.data
    return { path: `/v1/operator/charge-backs/${id}/answer`, body: evidence, who: olu }
  },
  'operatorMoney.closeLedgerMonth': async () => {
    // A currency of its own for each call.
    const currency = `Z${String.fromCharCode(65 + Math.floor(closings / 26))}${String.fromCharCode(65 + (closings % 26))}`
    closings += 1
    const about = { fact: `closing ${currency}`, currency, at: new Date('2026-09-10T12:00:00Z'), providerId: null }
    await job().transaction((tx) => postMovement(tx.db, { kind: 'top_up', amountMinor: 100 }, about))
    return { path: '/v1/operator/ledger/months/close', body: { currency, month: '2026-09' }, who: olu }
  },
  'platformReport.markFiled': async () => {
    const { id } = await db()
      .insertInto('platform_report')
      .values({ country_code: 'GB', year: reportYear++, exported_at: testNow, platform: '{}', operator_ref: 'GB_0' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { path: '/v1/operator/platform-report/filed', body: { reportId: id }, who: olu }
  },
  'requests.send': async () => {
    const { slug } = await artist({ instant: false })
    const search = await createTestSearch(rig, {}, { ...testCustomer, email: `asks-${createTestKey()}@ask.example` })
    return { path: `/v1/quotes/${search.id}/requests`, body: { profiles: [slug] }, who: { cookie: search.cookie } }
  },
  'requests.resendToAll': async () => {
    const { search, email, who } = await requested()
    const changed = { finishTime: '15:00', previousSearch: search.id }
    const edited = await createTestSearch(rig, changed, { ...testCustomer, email }, search.cookie)
    return { path: `/v1/quotes/${edited.id}/requests/again`, who }
  },
  'requests.sendLink': async () => {
    const { slug } = await artist({ instant: false })
    const search = await createTestSearch(rig, {}, { ...testCustomer, email: `asks-${createTestKey()}@ask.example` })
    await search.ask(slug)
    return { path: `/v1/quotes/${search.id}/requests/send-link`, who: { cookie: search.cookie } }
  },
  'requests.withdraw': async () => {
    const { at, who } = await requested()
    return { path: `${at}/withdraw`, who }
  },
  'requests.declineOffer': async () => {
    const { at, who } = await requested(true)
    return { path: `${at}/decline-offer`, who }
  },
  'requests.offer': async () => {
    const { received, theirs } = await requested()
    return { path: `${received}/offer`, body: { note: 'Happy to.' }, who: theirs }
  },
  'requests.withdrawOffer': async () => {
    const { received, theirs } = await requested(true)
    return { path: `${received}/offer/withdraw`, body: { note: 'My car broke down.' }, who: theirs }
  },
  'requests.decline': async () => {
    const { received, theirs } = await requested()
    return { path: `${received}/decline`, body: { bookedOut: true }, who: theirs }
  },
}

const actsOfTheDay: Record<string, () => Promise<Call>> = {
  'bookings.payBalance': async () => {
    const { own, at, who } = await troubled('nothing')
    await db().updateTable('provider').set({ online_balance: true }).where('id', '=', own.id).execute()
    return { path: `${at}/balance`, who }
  },
  'bookings.payLaterDeposit': async () => {
    const { appointment, at, who } = await troubled('nothing')
    const starts_at = new Date(troubleAt.getTime() + 30 * 86_400_000)
    const ends_at = new Date(starts_at.getTime() + 3_600_000)
    await db()
      .updateTable('appointment')
      .set({ starts_at, ends_at, later_minor: 500 })
      .where('id', '=', appointment.id)
      .execute()
    const consent = { consent_text: 'I agree to the later charge.', consent_at: testNow }
    await db()
      .insertInto('later_deposit')
      .values({ appointment_id: appointment.id, amount_minor: 500, ...consent })
      .execute()
    return { path: `${at}/later-deposit`, who }
  },
  'bookings.addBalanceCredit': async () => {
    const { own, at, who } = await troubled('nothing')
    await db().updateTable('provider').set({ online_balance: true }).where('id', '=', own.id).execute()
    return { path: `${at}/balance/credits`, body: { code: (await createTestVoucher(rig)).code }, who }
  },
  'bookings.removeBalanceCredit': async () => {
    const { own, at, who } = await troubled('nothing')
    await db().updateTable('provider').set({ online_balance: true }).where('id', '=', own.id).execute()
    const { code } = await createTestVoucher(rig, { amount: 10 })
    const [credit] = (await post(`${at}/balance/credits`, { code }, who)).credits
    return { path: `${at}/balance/credits/${credit.id}/drop`, body: {}, who }
  },
  'bookings.createTip': async () => {
    const { at, who, appointment } = await troubled('nothing')
    const done_at = new Date(appointment.startsAt)
    await db().updateTable('appointment').set({ done_at }).where('id', '=', appointment.id).execute()
    return { path: `${at}/tip`, body: { amount: 20 }, who }
  },
  'bookings.report': async () => {
    const { at, who } = await troubled('nothing')
    return { path: `${at}/problem`, body: { kind: 'no_show', text: 'Nobody came.' }, who }
  },
  'bookings.addSide': async () => {
    const { at, who } = await troubled('by artist')
    return { path: `${at}/problem/side`, body: { text: 'The dog was asleep.' }, who }
  },
  'operatorBookings.noShow': async () => {
    const { appointment } = await troubled('nothing')
    const who = await operator('olu@primp.test')
    const path = `/v1/operator/bookings/${appointment.id}/no-show`
    const body = { who: 'customer', reason: 'Nobody was there.' }
    const { preview } = await post(`${path}/preview`, body, who)
    return { path, body: { ...body, hash: preview.hash }, who }
  },
  'operatorBookings.undoCash': async () => {
    const { own, appointment } = await troubled('nothing')
    const theirs: Who = { bearer: await sessionOf(own.accountId) }
    await asArtist(appointment, { act: 'recordBalance' }, theirs)
    const who = await operator('olu@primp.test')
    const path = `/v1/operator/bookings/${appointment.id}/undo-cash`
    const body = { reason: 'Recorded for the wrong booking.' }
    const { preview } = await post(`${path}/preview`, body, who)
    return { path, body: { ...body, hash: preview.hash }, who }
  },
  'operatorBookings.settle': async () => {
    const { appointment } = await troubled('by customer')
    const disputeId = await answerTestDispute(rig, appointment.id)
    const body = { outcome: 'refund', noShow: true, reason: 'The artist was not there.' }
    const who = await operator('olu@primp.test')
    return { path: `/v1/operator/disputes/${disputeId}/settle`, body, who }
  },
}

/** Starts a process that is killed after this number of actions. */
const startDying = (count: number, more: Record<string, string> = {}): Promise<Running> => {
  const env = {
    DATABASE_URL: rig.databaseUrl as string,
    SAMPLE_MARKET: 'on',
    ROLES: 'web',
    NODE_OPTIONS: `--import ${new URL('die-after-act.ts', import.meta.url).href}`,
    DIE_AFTER_ACTS: String(count),
    ...more,
  }
  return startPrimp('/dev/null', env, '/readyz')
}

const headersOf = ({ who }: Call, origin: string, key: string) => ({
  'content-type': 'application/json',
  origin,
  'idempotency-key': key,
  ...(who.cookie || who.bearer
    ? { cookie: [who.cookie, who.bearer && rig.cookieOf(who.bearer)].filter(Boolean).join('; ') }
    : {}),
  ...(who.bearer ? { authorization: `Bearer ${who.bearer}` } : {}),
})

/** Makes a call whose response is lost with the process. */
async function unanswered({ url }: Running, call: Call, key: string): Promise<void> {
  const { path, method = 'POST', body = {} } = call
  const answer = await fetch(url + path, {
    method,
    headers: headersOf(call, url, key),
    body: JSON.stringify(body),
  }).then(
    async (response) => `${response.status} ${await response.text()}`,
    () => null,
  )
  if (answer !== null) throw new Error(`${method} ${path} responded before the process was killed: ${answer}`)
}

/** Repeats the call on another process. `rig.call` would send it twice. */
async function askedAgain(call: Call, key: string) {
  const { path, method = 'POST', body = {} } = call
  const headers = headersOf(call, 'http://localhost:3000', key)
  const init = { method, headers, body: JSON.stringify(body) }
  const response = await rig.api.request(path, init, { address: '127.0.0.1' })
  return { status: response.status, replayed: response.headers.get('idempotency-replayed') }
}

/** Counts the rows of every table except rate limits and the queue of notifications. Queued events are numbered first. */
async function countRows(): Promise<Record<string, number>> {
  await sql`select number_live_events(10000)`.execute(db())
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('rate_window', 'pending_notification')`.execute(
    db(),
  )
  const counted = await sql<{ name: string; n: string }>`${sql.join(
    rows.map(({ name }) => sql`select ${sql.lit(name)} as name, count(*) as n from ${sql.table(name)}`),
    sql` union all `,
  )}`.execute(db())
  return Object.fromEntries(counted.rows.map(({ name, n }) => [name, Number(n)]))
}

/** Runs actions in a process killed between commit and response, and repeats them on another process. */
async function killedAndAskedAgain(names: string[], ready: typeof acts, env: Record<string, string> = {}) {
  const calls: { name: string; key: string; call: Call }[] = []
  const prepare = async () => {
    for (const name of names) calls.push({ name, key: createTestKey(), call: (await ready[name]?.()) as Call })
  }
  const [dying] = await Promise.all([startDying(names.length, env), prepare()])
  await Promise.all(calls.map(({ call, key }) => unanswered(dying, call, key)))
  expect((await dying.end('SIGTERM')).code).toBe(null)
  const before = await countRows()
  for (const { name, call, key } of calls)
    expect([name, await askedAgain(call, key)]).toEqual([name, { status: 200, replayed: 'true' }])
  expect(await countRows()).toEqual(before)
}

const inGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))

describe('A process that is killed between a commit and its response has run the action once', () => {
  test('for every call with an idempotency key', () => {
    const keyed = Object.entries(contract).flatMap(([domain, all]) =>
      Object.entries(all as Record<string, Endpoint>)
        .filter(([, { key }]) => key)
        .map(([name]) => `${domain}.${name}`),
    )
    // The import of a profile needs another site: `profile-import.test.ts` repeats it, and nothing is added twice.
    const elsewhere = ['earnings.onboard', 'profileImport.run']
    const here = [...Object.keys(acts), ...Object.keys(actsOfTheDay), ...elsewhere]
    expect(here.toSorted()).toEqual(keyed.toSorted())
  })

  // One per connection of the process, because each keeps one until the kill.
  const groups = inGroups(Object.keys(acts), 9)
  // They share one middleware: every fourth group is tested, in a proof each action.
  for (const names of process.env['PROVE'] ? groups : groups.filter((_, n) => n % 4 === 0))
    test(names.join(', '), () => killedAndAskedAgain(names, acts), 120_000)

  test(Object.keys(actsOfTheDay).join(', '), async () => {
    await killedAndAskedAgain(Object.keys(actsOfTheDay), actsOfTheDay, { CLOCK: troubleAt.toISOString() })
    rig.at(testNow)
  }, 120_000)

  test('for earnings.onboard, whose secret response is not stored: a new link, but one account', async () => {
    const stripe = await StripeDouble.open()
    const env = { PAYMENTS: 'stripe', STRIPE_API: stripe.url, ...stripeKeys }
    const { id, bearer } = await artist()
    const call: Call = { path: '/v1/providers/me/payouts/onboarding', who: { bearer } }
    const key = createTestKey()
    const [dying, living] = await Promise.all([
      startDying(1, { ...env, DIE_AFTER_INSERT: 'payout_account' }),
      startDying(0, env),
    ])
    await unanswered(dying, call, key)
    expect((await dying.end('SIGTERM')).code).toBe(null)
    const headers = headersOf(call, living.url, key)
    const again = await fetch(living.url + call.path, { method: 'POST', headers, body: '{}' })
    expect(again.status).toBe(200)
    expect(stripe.books.accounts.size).toBe(1)
    expect(await db().selectFrom('payout_account').select('gateway').where('provider_id', '=', id).execute()).toEqual([
      { gateway: 'stripe' },
    ])
    await stripe.close()
  }, 120_000)
})
