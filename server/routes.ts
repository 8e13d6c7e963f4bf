import { Hono } from 'hono'
import { accountRoutes } from '#server/accounts/routes.ts'
import { createIcsRoutes } from '#server/calendar/published-calendar.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { comingSoonRoutes, contentRoutes, directoryRoutes, showcaseRoutes, textRoutes } from './content/routes.ts'
import { openQuoteRoutes, requestRoutes, teamRequestRoutes } from './offers/routes.ts'
import { createLiveStreamRoute } from '#server/messaging/live.ts'
import { liveRoutes, messageRoutes } from './messaging/routes.ts'
import { stopMailRoute } from '#server/accounts/unsubscribe.ts'
import { createMailEventsRoute } from '#server/notifications/index.ts'
import { noticeRoutes, webhookRoutes, mailWordsRoutes } from './notifications/routes.ts'
import { operatorListRoutes, operatorRoutes, reportRoutes } from '#server/operator/routes.ts'
import { privacyRoutes } from '#server/privacy/routes.ts'
import { createPictureRoutes, uploadRoutes } from '#server/pictures/routes.ts'
import { createEventsRoute } from '#server/payments/events.ts'
import {
  cardRoutes,
  earningsRoutes,
  operatorBankRoutes,
  operatorMoneyRoutes,
  operatorVoucherRoutes,
  paymentRoutes,
  statementRoutes,
  taxRoutes,
  sellerIdentityRoutes,
  platformReportRoutes,
  partnerAccountRoutes,
  operatorPartnerAccountRoutes,
  voucherRoutes,
} from './payments/routes.ts'
import { createWellKnownRoutes } from '#server/platform/http/well-known.ts'
import { createBrowserReportsRoute } from '#server/platform/http/browser-reports.ts'
import { createMapRoute } from './places/map-tiles.ts'
import { placeRoutes } from './places/routes.ts'
import type { Rig } from './platform/rig.ts'
import type { ServedEndpoint } from '#server/platform/http/serve.ts'
import { createEmbedRoute } from '#server/providers/embed.ts'
import {
  albumRoutes,
  bookedOutRoutes,
  checkRoutes,
  colleagueRoutes,
  providerHoursRoutes,
  providerProfileRoutes,
  providerRoutes,
  socialPhotoRoutes,
  wordsRoutes,
} from '#server/providers/routes.ts'
import { createDocumentFilesRoute } from '#server/providers/documents.ts'
import {
  beforeAfterRoutes,
  outsideReviewRoutes,
  partyReviewRoutes,
  reviewRoutes,
  reviewExportRoutes,
  profileImportRoutes,
} from './reviews/routes.ts'
import { reviewKeysRoute } from '#server/reviews/exported-reviews.ts'
import { createLiveRoute } from '#server/search/live-quotes.ts'
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
import { createIdentityRoute } from '#server/signup/identity.ts'
import { createAppealFilesRoute } from '#server/signup/appeals.ts'
import { appealRoutes, signupRoutes, verificationRoutes } from './signup/routes.ts'

const domainRoutes: ServedEndpoint[] = [
  ...paymentRoutes,
  ...partnerAccountRoutes,
  ...operatorPartnerAccountRoutes,
  ...voucherRoutes,
  ...earningsRoutes,
  ...cardRoutes,
  ...statementRoutes,
  ...taxRoutes,
  ...sellerIdentityRoutes,
  ...platformReportRoutes,
  ...operatorMoneyRoutes,
  ...operatorBankRoutes,
  ...operatorVoucherRoutes,
  ...accountRoutes,
  ...placeRoutes,
  ...providerRoutes,
  ...providerProfileRoutes,
  ...providerHoursRoutes,
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
  ...reviewExportRoutes,
  ...profileImportRoutes,
  ...partyReviewRoutes,
  ...beforeAfterRoutes,
  ...reviewRoutes,
  ...privacyRoutes,
  ...operatorRoutes,
  ...reportRoutes,
]

export const routes: ServedEndpoint[] = [...domainRoutes, ...operatorListRoutes(domainRoutes)]

export const createStreamRoutes = (rig: Rig): Hono =>
  new Hono()
    .route('/', createPictureRoutes(rig))
    .route('/', createMapRoute(rig))
    .route('/', createLiveRoute(rig))
    .route('/', createLiveStreamRoute(rig))
    .route('/', createIdentityRoute(rig))
    .route('/', createDocumentFilesRoute(rig))
    .route('/', createAppealFilesRoute(rig))
    .route('/', createIcsRoutes(rig))
    .route('/', createEventsRoute(rig))
    .route('/', createMailEventsRoute(rig))
    .route('/', createEmbedRoute(rig))
    .route('/', stopMailRoute(rig))
    .route('/', createBrowserReportsRoute(rig))
    .route('/', createWellKnownRoutes(rig))
    .route('/', reviewKeysRoute(rig))
