import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountOf, actingAs, settleOwn, visitorIn } from '#server/bookings/small-bookings.ts'
import { abandon } from '#server/search/matching/small-town.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { demoteMade } from '#tests/attacks/operators.ts'

type Who = 'artist' | 'newcomer' | 'operator' | 'anyone'
/** A rule that a form knows, and a call of the API that breaks it alone. The answer names the field, or the refusal. */
type Rule = {
  form: string
  rule: string
  who?: Who
  call: readonly [method: string, path: string, body?: object]
  refused: string
}

let rig: TestRig
let callers: Record<Exclude<Who, 'anyone'>, Awaited<ReturnType<typeof actingAs>>>
let names: Record<string, string> = {}
beforeAll(async () => {
  rig = await openRig()
  const artist = await settleOwn(rig, { slug: 'by-the-rules' })
  const document = await rig.database.db
    .insertInto('artist_document')
    .values({ provider_id: artist.id, kind: 'insurance', holder: 'Nia', sent_at: new Date('2026-11-01') })
    .returning('id')
    .executeTakeFirstOrThrow()
  await rig.database.db
    .updateTable('provider')
    .set({ payouts_ready: true, instant_booking: true })
    .where('id', '=', artist.id)
    .execute()
  const booking = await (await visitorIn(rig)).book('by-the-rules')
  const payment = await rig.database.db
    .selectFrom('payment')
    .innerJoin('appointment', 'appointment.hold_id', 'payment.ref')
    .select('payment.id')
    .where('appointment.id', '=', booking.id)
    .executeTakeFirstOrThrow()
  await rig.database.db
    .updateTable('provider')
    .set({ payouts_ready: false, instant_booking: false })
    .where('id', '=', artist.id)
    .execute()
  names = { ARTIST: artist.id, DOCUMENT: document.id, BOOKING: booking.id, PAYMENT: payment.id }
  const newcomer = await settleOwn(rig, { slug: 'still-joining' })
  await rig.database.db
    .updateTable('provider')
    .set({ state: 'draft', approved_at: null, sample: false })
    .where('id', '=', newcomer.id)
    .execute()
  callers = {
    artist: await actingAs(rig, artist.accountId),
    newcomer: await actingAs(rig, newcomer.accountId),
    operator: await actingAs(rig, await accountOf(rig, 'olu@primp.test')),
  }
})
afterAll(async () => {
  await abandon(rig)
  await demoteMade(rig)
  await rig.database.db.deleteFrom('outbox').execute()
})

const some = '00000000-0000-4000-8000-000000000000'
const reason = 'Checked against the form.'
const picture = 'data:image/png;base64,iVBORw0KGgo='
const week = [[], [], [], [], [], [], []]
const fee = { countryCode: 'GB', percent: 10, firstOn: '2027-06-01', reason }
const question = { kind: 'yesNo', text: 'Any allergies?', required: true }

const dashboard: readonly Rule[] = [
  {
    form: 'programs/new-key-form',
    rule: 'a name',
    call: ['POST', '/v1/providers/me/api-keys', { name: ' ', scopes: ['profile:read'] }],
    refused: 'name',
  },
  {
    form: 'programs/new-key-form',
    rule: 'at least one scope',
    call: ['POST', '/v1/providers/me/api-keys', { name: 'Diary', scopes: [] }],
    refused: 'scopes',
  },
  {
    form: 'programs/webhooks-card',
    rule: 'an address',
    call: ['POST', '/v1/providers/me/webhooks', { url: ' ', events: ['booking.created'] }],
    refused: 'url',
  },
  {
    form: 'programs/webhooks-card',
    rule: 'at least one event',
    call: ['POST', '/v1/providers/me/webhooks', { url: 'https://a.example/', events: [] }],
    refused: 'events',
  },
  {
    form: 'checks/document-form',
    rule: 'a holder',
    call: [
      'POST',
      '/v1/providers/me/documents',
      { kind: 'insurance', holder: ' ', pictures: [picture], consent: true },
    ],
    refused: 'holder',
  },
  {
    form: 'checks/document-form',
    rule: 'at least one picture',
    call: ['POST', '/v1/providers/me/documents', { kind: 'insurance', holder: 'Nia', pictures: [], consent: true }],
    refused: 'pictures',
  },
  {
    form: 'checks/document-form',
    rule: 'consent',
    call: [
      'POST',
      '/v1/providers/me/documents',
      { kind: 'insurance', holder: 'Nia', pictures: [picture], consent: false },
    ],
    refused: 'consent',
  },
  {
    form: 'checks/appeals-card',
    rule: 'twenty characters',
    call: ['POST', '/v1/providers/me/appeals', { kind: 'suspension', words: 'Too short.' }],
    refused: 'words',
  },
  {
    form: 'hours/exceptions-card',
    rule: 'a label',
    call: [
      'POST',
      '/v1/providers/me/hours/exceptions',
      { from: '2027-06-01', until: '2027-06-01', label: ' ', windows: [] },
    ],
    refused: 'label',
  },
  {
    form: 'hours/exceptions-card',
    rule: 'no day that has passed',
    call: [
      'POST',
      '/v1/providers/me/hours/exceptions',
      { from: '2020-06-01', until: '2020-06-01', label: 'Away', windows: [] },
    ],
    refused: 'until',
  },
  {
    form: 'hours/exceptions-card',
    rule: 'an end after the start',
    call: [
      'POST',
      '/v1/providers/me/hours/exceptions',
      { from: '2027-06-02', until: '2027-06-01', label: 'Away', windows: [] },
    ],
    refused: 'until',
  },
  {
    form: 'hours/seasons-form',
    rule: 'a name',
    call: [
      'PUT',
      '/v1/providers/me/hours/seasons',
      { seasons: [{ yearly: true, name: ' ', from: '06-01', until: '08-31', week }] },
    ],
    refused: 'seasons.0.name',
  },
  {
    form: 'hours/blocks-form',
    rule: 'a label',
    call: [
      'PUT',
      '/v1/providers/me/hours/blocks',
      { blocks: [{ label: ' ', weekdays: [1], opens: '09:00', closes: '10:00', from: null, until: null }] },
    ],
    refused: 'blocks.0.label',
  },
  {
    form: 'hours/blocks-form',
    rule: 'at least one day',
    call: [
      'PUT',
      '/v1/providers/me/hours/blocks',
      { blocks: [{ label: 'School', weekdays: [], opens: '09:00', closes: '10:00', from: null, until: null }] },
    ],
    refused: 'blocks.0.weekdays',
  },
  {
    form: 'albums/album-dialog',
    rule: 'a title',
    call: ['POST', '/v1/providers/albums', { title: '  ' }],
    refused: 'title',
  },
  {
    form: 'albums/album-dialog',
    rule: 'no contact details in a title',
    call: ['POST', '/v1/providers/albums', { title: 'Snap: miah' }],
    refused: 'title',
  },
  {
    form: 'albums/picture-dialog',
    rule: 'a description',
    call: ['PATCH', '/v1/providers/albums/1/media/1', { alt: '  ' }],
    refused: 'alt',
  },
  {
    form: 'trials/trial-form',
    rule: 'fewer days than the months have',
    call: [
      'PUT',
      '/v1/providers/me/trials',
      {
        trials: [{ serviceId: 'makeup', cost: 40, minutes: 60, deducted: false, withTest: false, days: 60, months: 1 }],
      },
    ],
    refused: 'trials.0.days',
  },
  {
    form: 'trials/trial-form',
    rule: 'no price below zero',
    call: [
      'PUT',
      '/v1/providers/me/trials',
      {
        trials: [{ serviceId: 'makeup', cost: -1, minutes: 60, deducted: false, withTest: false, days: 14, months: 3 }],
      },
    ],
    refused: 'trials.0.cost',
  },
  {
    form: 'selling/add-ons',
    rule: 'a price above zero',
    call: [
      'PUT',
      '/v1/providers/me/add-ons',
      { addOns: [{ serviceId: 'makeup', title: 'Lashes', cost: 0, minutes: 10 }] },
    ],
    refused: 'addOns.0.cost',
  },
  {
    form: 'selling/add-ons',
    rule: 'a name',
    call: ['PUT', '/v1/providers/me/add-ons', { addOns: [{ serviceId: 'makeup', title: ' ', cost: 10, minutes: 10 }] }],
    refused: 'addOns.0.title',
  },
  {
    form: 'selling/packages',
    rule: 'a price above zero',
    call: [
      'PUT',
      '/v1/providers/me/packages',
      {
        packages: [
          {
            title: 'Both',
            cost: 0,
            services: [
              { serviceId: 'makeup', count: 1 },
              { serviceId: 'updo', count: 1 },
            ],
          },
        ],
      },
    ],
    refused: 'packages.0.cost',
  },
  {
    form: 'selling/packages',
    rule: 'a name',
    call: [
      'PUT',
      '/v1/providers/me/packages',
      {
        packages: [
          {
            title: ' ',
            cost: 60,
            services: [
              { serviceId: 'makeup', count: 1 },
              { serviceId: 'updo', count: 1 },
            ],
          },
        ],
      },
    ],
    refused: 'packages.0.title',
  },
  {
    form: 'selling/packages',
    rule: 'two pieces or more',
    call: [
      'PUT',
      '/v1/providers/me/packages',
      { packages: [{ title: 'One', cost: 60, services: [{ serviceId: 'makeup', count: 1 }] }] },
    ],
    refused: 'packages.0.services',
  },
  {
    form: 'own-profile/lower-prices',
    rule: '1 to 50 per cent',
    call: ['PUT', '/v1/providers/me/lower-prices', { rules: [{ kind: 'last_minute', percent: 51, withinDays: 3 }] }],
    refused: 'rules.0.percent',
  },
  {
    form: 'own-profile/lower-prices',
    rule: 'within 0 to 60 days',
    call: ['PUT', '/v1/providers/me/lower-prices', { rules: [{ kind: 'last_minute', percent: 10, withinDays: 61 }] }],
    refused: 'rules.0.withinDays',
  },
  {
    form: 'own-profile/lower-prices',
    rule: 'not on every day of the week',
    call: [
      'PUT',
      '/v1/providers/me/lower-prices',
      { rules: [{ kind: 'off_peak', percent: 10, weekdays: [0, 1, 2, 3, 4, 5, 6], hours: null, season: null }] },
    ],
    refused: 'rules.0.weekdays',
  },
  {
    form: 'own-profile/lower-prices',
    rule: 'not always',
    call: [
      'PUT',
      '/v1/providers/me/lower-prices',
      { rules: [{ kind: 'off_peak', percent: 10, weekdays: null, hours: null, season: null }] },
    ],
    refused: 'rules.0.weekdays',
  },
  {
    form: 'own-profile/lower-prices',
    rule: 'hours in order',
    call: [
      'PUT',
      '/v1/providers/me/lower-prices',
      { rules: [{ kind: 'off_peak', percent: 10, weekdays: [1], hours: { from: 900, to: 600 }, season: null }] },
    ],
    refused: 'rules.0.hours',
  },
  {
    form: 'colleagues-card',
    rule: 'a name or link',
    call: ['POST', '/v1/providers/me/colleagues', { artist: ' ' }],
    refused: 'artist',
  },
  {
    form: 'clients/client-form',
    rule: 'a name',
    call: ['POST', '/v1/providers/me/own-clients', { name: ' ' }],
    refused: 'name',
  },
  {
    form: 'clients/client-form',
    rule: 'a real address',
    call: ['POST', '/v1/providers/me/own-clients', { name: 'Ada', email: 'ada' }],
    refused: 'email',
  },
  {
    form: 'calendar/feeds-card',
    rule: 'an address',
    call: ['POST', '/v1/providers/me/feeds', { url: ' ' }],
    refused: 'url',
  },
  {
    form: 'reviews/ask-outside',
    rule: 'a real address',
    call: ['POST', '/v1/providers/me/outside-reviews', { name: 'Ada', email: 'ada', work: 'Wedding' }],
    refused: 'email',
  },
  {
    form: 'growth/promos',
    rule: 'a worth of 1 to 100 per cent',
    call: ['POST', '/v1/providers/me/promos', { code: 'SUMMER', worth: { percent: 101 } }],
    refused: 'worth.percent',
  },
  {
    form: 'own-profile/deposits',
    rule: 'a share of 20 to 50 per cent',
    call: ['PUT', '/v1/providers/me/deposits', { items: [{ serviceId: 'makeup', share: 60 }] }],
    refused: 'items.0.share',
  },
  {
    form: 'own-profile/selling-rules',
    rule: 'a deposit of one of the shares',
    call: [
      'PUT',
      '/v1/providers/me/selling-rules',
      { instant: false, depositShare: 99, policy: 'fair', onlineBalance: false },
    ],
    refused: 'depositShare',
  },
  {
    form: 'hours/blocks-form',
    rule: 'an end after the start',
    call: [
      'PUT',
      '/v1/providers/me/hours/blocks',
      {
        blocks: [
          { label: 'School', weekdays: [1], opens: '09:00', closes: '10:00', from: '2027-06-02', until: '2027-06-01' },
        ],
      },
    ],
    refused: 'blocks.0.until',
  },
  {
    form: 'growth/promos',
    rule: 'an end after the start',
    call: [
      'POST',
      '/v1/providers/me/promos',
      { code: 'SUMMER', worth: { percent: 10 }, startsAt: '2027-06-02T00:00:00Z', endsAt: '2027-06-01T00:00:00Z' },
    ],
    refused: 'endsAt',
  },
  {
    form: 'appointments/cancel-for-provider',
    rule: 'a reason',
    call: ['PATCH', '/v1/providers/appointments/BOOKING', { act: 'cancel', reason: ' ' }],
    refused: 'reason_missing',
  },
  {
    form: 'appointments/move-form',
    rule: 'a day',
    call: ['PATCH', '/v1/providers/appointments/BOOKING', { act: 'proposeMove', finishTime: '15:00' }],
    refused: 'to',
  },
  {
    form: 'appointments/problem-card',
    rule: 'a kind of problem',
    call: ['PATCH', '/v1/providers/appointments/BOOKING', { act: 'report', text: 'Nobody there.' }],
    refused: 'kind',
  },
]

const signup: readonly Rule[] = [
  {
    form: 'forms/services-form',
    rule: 'a name for each of the team',
    call: [
      'PUT',
      '/v1/providers/me/services',
      { services: [{ id: 'makeup' }], artists: [{ name: ' ', services: ['makeup'] }] },
    ],
    refused: 'artists.0.name',
  },
  {
    form: 'forms/services-form',
    rule: 'no contact details in the name of an artist',
    call: [
      'PUT',
      '/v1/providers/me/services',
      { services: [{ id: 'makeup' }], artists: [{ name: 'Mia, insta: miah', services: ['makeup'] }] },
    ],
    refused: 'artists.0.name',
  },
  {
    form: 'forms/travel-form',
    rule: 'a way of working',
    call: [
      'PUT',
      '/v1/providers/me/travel',
      {
        radius: 10,
        free: 1,
        perUnit: 1,
        hours: { opens: '08:00', closes: '20:00' },
        early: null,
        bufferMinutes: 15,
        noticeHours: 12,
        horizonDays: 365,
      },
    ],
    refused: 'mode',
  },
  {
    form: 'forms/travel-form',
    rule: 'an address for a studio',
    who: 'newcomer',
    call: [
      'PUT',
      '/v1/providers/me/travel',
      {
        mode: 'studio',
        studioAddress: ' ',
        radius: 10,
        free: 1,
        perUnit: 1,
        hours: { opens: '08:00', closes: '20:00' },
        early: null,
        bufferMinutes: 15,
        noticeHours: 12,
        horizonDays: 365,
      },
    ],
    refused: 'mode',
  },
  {
    form: 'forms/location-form',
    rule: 'an address for a studio',
    who: 'newcomer',
    call: [
      'PUT',
      '/v1/providers/me/location',
      {
        location: {
          type: 'Point',
          coordinates: [-1.145, 60.155],
          address: { placeName: 'Lerwick', countryCode: 'GB' },
        },
        studio: true,
        studioAddress: ' ',
      },
    ],
    refused: 'studioAddress',
  },
  {
    form: 'forms/selling-rules-fields',
    rule: 'no Instant Book before payout details',
    call: [
      'PUT',
      '/v1/providers/me/selling-rules',
      { instant: true, depositShare: 25, policy: 'fair', onlineBalance: false },
    ],
    refused: 'instant',
  },
  {
    form: 'forms/instagram-form',
    rule: 'a name as Instagram has them',
    call: ['PUT', '/v1/providers/me/instagram', { handle: 'not a name!' }],
    refused: 'handle',
  },
  {
    form: 'forms/bio-form',
    rule: 'no more than fits',
    call: ['PUT', '/v1/providers/me/bio', { bio: 'a'.repeat(5_000) }],
    refused: 'bio',
  },
  {
    form: 'forms/kit-form',
    rule: 'the steps before it',
    who: 'newcomer',
    call: ['PUT', '/v1/signup/steps/set-kit', {}],
    refused: 'step_closed',
  },
  {
    form: 'forms/minimum-job-form',
    rule: 'no amount below zero',
    call: ['PUT', '/v1/providers/me/minimum-job', { amount: -1 }],
    refused: 'amount',
  },
  {
    form: 'forms/identity-form',
    rule: 'consent',
    who: 'newcomer',
    call: ['PUT', '/v1/signup/identity/selfie', { dataUri: picture, consent: false }],
    refused: 'consent',
  },
  {
    form: 'steps/submit-step',
    rule: 'the terms',
    who: 'newcomer',
    call: ['POST', '/v1/signup/submit', { terms: false }],
    refused: 'terms',
  },
  {
    form: 'steps/submit-step',
    rule: 'all steps before',
    who: 'newcomer',
    call: ['POST', '/v1/signup/submit', { terms: true }],
    refused: 'steps_missing',
  },
  {
    form: 'resubmission-page',
    rule: 'the terms',
    who: 'newcomer',
    call: ['POST', '/v1/signup/resubmit', { terms: false }],
    refused: 'terms',
  },
  {
    form: 'resubmission-page',
    rule: 'every step that was sent back',
    who: 'newcomer',
    call: ['POST', '/v1/signup/resubmit', { terms: true }],
    refused: 'state_changed',
  },
]

const accounts: readonly Rule[] = [
  {
    form: 'registering/register-page',
    rule: 'the terms',
    who: 'anyone',
    call: [
      'POST',
      '/v1/accounts/register',
      {
        name: 'Nora',
        email: 'rules@mail.example',
        password: 'seven otters wandering',
        acceptTerms: false,
        country: 'GB',
      },
    ],
    refused: 'acceptTerms',
  },
  {
    form: 'registering/register-page',
    rule: 'a name',
    who: 'anyone',
    call: [
      'POST',
      '/v1/accounts/register',
      { name: ' ', email: 'rules@mail.example', password: 'seven otters wandering', acceptTerms: true, country: 'GB' },
    ],
    refused: 'name',
  },
  {
    form: 'registering/register-page',
    rule: 'a password that is hard to guess',
    who: 'anyone',
    call: [
      'POST',
      '/v1/accounts/register',
      { name: 'Nora', email: 'rules@mail.example', password: 'password', acceptTerms: true, country: 'GB' },
    ],
    refused: 'password',
  },
  {
    form: 'own-account/own-details',
    rule: 'a name',
    call: ['PATCH', '/v1/accounts/me', { name: ' ' }],
    refused: 'name',
  },
  {
    form: 'own-account/own-number',
    rule: 'six digits',
    call: ['POST', '/v1/accounts/me/mobile/proof', { code: '12' }],
    refused: 'code',
  },
  {
    form: 'own-account/own-address',
    rule: 'a real address',
    call: ['POST', '/v1/accounts/me/email', { email: 'nora' }],
    refused: 'email',
  },
  {
    form: 'factors/own-factors',
    rule: 'a name for a passkey',
    call: ['PATCH', '/v1/accounts/me/passkeys/none', { name: ' ' }],
    refused: 'name',
  },
  {
    form: 'factors/proof-form',
    rule: 'six digits',
    call: ['POST', '/v1/accounts/step-up', { totp: '12' }],
    refused: 'totp',
  },
]

const console_: readonly Rule[] = [
  ...[
    ['POST', `/v1/operator/bookings/${some}/cancel`, {}],
    ['POST', `/v1/operator/disputes/${some}/settle`, { outcome: 'paid' }],
    ['POST', `/v1/operator/payments/${some}/refund`, { amount: 1 }],
    ['POST', `/v1/operator/refunds/${some}/decide`, { approve: true }],
    ['POST', `/v1/operator/refunds/${some}/send`, {}],
    ['POST', `/v1/operator/payouts/${some}/send`, {}],
    ['PUT', '/v1/operator/refund-limit', { currency: 'GBP', limit: 5 }],
    ['POST', `/v1/operator/people/${some}/suspend`, {}],
    ['POST', `/v1/operator/people/${some}/login-as`, {}],
    ['PUT', `/v1/operator/people/${some}/roles`, { duties: [] }],
    ['PUT', `/v1/operator/people/${some}/legal-hold`, { on: true }],
    ['POST', `/v1/operator/providers/${some}/suspend`, {}],
    ['PUT', `/v1/operator/providers/${some}/featured`, { until: null }],
    ['POST', '/v1/operator/reviews/1/remove', {}],
    ['PUT', '/v1/operator/markets/GB', { covidTrained: false, vaccinated: false }],
    ['PUT', '/v1/operator/switches', { kind: 'sms', on: true }],
    ['POST', '/v1/operator/end-all-sessions', {}],
    ['POST', `/v1/operator/conversations/${some}/open`, {}],
  ].map(
    ([method, path, body]): Rule => ({
      form: 'reason-field',
      rule: `a reason, at ${method} ${path}`,
      who: 'operator',
      call: [method as string, path as string, { ...(body as object), reason: ' x ' }],
      refused: 'reason',
    }),
  ),
  {
    form: 'money/refund-form',
    rule: 'an amount above zero',
    call: ['POST', `/v1/operator/payments/${some}/refund`, { amount: 0, bears: 'shared', reason }],
    refused: 'amount',
  },
  {
    form: 'verification/case-panel',
    rule: 'all five checks',
    call: ['POST', '/v1/operator/verification/1/approve', { checks: { faces: true } }],
    refused: 'checks_missing',
  },
  {
    form: 'verification/case-panel',
    rule: 'a step to send back',
    call: ['POST', '/v1/operator/verification/1/send-back', { reasons: [] }],
    refused: 'reason_missing',
  },
  {
    form: 'verification/case-panel',
    rule: 'words for another reason',
    call: [
      'POST',
      '/v1/operator/verification/1/send-back',
      { reasons: [{ step: 'photo', reason: 'other', note: ' ' }] },
    ],
    refused: 'reason_missing',
  },
  {
    form: 'verification/case-panel',
    rule: 'words to turn down by',
    call: ['POST', '/v1/operator/verification/1/reject', { reason: ' x' }],
    refused: 'reason_missing',
  },
  {
    form: 'verification/refuse-dialog',
    rule: 'a reason',
    call: ['POST', `/v1/operator/documents/${some}/refuse`, { note: 'No.' }],
    refused: 'refusal',
  },
  {
    form: 'verification/refuse-dialog',
    rule: 'words for another reason',
    call: ['POST', '/v1/operator/documents/DOCUMENT/refuse', { refusal: 'other', note: ' ' }],
    refused: 'note',
  },
  {
    form: 'verification/check-dialog',
    rule: 'a name',
    call: [
      'PUT',
      '/v1/operator/checks/GB/insurance',
      { label: ' ', asked: 'wanted', holdsMonths: 12, proves: 'Insured.', reason },
    ],
    refused: 'label',
  },
  {
    form: 'verification/check-dialog',
    rule: 'what it proves',
    call: [
      'PUT',
      '/v1/operator/checks/GB/insurance',
      { label: 'Insurance', asked: 'wanted', holdsMonths: 12, proves: ' ', reason },
    ],
    refused: 'proves',
  },
  {
    form: 'verification/check-dialog',
    rule: '1 to 120 months',
    call: [
      'PUT',
      '/v1/operator/checks/GB/insurance',
      { label: 'Insurance', asked: 'wanted', holdsMonths: 121, proves: 'Insured.', reason },
    ],
    refused: 'holdsMonths',
  },
  {
    form: 'verification/check-dialog',
    rule: 'the badge always needs identity',
    call: [
      'PUT',
      '/v1/operator/checks/GB/identity',
      { label: 'Identity', asked: 'off', holdsMonths: null, proves: 'Who they are.', reason },
    ],
    refused: 'asked',
  },
  {
    form: 'verification/appeals-page',
    rule: 'an answer',
    call: ['POST', `/v1/operator/appeals/${some}/decide`, { uphold: true, answer: ' x' }],
    refused: 'answer',
  },
  {
    form: 'booking-acts/change-dialog',
    rule: 'something for everybody',
    call: [
      'POST',
      `/v1/operator/bookings/${some}/party/preview`,
      { people: [{ person: 1, services: [] }], bears: 'house', back: 'whole', reason },
    ],
    refused: 'people.0.services',
  },
  {
    form: 'booking-acts/goodwill-dialog',
    rule: 'an amount above zero',
    call: ['POST', `/v1/operator/bookings/${some}/goodwill/preview`, { amount: 0, reason }],
    refused: 'amount',
  },
  {
    form: 'bookings/message-dialog',
    rule: 'three characters',
    call: ['POST', `/v1/operator/bookings/${some}/message`, { to: 'both', text: ' x ' }],
    refused: 'text',
  },
  {
    form: 'bookings/dispute-page',
    rule: 'an amount that is no number below zero',
    call: ['POST', `/v1/operator/disputes/${some}/settle`, { outcome: 'split', refund: -1, reason }],
    refused: 'refund',
  },
  {
    form: 'story/marks-card',
    rule: 'words for a note',
    call: ['POST', `/v1/operator/bookings/${some}/notes`, { text: ' ' }],
    refused: 'text',
  },
  {
    form: 'bulk/bulk-acts',
    rule: 'a tag',
    call: ['POST', '/v1/operator/bulk', { act: 'people.tag', ids: [some], value: ' ', reason }],
    refused: 'value',
  },
  {
    form: 'bulk/bulk-acts',
    rule: 'something chosen',
    call: ['POST', '/v1/operator/bulk', { act: 'people.tag', ids: [], value: 'vip', reason }],
    refused: 'ids',
  },
  {
    form: 'forms/form-editor',
    rule: 'an introduction',
    call: [
      'POST',
      '/v1/operator/forms',
      { name: 'Patch test', intro: ' ', questions: [question], services: [], reason },
    ],
    refused: 'intro',
  },
  {
    form: 'forms/form-editor',
    rule: 'three characters a question',
    call: [
      'POST',
      '/v1/operator/forms',
      { name: 'Patch test', intro: 'Read this.', questions: [{ ...question, text: 'x' }], services: [], reason },
    ],
    refused: 'questions.0.text',
  },
  {
    form: 'forms/form-editor',
    rule: 'at least one question',
    call: [
      'POST',
      '/v1/operator/forms',
      { name: 'Patch test', intro: 'Read this.', questions: [], services: [], reason },
    ],
    refused: 'questions',
  },
  {
    form: 'forms/patch-tests-card',
    rule: 'minutes of 5 to 120',
    call: ['PUT', '/v1/operator/patch-tests/makeup', { minutes: 3, reason }],
    refused: 'minutes',
  },
  {
    form: 'market/service-dialog',
    rule: 'a name',
    call: [
      'PUT',
      '/v1/operator/catalogue/services/makeup',
      { label: ' ', phrase: 'makeup', minutes: 60, setupMinutes: 0, sequence: 1, markets: ['GB'], reason },
    ],
    refused: 'label',
  },
  {
    form: 'market/fee-card',
    rule: '0 to 50 per cent',
    call: ['PUT', '/v1/operator/catalogue/fees/1', { percent: 51, reason }],
    refused: 'percent',
  },
  {
    form: 'market/fee-form',
    rule: '0 to 50 per cent',
    call: ['POST', '/v1/operator/fees', { ...fee, percent: 51 }],
    refused: 'percent',
  },
  {
    form: 'market/fee-form',
    rule: 'a first day',
    call: ['POST', '/v1/operator/fees', { ...fee, firstOn: '' }],
    refused: 'firstOn',
  },
  {
    form: 'market/fee-form',
    rule: 'no first day that has passed',
    call: ['POST', '/v1/operator/fees', { ...fee, firstOn: '2020-01-01' }],
    refused: 'firstOn',
  },
  {
    form: 'market/fee-form',
    rule: 'days in order',
    call: ['POST', '/v1/operator/fees', { ...fee, lastOn: '2027-05-31' }],
    refused: 'lastOn',
  },
  {
    form: 'people/provider-page',
    rule: 'featured until no day that has passed',
    call: ['PUT', '/v1/operator/providers/ARTIST/featured', { until: '2020-01-01', reason }],
    refused: 'until',
  },
  {
    form: 'system/settings-page',
    rule: 'a legal name',
    call: [
      'PUT',
      '/v1/operator/settings',
      { business: { legalName: ' ', supportEmail: '', supportPhone: '', chat: '' }, reason },
    ],
    refused: 'business.legalName',
  },
  {
    form: 'switches/switches-page',
    rule: 'what network is stopped',
    call: ['PUT', '/v1/operator/switches', { kind: 'network', value: ' ', on: false, reason }],
    refused: 'value',
  },
  {
    form: 'switches/switches-page',
    rule: 'what mail domain is stopped',
    call: ['PUT', '/v1/operator/switches', { kind: 'mail_domain', value: '', on: false, reason }],
    refused: 'value',
  },
  {
    form: 'lists/list-tools',
    rule: 'a name for a filter',
    call: ['PUT', '/v1/operator/lists/bookings/filters', { name: ' ', query: 'a=b' }],
    refused: 'name',
  },
  {
    form: 'own-words/banned-words-card',
    rule: 'a word',
    call: ['POST', '/v1/operator/banned-words', { countryCode: 'GB', word: ' ', reason }],
    refused: 'word',
  },
  {
    form: 'partners/partner-form',
    rule: 'a name',
    call: [
      'POST',
      '/v1/operator/partners',
      { name: ' ', slug: 'hall', email: 'p@p.example', scopes: ['catalog:read'], reason },
    ],
    refused: 'name',
  },
  {
    form: 'partners/partner-form',
    rule: 'at least one scope',
    call: ['POST', '/v1/operator/partners', { name: 'Hall', slug: 'hall', email: 'p@p.example', scopes: [], reason }],
    refused: 'scopes',
  },
  {
    form: 'mails/mail-page',
    rule: 'what was seen last',
    call: ['PUT', '/v1/operator/mail-words/magicLink', { text: {}, reason }],
    refused: 'seen',
  },
  {
    form: 'pages/page-editor',
    rule: 'what was seen last',
    call: ['POST', '/v1/operator/page/publish', { path: '/', mark: some, reason }],
    refused: 'seen',
  },
  {
    form: 'money/refund-form',
    rule: 'no more than is left',
    call: ['POST', '/v1/operator/payments/PAYMENT/refund', { amount: 100_000, bears: 'shared', reason }],
    refused: 'amount',
  },
  {
    form: 'booking-acts/goodwill-dialog',
    rule: 'no more than was paid',
    call: ['POST', '/v1/operator/bookings/BOOKING/goodwill/preview', { amount: 100_000, reason }],
    refused: 'amount',
  },
  {
    form: 'booking-acts/move-dialog',
    rule: 'no day that has passed',
    call: [
      'POST',
      '/v1/operator/bookings/BOOKING/move/preview',
      { eventDate: '2020-01-01', finishTime: '13:30', bears: 'house', reason },
    ],
    refused: 'eventDate',
  },
  {
    form: 'market/fee-form',
    rule: 'a cap that is no less than the floor',
    call: ['POST', '/v1/operator/fees', { ...fee, floor: 20, cap: 10 }],
    refused: 'cap',
  },
  {
    form: 'pages/page-faqs',
    rule: 'a question and its answer',
    call: [
      'PUT',
      '/v1/operator/page/draft',
      { path: '/', fields: { faqs: [{ id: 'own-one', question: ' ', answer: 'Yes.', hidden: false }] } },
    ],
    refused: 'fields.faqs.0.question',
  },
  {
    form: 'promos/promo-form',
    rule: 'an end after the start',
    call: [
      'POST',
      '/v1/operator/promos',
      {
        countryCode: 'GB',
        code: 'SUMMER',
        worth: { percent: 10 },
        startsAt: '2027-06-02T00:00:00Z',
        endsAt: '2027-06-01T00:00:00Z',
        reason,
      },
    ],
    refused: 'endsAt',
  },
].map((rule) => ({ who: 'operator' as const, ...rule }) as Rule)

describe.each([
  ['dashboards', dashboard],
  ['joining', signup],
  ['accounts', accounts],
  ['console', console_],
] as const)('%s: what a form would not send the API refuses', (_, rules) => {
  test.each(rules)('$form: $rule', async ({ who = 'artist', call: [method, path, body], refused }) => {
    const to = path.replace(/[A-Z]{4,}/, (name) => names[name] ?? name)
    const { status, body: said } =
      who === 'anyone'
        ? await rig.call(to, { method, body, address: '127.9.9.9', headers: { 'idempotency-key': 'form rules' } })
        : await callers[who](to, method, body)
    expect(status, JSON.stringify(said)).toBeGreaterThanOrEqual(400)
    expect(status, JSON.stringify(said)).toBeLessThan(500)
    const fields = ((said.errors ?? []) as { path: string }[]).map((error) => error.path)
    expect([...fields, said.code], JSON.stringify(said)).toContain(refused)
    // Nothing else is wrong with the call.
    expect(
      fields.filter((field) => field !== refused && !field.startsWith(`${refused}.`)),
      JSON.stringify(said),
    ).toEqual(fields.includes(refused) || fields.length === 0 ? [] : fields)
  })
})
