import { depositShares } from '#contract/providers/profile-rules.ts'
import { picture, type Rule } from './rule.ts'

const week = [[], [], [], [], [], [], []]
const identity = {
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

export const dashboardRules: readonly Rule[] = [
  ...(
    [
      ['given names', 'firstName', { firstName: ' ' }],
      ['a name', 'name', { name: ' ' }],
      ['a street', 'street', { street: ' ' }],
      ['a town', 'city', { city: ' ' }],
      ['a postcode', 'postcode', { postcode: ' ' }],
      ['a date of birth', 'birthDate', { birthDate: '' }],
      ['a tax number', 'taxNumber', { taxNumber: '' }],
      ['the number of a business', 'registrationNumber', { entityType: 'business', taxNumberKind: 'utr' }],
    ] as const
  ).map(
    ([rule, refused, more]): Rule => ({
      form: 'tax/identity-form',
      rule,
      call: ['PUT', '/v1/providers/me/tax-identity', { ...identity, ...more }],
      refused,
    }),
  ),
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
    rule: 'at least twenty characters',
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
    rule: 'no past day',
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
    rule: 'no negative price',
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
    rule: 'at least two services',
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
    rule: 'a weekday, time or season',
    call: [
      'PUT',
      '/v1/providers/me/lower-prices',
      { rules: [{ kind: 'off_peak', percent: 10, weekdays: null, hours: null, season: null }] },
    ],
    refused: 'rules.0.weekdays',
  },
  {
    form: 'own-profile/lower-prices',
    rule: 'an end after the start',
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
    rule: 'a valid email address',
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
    form: 'calendar/feeds-card',
    rule: 'a complete address',
    call: ['POST', '/v1/providers/me/feeds', { url: 'http://a' }],
    refused: 'url',
  },
  {
    form: 'reviews/ask-outside',
    rule: 'a valid email address',
    call: ['POST', '/v1/providers/me/outside-reviews', { name: 'Ada', email: 'ada', work: 'Wedding' }],
    refused: 'email',
  },
  {
    form: 'growth/promos',
    rule: '1 to 100 per cent',
    call: ['POST', '/v1/providers/me/promos', { code: 'SUMMER', worth: { percent: 101 } }],
    refused: 'worth.percent',
  },
  {
    form: 'own-profile/deposits',
    rule: 'a share within its limits',
    call: ['PUT', '/v1/providers/me/deposits', { items: [{ serviceId: 'makeup', share: depositShares.most + 1 }] }],
    refused: 'items.0.share',
  },
  {
    form: 'own-profile/selling-rules',
    rule: 'an allowed deposit share',
    call: [
      'PUT',
      '/v1/providers/me/selling-rules',
      { instant: false, depositShare: depositShares.most + 1, policy: 'fair', onlineBalance: false },
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
