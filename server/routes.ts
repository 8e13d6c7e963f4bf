import { Hono } from 'hono'
import { accountRoutes } from './accounts/routes.ts'
import { icsRoutes } from '#server/bookings/calendar/ics-routes.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { comingSoonRoutes, contentRoutes, directoryRoutes, showcaseRoutes, textRoutes } from './content/routes.ts'
import { openQuoteRoutes, requestRoutes } from './offers/routes.ts'
import { liveStreamRoute } from '#server/messaging/live/live-route.ts'
import { liveRoutes, messageRoutes } from './messaging/routes.ts'
import { noticeRoutes, webhookRoutes } from './notifications/routes.ts'
import { operatorRoutes, reportRoutes } from './operator/routes.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { uploadRoutes } from './pictures/upload-routes.ts'
import { eventsRoute } from '#server/payments/events/events-route.ts'
import {
  cardRoutes,
  earningsRoutes,
  operatorBankRoutes,
  operatorMoneyRoutes,
  operatorVoucherRoutes,
  paymentRoutes,
  statementRoutes,
  taxRoutes,
  voucherRoutes,
} from './payments/routes.ts'
import { wellKnownRoutes } from '#server/platform/http/well-known.ts'
import { browserReportsRoute } from '#server/platform/http/browser-reports.ts'
import { mapRoute } from './places/map/map-route.ts'
import { placeRoutes } from './places/routes.ts'
import type { Rig } from './platform/rig.ts'
import type { Served } from '#server/platform/http/serve.ts'
import { ownProfileRoutes, socialPhotoRoutes } from '#server/providers/own-profile/own-routes.ts'
import { albumRoutes, bookedOutRoutes, providerRoutes } from './providers/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { liveRoute } from '#server/search/quotes/live-quotes.ts'
import {
  appearanceRoutes,
  calendarRoutes,
  demandRoutes,
  openingRoutes,
  quoteRoutes,
  searchRoutes,
} from './search/routes.ts'
import { identityRoute } from './signup/identity-route.ts'
import { signupRoutes, verificationRoutes } from './signup/routes.ts'

/** Every call of the API, domain by domain. */
export const routes: Served[] = [
  ...paymentRoutes,
  ...voucherRoutes,
  ...earningsRoutes,
  ...cardRoutes,
  ...statementRoutes,
  ...taxRoutes,
  ...operatorMoneyRoutes,
  ...operatorBankRoutes,
  ...operatorVoucherRoutes,
  ...accountRoutes,
  ...placeRoutes,
  ...providerRoutes,
  ...ownProfileRoutes,
  ...socialPhotoRoutes,
  ...albumRoutes,
  ...bookedOutRoutes,
  ...signupRoutes,
  ...verificationRoutes,
  ...searchRoutes,
  ...demandRoutes,
  ...openingRoutes,
  ...appearanceRoutes,
  ...calendarRoutes,
  ...quoteRoutes,
  ...requestRoutes,
  ...openQuoteRoutes,
  ...bookingRoutes,
  ...contentRoutes,
  ...directoryRoutes,
  ...comingSoonRoutes,
  ...showcaseRoutes,
  ...textRoutes,
  ...uploadRoutes,
  ...noticeRoutes,
  ...webhookRoutes,
  ...liveRoutes,
  ...messageRoutes,
  ...reviewRoutes,
  ...operatorRoutes,
  ...reportRoutes,
]

/** What is drawn or streamed rather than answered as data. */
export const drawnAndStreamed = (rig: Rig): Hono =>
  new Hono()
    .route('/', pictureRoutes(rig))
    .route('/', mapRoute(rig))
    .route('/', liveRoute(rig))
    .route('/', liveStreamRoute(rig))
    .route('/', identityRoute(rig))
    .route('/', icsRoutes(rig))
    .route('/', eventsRoute(rig))
    .route('/', browserReportsRoute(rig))
    .route('/', wellKnownRoutes(rig))
