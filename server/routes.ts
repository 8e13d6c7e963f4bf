import { Hono } from 'hono'
import { accountRoutes } from '#server/accounts/routes.ts'
import { icsRoutes } from '#server/calendar/published-calendar.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { comingSoonRoutes, contentRoutes, directoryRoutes, showcaseRoutes, textRoutes } from './content/routes.ts'
import { openQuoteRoutes, requestRoutes, teamRequestRoutes } from './offers/routes.ts'
import { liveStreamRoute } from '#server/messaging/live.ts'
import { liveRoutes, messageRoutes } from './messaging/routes.ts'
import { stopMailRoute } from '#server/accounts/unsubscribe.ts'
import { mailEventsRoute } from '#server/notifications/index.ts'
import { noticeRoutes, webhookRoutes, mailWordsRoutes } from './notifications/routes.ts'
import { operatorListRoutes, operatorRoutes, reportRoutes } from '#server/operator/routes.ts'
import { pictureRoutes, uploadRoutes } from '#server/pictures/routes.ts'
import { eventsRoute } from '#server/payments/events.ts'
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
import { embedRoute } from '#server/providers/embed.ts'
import {
  albumRoutes,
  bookedOutRoutes,
  checkRoutes,
  colleagueRoutes,
  ownHoursRoutes,
  ownProfileRoutes,
  providerRoutes,
  socialPhotoRoutes,
  wordsRoutes,
} from '#server/providers/routes.ts'
import { documentFilesRoute } from '#server/providers/documents.ts'
import {
  beforeAfterRoutes,
  outsideReviewRoutes,
  partyReviewRoutes,
  reviewRoutes,
  takenReviewRoutes,
} from './reviews/routes.ts'
import { takenKeysRoute } from '#server/reviews/exported-reviews.ts'
import { liveRoute } from '#server/search/live-quotes.ts'
import {
  appearanceRoutes,
  calendarRoutes,
  demandRoutes,
  openingRoutes,
  quoteRoutes,
  lookRoutes,
  searchRoutes,
  addOnRoutes,
  teamRoutes,
  waitingRoutes,
} from './search/routes.ts'
import { identityRoute } from '#server/signup/identity.ts'
import { appealFilesRoute } from '#server/signup/appeals.ts'
import { appealRoutes, signupRoutes, verificationRoutes } from './signup/routes.ts'

/** The calls of the domains; what the console's lists can besides is made of them. */
const domainRoutes: Served[] = [
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
  ...ownHoursRoutes,
  ...wordsRoutes,
  ...colleagueRoutes,
  ...socialPhotoRoutes,
  ...albumRoutes,
  ...bookedOutRoutes,
  ...checkRoutes,
  ...signupRoutes,
  ...verificationRoutes,
  ...appealRoutes,
  ...lookRoutes,
  ...searchRoutes,
  ...demandRoutes,
  ...openingRoutes,
  ...appearanceRoutes,
  ...calendarRoutes,
  ...quoteRoutes,
  ...addOnRoutes,
  ...teamRoutes,
  ...waitingRoutes,
  ...requestRoutes,
  ...teamRequestRoutes,
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
  ...mailWordsRoutes,
  ...liveRoutes,
  ...messageRoutes,
  ...outsideReviewRoutes,
  ...takenReviewRoutes,
  ...partyReviewRoutes,
  ...beforeAfterRoutes,
  ...reviewRoutes,
  ...operatorRoutes,
  ...reportRoutes,
]

/** Every call of the API, domain by domain. */
export const routes: Served[] = [...domainRoutes, ...operatorListRoutes(domainRoutes)]

/** What is drawn or streamed rather than answered as data. */
export const drawnAndStreamed = (rig: Rig): Hono =>
  new Hono()
    .route('/', pictureRoutes(rig))
    .route('/', mapRoute(rig))
    .route('/', liveRoute(rig))
    .route('/', liveStreamRoute(rig))
    .route('/', identityRoute(rig))
    .route('/', documentFilesRoute(rig))
    .route('/', appealFilesRoute(rig))
    .route('/', icsRoutes(rig))
    .route('/', eventsRoute(rig))
    .route('/', mailEventsRoute(rig))
    .route('/', embedRoute(rig))
    .route('/', stopMailRoute(rig))
    .route('/', browserReportsRoute(rig))
    .route('/', wellKnownRoutes(rig))
    .route('/', takenKeysRoute(rig))
