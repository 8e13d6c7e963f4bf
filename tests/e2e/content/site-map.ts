/** Every route that responds without an account, with its expected response. */
type Route = {
  path: string
  /** Permanent redirect target in one hop, or canonical page. */
  to?: string
  status?: number
  /** A personal or unlisted page: no canonical URL, noindex. */
  hidden?: true
}

const joinVariants = [
  '/join-mua',
  '/join-sg',
  '/join-now',
  '/join-makeup',
  '/join-hair',
  '/join-nails',
  '/join-bridal',
  '/join-braids',
  '/join-lashes',
  '/join-brows',
  '/join-lessons',
  '/nails/join-us',
  '/providers/join-us',
  ...['1', '2', '3', '4', '5', 'mobile', 'studio'].map((name) => `/hairdressers/join-us-${name}`),
]
const texts = [
  'about',
  'help',
  'legals-customers',
  'legals-providers',
  'privacy-policy',
  'reviews',
  'gallery',
  'cancellation',
  'ranking',
  'credits',
  'places',
]
const steps = [
  'profile/register',
  'profile/set-location',
  'select-services',
  ...['pricing', 'confirm-travel', 'set-min-job-size', 'set-instagram', 'set-kit', 'set-bio'].map(
    (step) => `setup-services/makeup-hair-styling/${step}`,
  ),
  'verification/photo',
  'verification/selfie',
  'verification/submit',
]

const shown: Route[] = [
  '/',
  '/halloween',
  '/happy-place',
  '/lessons',
  '/offers',
  '/coming-soon',
  '/providers/notifications-app',
  '/@/mia-hollis',
  '/gb/makeup-hair-styling/london',
  '/gb/makeup-hair-styling/london/wedding',
  '/au/makeup-hair-styling/sydney',
  '/us/nails/new-york',
  '/ca/makeup-hair-lessons/toronto',
  '/gb/makeup-hair-styling/hackney',
  ...texts.map((slug) => `/content/${slug}`),
  '/join',
].map((path) => ({ path }))

/** Pages that search engines should not index, with the page that they should index in place of each. */
const unindexed: Route[] = [
  ...joinVariants.map((path) => ({ path, to: '/join' })),
  { path: '/gb/makeup-hair-styling/hackney/diwali', to: '/gb/makeup-hair-styling/hackney' },
  { path: '/gb/nails/london/wedding', to: '/gb/nails/london' },
]

const closed: Route[] = [
  '/login',
  '/logout',
  '/register',
  '/forgot-password',
  '/second-step',
  '/reset-password/none',
  '/login/magic-link/none',
  '/login/provider/none',
  '/login-as/none',
  '/your-data',
  '/your-data/none',
  '/verify/email/none',
  '/select-dashboard',
  '/dashboard',
  '/resubmission',
  '/customer-dashboard',
  '/search',
  ...steps.map((step) => `/signup/${step}`),
].map((path) => ({ path, hidden: true as const }))

const moved: Route[] = Object.entries({
  '/products/london': '/',
  '/blog': '/',
  '/makeup-and-hair/gallery': '/content/gallery',
  '/any-id/get-quote': '/',
  '/account': '/dashboard',
  '/profile/mia-hollis': '/@/mia-hollis',
  '/gb/makeup-hair-styling/luton-airport': '/gb/makeup-hair-styling/luton',
}).map(([path, to]) => ({ path, to }))

const missing: Route[] = [
  '/404',
  '/not-found',
  '/no/such/page',
  '/gb/makeup-hair-styling/no-such-place',
  '/gb/no-such-category/london',
  '/content/no-such-text',
  '/@/no-such-artist',
  '/review/00000000-0000-4000-8000-000000000000/customer/none',
  '/post-review/00000000-0000-4000-8000-000000000000/customer/none/2',
].map((path) => ({ path, status: 404, hidden: true as const }))

export const routes = { shown, unindexed, closed, moved, missing }
