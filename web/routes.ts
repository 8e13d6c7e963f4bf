import { index, type RouteConfig, route } from '@react-router/dev/routes'

// An address that names another product shows the plain page.
const joinPages = ['mua', 'sg', 'now', 'makeup', 'hair', 'nails', 'bridal', 'braids', 'lashes', 'brows', 'lessons']
const hairdresserPages = ['1', '2', '3', '4', '5', 'mobile', 'studio']

/** The site map. What is not here shows the landing page with a quiet line, as 404. */
export default [
  index('content/home/home-page.tsx'),
  route('halloween', 'content/special/halloween-page.tsx'),
  route('happy-place', 'content/special/happy-place-page.tsx'),
  route('lessons/*', 'content/special/lessons-page.tsx'),
  route('coming-soon', 'content/special/coming-soon-page.tsx'),
  route('content/gallery', 'content/reading/gallery-page.tsx'),
  route('content/*', 'content/reading/reading-page.tsx'),

  route('join', 'signup/join-page.tsx', { id: 'join' }),
  ...joinPages.map((name) => route(`join-${name}`, 'signup/join-page.tsx', { id: `join-${name}` })),
  route('nails/join-us', 'signup/join-page.tsx', { id: 'nails-join-us' }),
  route('providers/join-us', 'signup/join-page.tsx', { id: 'providers-join-us' }),
  ...hairdresserPages.map((name) => route(`hairdressers/join-us-${name}`, 'signup/join-page.tsx', { id: `hairdressers-join-us-${name}` })),
  route('providers/notifications-app', 'signup/notifications-app-page.tsx'),

  route('quotes/:quoteId', 'quotes/quotes-page.tsx', { id: 'quotes' }),
  route('quote/:quoteId', 'quotes/quotes-page.tsx', { id: 'quote' }),
  route('search', 'search/search-page.tsx'),
  route('search/:quoteId', 'quotes/quotes-page.tsx', { id: 'search-quotes' }),
  route('quotes/:quoteId/compare', 'quotes/compare-page.tsx'),
  route('quotes/:quoteId/@/:profileId', 'providers/quoted-profile-page.tsx', { id: 'quotes-profile' }),
  route('quote/:quoteId/@/:profileId', 'providers/quoted-profile-page.tsx', { id: 'quote-profile' }),
  route('@', 'providers/own-profile-page.tsx', { id: 'own-at' }),
  route('profile', 'providers/own-profile-page.tsx', { id: 'own-profile' }),
  route('profile/:profileId', 'providers/profile-redirect-page.tsx'),
  route('@/:profileId', 'providers/profile-page.tsx'),
  route('book/:quoteId/@/:profileId', 'bookings/book-page.tsx'),

  route('signup/*', 'signup/signup-page.tsx'),

  route('login', 'accounts/login-page.tsx'),
  route('login/magic-link/:token', 'accounts/link-page.tsx', { id: 'magic-link' }),
  route('login/provider/:token', 'accounts/link-page.tsx', { id: 'provider-link' }),
  route('login-as/:token', 'accounts/login-as-page.tsx'),
  route('register', 'accounts/register-page.tsx'),
  route('forgot-password', 'accounts/forgot-password-page.tsx'),
  route('reset-password/:token', 'accounts/reset-password-page.tsx'),
  route('verify/*', 'accounts/verify-page.tsx'),
  route('logout', 'accounts/logout-page.tsx'),
  route('offer', 'content/special/offers-page.tsx', { id: 'offer' }),
  route('offers', 'content/special/offers-page.tsx', { id: 'offers' }),
  route('select-dashboard', 'accounts/select-dashboard-page.tsx'),
  route('customer-dashboard/account', 'accounts/account-page.tsx'),
  route('customer-dashboard/*', 'accounts/customer-dashboard-page.tsx'),
  route('dashboard', 'dashboard/dashboard-layout.tsx', [
    index('dashboard/home-page.tsx'),
    route('calendar', 'dashboard/calendar-page.tsx'),
    route('services', 'dashboard/services-page.tsx'),
    route('travel', 'dashboard/travel-page.tsx'),
    route('rules', 'dashboard/rules-page.tsx'),
    route('profile', 'dashboard/profile-page.tsx'),
    route('account', 'dashboard/account-page.tsx', { id: 'dashboard-account' }),
    route('albums/:albumId?', 'dashboard/albums-page.tsx'),
    route('appearance', 'dashboard/appearance-page.tsx'),
    route('reviews', 'dashboard/reviews-page.tsx'),
  ]),
  route('account', 'shell/redirect-page.tsx', { id: 'account' }),

  route('products/:location', 'shell/redirect-page.tsx', { id: 'products' }),
  route('blog', 'shell/redirect-page.tsx', { id: 'blog' }),
  route('makeup-and-hair/gallery', 'shell/redirect-page.tsx', { id: 'old-gallery' }),
  route(':id/get-quote', 'shell/redirect-page.tsx', { id: 'get-quote' }),

  route('sitemap.xml', 'content/sitemap.ts'),
  route('robots.txt', 'content/robots.ts'),

  route('404', 'shell/not-found-page.tsx', { id: '404' }),
  route('not-found', 'shell/not-found-page.tsx', { id: 'not-found' }),
  ...['au', 'ca', 'gb', 'us'].map((country) => route(`${country}/:category/:neighborhood/:event?`, 'content/city/city-page.tsx', { id: `city-${country}` })),
  route('*', 'content/home/unknown-page.tsx'),
] satisfies RouteConfig
