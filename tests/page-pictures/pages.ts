import type { Page } from '@playwright/test'
import { listPagesFor } from '#web/operator/navigation.ts'
import type { Market } from './market.ts'

export type Picture = {
  name: string
  path: string | ((market: Market) => string)
  who?: keyof Market['session']
  only?: '390' | '1440'
  act?: (page: Page) => Promise<void>
  paper?: true
}

const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click()
/** Waits for the countdown of a hold and makes it the same in all pictures. */
const stopCountdown = async (page: Page) => {
  await page
    .getByText(/We are holding this time for you for/)
    .first()
    .waitFor()
  await page.evaluate(() => {
    for (const left of document.querySelectorAll<HTMLElement>('[role=timer] > span')) left.style.width = '90%'
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      text.nodeValue = text.nodeValue?.replace(/\b(?:\d:)?\d?\d:\d\d\b(?! [AP]M)/, '9:59') ?? ''
    }
  })
}
const pages = (who: Picture['who'], paths: Record<string, Picture['path']>): Picture[] =>
  Object.entries(paths).map(([name, path]) => ({ name, path, ...(who ? { who } : {}) }))
const states = (who: Picture['who'], list: readonly Omit<Picture, 'who'>[]): Picture[] =>
  list.map((picture) => ({ ...picture, ...(who ? { who } : {}) }))

const signupSteps = ['pricing', 'confirm-travel', 'set-min-job-size', 'set-instagram', 'set-kit', 'set-bio']

/** Pages of the site and the main overlays. */
const named: readonly Picture[] = [
  ...pages(undefined, {
    home: '/',
    french: '/fr',
    'home-asked': '/?near=51.545,-0.055&service=makeup',
    halloween: '/halloween',
    'happy-place': '/happy-place',
    lessons: '/lessons',
    'coming-soon': '/coming-soon',
    gallery: '/content/gallery',
    reviews: '/content/reviews',
    places: '/content/places',
    'place-list': '/content/places/gb/makeup-hair-styling/1',
    artists: '/content/artists',
    'artist-list': '/content/artists/gb/1',
    about: '/content/about',
    help: '/content/help',
    legals: '/content/legals-customers',
    credits: '/content/credits',
    ranking: '/content/ranking',
    cancellation: '/content/cancellation',
    join: '/join',
    'join-lashes': '/join-lashes',
    'join-hairdressers': '/hairdressers/join-us-3',
    'join-nails': '/nails/join-us',
    'join-anything': '/join-something',
    'notifications-app': '/providers/notifications-app',
    quotes: ({ search }) => `/quotes/${search}`,
    'quotes-studio': ({ search }) => `/quotes/${search}?type=studio`,
    'quotes-instant': ({ search }) => `/quotes/${search}?filterBy=instant`,
    'quotes-map': ({ search }) => `/quotes/${search}?map=open`,
    'gift-vouchers': '/gift-vouchers',
    'gift-vouchers-not-sold': '/gift-vouchers/mia-hollis',
    'voucher-unknown': '/voucher/none',
    search: '/search',
    compare: ({ search }) => `/quotes/${search}/compare?profiles=temi-lark,mia-hollis`,
    'quoted-profile': ({ search }) => `/quotes/${search}/@/mia-hollis`,
    'quoted-profile-studio': ({ search }) => `/quotes/${search}/@/temi-lark?type=studio`,
    'alert-off': '/alerts/off/none',
    profile: '/@/mia-hollis',
    'profile-temi': '/@/temi-lark',
    login: '/login',
    register: '/register',
    'forgot-password': '/forgot-password',
    'reset-password': '/reset-password/none',
    'magic-link': '/login/magic-link/none',
    'login-as': '/login-as/none',
    'verify-email': '/verify/email/none',
    'verify-delete': '/verify/delete/none',
    'mails-confirm': '/mails/confirm/aaaaaaaaaaaaaaaaaaaaaaaa',
    'your-data': '/your-data',
    'your-data-link': '/your-data/none',
    'stop-change': '/stop-change/none',
    'mails-booking': ({ ended }) => ended.mailed,
    'mails-booking-ended': `/mails/booking/${'a'.repeat(40)}`,
    'mails-stop': `/mails/stop/${'a'.repeat(40)}`,
    'signup-register': '/signup/profile/register',
    'not-found': '/not-found',
    unknown: '/no/such/page',
    'book-artist': '/@/mia-hollis/book',
    city: '/gb/makeup-hair-styling/london',
    'city-event': '/gb/makeup-hair-styling/london/wedding',
    'city-nails': '/us/nails/new-york',
    'city-hackney': '/gb/makeup-hair-styling/hackney',
    'review-customer': ({ ended }) => ended.customer,
    'review-provider': ({ ended }) => ended.provider,
    'review-invalid': '/review/00000000-0000-4000-8000-000000000000/customer/none',
  }),
  ...states(undefined, [
    { name: 'visit', path: ({ visit }) => visit },
    { name: 'request-words', path: ({ asked }) => `/quotes/${asked}/words` },
    { name: 'ask', path: '/customer-dashboard/ask/mia-hollis' },
    { name: 'guest', path: ({ guest }) => guest },
    { name: 'signed-reviews', path: '/signed-reviews' },
    { name: 'praise', path: ({ praise }) => praise },
    { name: 'share', path: ({ shared }) => `/split/${shared.key}` },
    { name: 'run-sheet', path: ({ booked }) => `/book/day/${booked.shareKey}`, paper: true },
    { name: 'home-menu', path: '/', act: press('Open menu') },
    { name: 'home-location', path: '/?stage=location' },
    { name: 'home-date', path: '/?stage=date' },
    { name: 'home-time', path: '/?stage=time', only: '390' },
    { name: 'home-services', path: '/?stage=services' },
    { name: 'quotes-services', path: ({ search }) => `/quotes/${search}?stage=services` },
    { name: 'quotes-date', path: ({ search }) => `/quotes/${search}?stage=date` },
    { name: 'search-place', path: '/search?place=Hackney' },
    {
      name: 'home-suggestions',
      path: '/',
      only: '1440',
      act: async (page) => {
        await page
          .getByRole('button', { name: /^Location/ })
          .first()
          .click()
        await page.getByRole('combobox', { name: 'Location' }).fill('Hackney')
        await page.getByRole('option').first().waitFor()
      },
    },
    {
      name: 'home-scrolled',
      path: '/',
      act: async (page) => {
        await page.evaluate(() => scrollTo(0, 1500))
      },
    },
    {
      name: 'city-faq',
      path: '/gb/makeup-hair-styling/london',
      act: async (page) => {
        await page.locator('details > summary').first().click()
      },
    },
    {
      name: 'login-refused',
      path: '/login',
      act: async (page) => {
        await page.getByRole('button', { name: 'Log In', exact: true }).click()
      },
    },
    {
      name: 'gallery-viewer',
      path: '/@/mia-hollis',
      act: async (page) => {
        await page.locator('main button:has(img)').first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
  ]),
  ...pages('ana', {
    'own-quotes': ({ asked }) => `/quotes/${asked}`,
    'own-look': ({ asked }) => `/quotes/${asked}/look`,
    'nobody-fits': ({ nobodyFits }) => `/quotes/${nobodyFits}`,
    'nobody-there': ({ nobodyThere }) => `/quotes/${nobodyThere}`,
    paid: '/paid/00000000-0000-4000-8000-000000000000',
    booked: ({ booked }) => `/book/booked/${booked.id}`,
    rescue: ({ cancelled }) => `/book/rescue/${cancelled}`,
    teams: ({ ofTeam }) => `/quotes/${ofTeam}/teams`,
    team: ({ team }) => `/teams/${team}`,
    'shared-bill': ({ shared }) => `/book/split/${shared.holdId}`,
    'customer-account': '/customer-dashboard/account',
    'customer-payments': '/customer-dashboard/payments',
    'customer-vouchers': '/customer-dashboard/vouchers',
    'customer-cards': '/customer-dashboard/cards',
    'customer-messages': '/customer-dashboard/messages',
    'customer-conversation': ({ conversation }) => `/customer-dashboard/messages/${conversation}`,
    'customer-booking-cancelled': ({ cancelled }) => `/customer-dashboard/bookings/${cancelled}`,
    'customer-booking-ended': ({ ended }) => `/customer-dashboard/bookings/${ended.appointment}`,
    'customer-quotes': '/customer-dashboard/quotes',
    'customer-saved': '/customer-dashboard/saved',
    'customer-dashboard': '/customer-dashboard',
    'home-signed-in': '/',
  }),
  ...states('ana', [
    { name: 'receipt', path: ({ payment }) => `/customer-dashboard/receipts/${payment}`, paper: true },
    { name: 'booking-forms', path: ({ booked }) => `/book/forms/${booked.id}`, paper: true },
    { name: 'customer-booking', path: ({ booked }) => `/customer-dashboard/bookings/${booked.id}`, paper: true },
    {
      name: 'quotes-ask',
      path: ({ asked }) => `/quotes/${asked}?ask=temi-lark`,
      act: async (page) => {
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'customer-booking-cancel',
      path: ({ booked }) => `/customer-dashboard/bookings/${booked.id}`,
      act: press('Cancel this booking'),
    },
    {
      name: 'customer-booking-change',
      path: ({ booked }) => `/customer-dashboard/bookings/${booked.id}`,
      act: press('Change details of the day'),
    },
    { name: 'menu-signed-in', path: '/content/help', act: press('Open menu') },
  ]),
  ...pages('mia', {
    'select-dashboard': '/select-dashboard',
    'own-profile': '/profile',
    offers: '/offers',
    offer: ({ miasRequest }) => `/offer?request=${miasRequest}`,
    dashboard: '/dashboard',
    'dashboard-requests': '/dashboard/requests',
    'dashboard-appointments': '/dashboard/appointments',
    'dashboard-appointment-ended': ({ ended }) => `/dashboard/appointments/${ended.appointment}`,
    'dashboard-clients': '/dashboard/clients',
    'dashboard-clients-import': '/dashboard/clients/import',
    'dashboard-client': ({ ownClient }) => `/dashboard/clients/${ownClient}`,
    'dashboard-calendar': '/dashboard/calendar',
    'dashboard-calendar-week': '/dashboard/calendar?view=week',
    'dashboard-calendar-agenda': '/dashboard/calendar?view=agenda',
    'dashboard-day-sheet': '/dashboard/calendar/sheet/2027-06-21',
    'dashboard-calendar-day': '/dashboard/calendar?view=day',
    'dashboard-services': '/dashboard/services',
    'dashboard-hours': '/dashboard/hours',
    'dashboard-travel': '/dashboard/travel',
    'dashboard-rules': '/dashboard/rules',
    'dashboard-promos': '/dashboard/promos',
    'dashboard-vouchers': '/dashboard/vouchers',
    'dashboard-programs': '/dashboard/programs',
    'dashboard-profile': '/dashboard/profile',
    'dashboard-account': '/dashboard/account',
    'dashboard-albums': '/dashboard/albums',
    'dashboard-album': ({ album }) => `/dashboard/albums/${album}`,
    'dashboard-checks': '/dashboard/checks',
    'dashboard-appearance': '/dashboard/appearance',
    'dashboard-reviews': '/dashboard/reviews',
    'dashboard-insights': '/dashboard/insights',
    'dashboard-share': '/dashboard/share',
    'dashboard-share-card': '/dashboard/share/card',
    'dashboard-messages': '/dashboard/messages',
    'dashboard-conversation': ({ miasConversation }) => `/dashboard/messages/${miasConversation}`,
    'dashboard-earnings': '/dashboard/earnings',
    'dashboard-payouts': '/dashboard/payouts',
    'dashboard-payout': ({ payout }) => `/dashboard/payouts/${payout}`,
    'dashboard-tax': '/dashboard/earnings/tax',
  }),
  ...states('mia', [
    {
      name: 'dashboard-appointment',
      path: ({ miasAppointment }) => `/dashboard/appointments/${miasAppointment}`,
      paper: true,
    },
    { name: 'dashboard-client-forms', path: ({ booked }) => `/dashboard/appointments/${booked.id}/forms`, paper: true },
    { name: 'dashboard-decline', path: '/dashboard/requests', act: press(/^Decline/) },
    { name: 'dashboard-new-album', path: '/dashboard/albums', act: press(/New album/) },
    { name: 'dashboard-more', path: '/dashboard', only: '390', act: press(/^More/) },
    {
      name: 'offer-another-time',
      path: ({ miasRequest }) => `/offer?request=${miasRequest}`,
      act: press('Suggest another time'),
    },
  ]),
  ...pages('joining', {
    'signup-location': '/signup/profile/set-location',
    'signup-services': '/signup/select-services',
    ...Object.fromEntries(signupSteps.map((step) => [`signup-${step}`, `/signup/setup-services/1/${step}`])),
    'signup-photo': '/signup/verification/photo',
    'signup-selfie': '/signup/verification/selfie',
    'signup-submit': '/signup/verification/submit',
    'signup-nowhere': '/signup',
  }),
  ...pages('sentBack', { resubmission: '/resubmission', 'resubmission-bio': '/resubmission/set-bio' }),
  ...pages('olu', {
    'second-step': '/second-step',
    operator: '/operator',
    'operator-business': '/operator/business',
    'operator-verification': '/operator/verification',
    'operator-documents': '/operator/documents',
    'operator-own-words': '/operator/own-words',
    'operator-checks': '/operator/checks',
    'operator-appeals': '/operator/appeals',
    'operator-people': '/operator/people',
    'operator-person': ({ person }) => `/operator/people/${person}`,
    'operator-data-subject': ({ person }) => `/operator/data-requests/account/${person}`,
    'operator-partners': '/operator/partners',
    'operator-partner': ({ partner }) => `/operator/partners/${partner}`,
    'operator-providers': '/operator/providers',
    'operator-provider': ({ provider }) => `/operator/providers/${provider}`,
    'operator-reviews': '/operator/reviews',
    'operator-reports': '/operator/reports',
    'operator-report': ({ report }) => `/operator/reports/${report}`,
    'operator-bookings': '/operator/bookings',
    'operator-booking': ({ booked }) => `/operator/bookings/${booked.id}`,
    'operator-disputes': '/operator/disputes',
    'operator-dispute': ({ dispute }) => `/operator/disputes/${dispute}`,
    'operator-speeds': '/operator/speeds',
    'operator-payments': '/operator/payments',
    'operator-vouchers': '/operator/vouchers',
    'operator-voucher': ({ voucher }) => `/operator/vouchers/${voucher}`,
    'operator-promos': '/operator/promos',
    'operator-fees': '/operator/fees',
    'operator-payment': ({ payment }) => `/operator/payments/${payment}`,
    'operator-refunds': '/operator/refunds',
    'operator-payouts': '/operator/payouts',
    'operator-ledger': '/operator/ledger',
    'operator-platform-report': '/operator/platform-report?country=GB&year=2026',
    'operator-bank': '/operator/bank?month=2026-11&country=GB',
    'operator-charge-backs': '/operator/charge-backs',
    'operator-charge-back': ({ chargeBack }) => `/operator/charge-backs/${chargeBack}`,
    'operator-demand': '/operator/demand',
    'operator-outbox': '/operator/outbox',
    'operator-catalogue': '/operator/catalogue',
    'operator-forms': '/operator/forms',
    'operator-pages': '/operator/pages',
    'operator-page-words': '/operator/pages/words?path=/content/about',
    'operator-page-words-city': '/operator/pages/words?path=/gb/makeup-hair-styling/london',
    'operator-page-preview': '/operator/pages/preview?path=/content/about',
    'operator-mails': '/operator/mails',
    'operator-mail': '/operator/mails/booking.confirmed.customer',
    'operator-jobs': '/operator/jobs',
    'operator-settings': '/operator/settings',
    'operator-audit': '/operator/audit',
    'operator-access': '/operator/access',
    'operator-approvals': '/operator/approvals',
    'operator-switches': '/operator/switches',
  }),
  ...states('olu', [
    {
      name: 'operator-case',
      path: '/operator/verification',
      act: async (page) => {
        await page.getByRole('row', { name: 'Ife Stone' }).waitFor()
        await page.keyboard.press('j')
        await page.getByRole('region', { name: 'Ife Stone' }).waitFor()
      },
    },
    { name: 'operator-suspend', path: ({ person }) => `/operator/people/${person}`, act: press('Suspend') },
  ]),
  // Last, because these change data that others show.
  ...states('ana', [
    {
      name: 'checkout',
      path: ({ checkout }) => checkout,
      act: stopCountdown,
    },
  ]),
  // Mia has no other hold, so hers is shown.
  ...states('mia', [{ name: 'partner-link', path: ({ partnerLink }) => partnerLink, act: stopCountdown }]),
  ...pages(undefined, { 'review-posted': ({ ended }) => `${ended.customer.replace('/review/', '/post-review/')}/4` }),
  ...pages('leaving', { logout: '/logout' }),
]

/** The pages of the console's rail that have no picture of their own above. */
const others = listPagesFor(['owner'])
  .filter(({ path }) => !named.some((picture) => String(picture.path).split('?')[0] === path))
  .map(({ path }): Picture => ({ name: path.slice(1).replaceAll('/', '-'), path, who: 'olu' }))

export const pictures: readonly Picture[] = [...others, ...named]
