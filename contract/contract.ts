import { account } from '#contract/accounts/account.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { apiKeys } from '#contract/accounts/api-keys.ts'
import { operatorPartners } from '#contract/accounts/partners.ts'
import { factors } from '#contract/accounts/factors.ts'
import { albums } from '#contract/providers/albums.ts'
import { appearance } from '#contract/search/demand/appearance.ts'
import { bookedOut } from '#contract/providers/booked-out.ts'
import { bookings } from '#contract/bookings/bookings.ts'
import { calendar } from '#contract/search/demand/calendar.ts'
import { comingSoon } from '#contract/content/coming-soon.ts'
import { checks } from '#contract/providers/checks/checks.ts'
import { content } from '#contract/content/content.ts'
import { directory } from '#contract/content/directory.ts'
import { mailedBookings } from '#contract/bookings/mailed-bookings.ts'
import { guests } from '#contract/party/guests.ts'
import { openings } from '#contract/search/demand/openings.ts'
import { openQuotes } from '#contract/offers/open-quotes.ts'
import { privateClients } from '#contract/calendar/private-clients.ts'
import { clientData } from '#contract/calendar/client-data.ts'
import { clientImport } from '#contract/calendar/client-imports.ts'
import { partnerHolds } from '#contract/checkout/partner-holds.ts'
import { partnerSandbox } from '#contract/checkout/partner-sandbox.ts'
import { operatorPartnerBookings, partnerBookings } from '#contract/bookings/partner-bookings.ts'
import { customerSearches } from '#contract/bookings/customer-dashboard.ts'
import { providerHours } from '#contract/providers/hours.ts'
import { providerProfile } from '#contract/providers/provider-profile.ts'
import { providerColleagues } from '#contract/providers/colleagues.ts'
import { addOns } from '#contract/search/add-ons.ts'
import { bannedWords } from '#contract/providers/banned-words.ts'
import { providerAddOns } from '#contract/providers/add-ons.ts'
import { providerPackages } from '#contract/providers/packages.ts'
import { providerPatchTests } from '#contract/providers/patch-tests.ts'
import { providerTrials } from '#contract/providers/trials.ts'
import { serviceTexts } from '#contract/providers/service-texts.ts'
import { operatorServiceTexts } from '#contract/providers/operator-service-texts.ts'
import { demand } from '#contract/search/demand/demand.ts'
import { live } from '#contract/messaging/live.ts'
import { messages } from '#contract/messaging/messages.ts'
import { notices } from '#contract/notifications/notices.ts'
import { operatorAccess } from '#contract/operator/access.ts'
import { operatorApprovals } from '#contract/operator/approvals.ts'
import { operatorDataRequests } from '#contract/operator/data-requests.ts'
import { operatorBank } from '#contract/operator/bank.ts'
import { operatorBusiness } from '#contract/operator/business.ts'
import { operatorBookings } from '#contract/operator/bookings.ts'
import { operatorKeys } from '#contract/operator/keys.ts'
import { operatorSwitches } from '#contract/operator/switches.ts'
import { operatorSystem } from '#contract/operator/system.ts'
import { operatorFees } from '#contract/operator/fees.ts'
import { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { operatorForms } from '#contract/catalog/forms/operator-forms.ts'
import { operatorMarket } from '#contract/operator/market.ts'
import { operatorMoney } from '#contract/operator/money.ts'
import { platformReport } from '#contract/operator/platform-report.ts'
import { operatorVouchers } from '#contract/operator/vouchers.ts'
import { operatorPromos } from '#contract/operator/promos.ts'
import { operatorPages } from '#contract/operator/pages.ts'
import { operatorPeople } from '#contract/operator/people.ts'
import { operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { providerChecks } from '#contract/providers/checks/provider-checks.ts'
import { operatorAppeals, providerAppeals } from '#contract/signup/appeals/appeals.ts'
import { operatorFind } from '#contract/operator/find.ts'
import { operatorMails } from '#contract/notifications/mail-templates.ts'
import { operatorLists } from '#contract/operator/lists.ts'
import { operatorBulk } from '#contract/operator/bulk.ts'
import { operatorStory } from '#contract/operator/story.ts'
import { operatorReports } from '#contract/operator/reports.ts'
import { cards } from '#contract/payments/cards.ts'
import { operatorPartnerAccounts, partnerAccounts } from '#contract/payments/partner-accounts.ts'
import { earnings, payments } from '#contract/payments/payments.ts'
import { statements } from '#contract/payments/statements.ts'
import { sellerIdentity } from '#contract/payments/seller-identity.ts'
import { tax } from '#contract/payments/tax.ts'
import { places } from '#contract/places/places.ts'
import { insights } from '#contract/calendar/insights.ts'
import { providerBookings } from '#contract/bookings/provider-bookings.ts'
import { providerPromos } from '#contract/billing/promo-codes.ts'
import { providers } from '#contract/providers/providers.ts'
import { quotes } from '#contract/search/quotes.ts'
import { teamTalk } from '#contract/party/team-talk.ts'
import { teamBookings } from '#contract/checkout/team-holds.ts'
import { teamRequests } from '#contract/offers/team-requests.ts'
import { teams } from '#contract/search/team-up.ts'
import { looks } from '#contract/search/looks.ts'
import { waiting } from '#contract/search/waiting.ts'
import { requests } from '#contract/offers/requests.ts'
import { beforeAfter, providerBeforeAfter } from '#contract/reviews/before-after.ts'
import { partyReviews } from '#contract/reviews/party-reviews.ts'
import { profileImport } from '#contract/reviews/profile-import.ts'
import { reviewExport } from '#contract/reviews/review-export.ts'
import { outsideReviews } from '#contract/reviews/outside.ts'
import { reviews } from '#contract/reviews/reviews.ts'
import { search } from '#contract/search/search.ts'
import { showcase } from '#contract/content/showcase.ts'
import { signup } from '#contract/signup/signup.ts'
import { socialPhotos } from '#contract/providers/social-photos.ts'
import { personalData } from '#contract/privacy/personal-data.ts'
import { texts } from '#contract/content/texts.ts'
import { uploads } from '#contract/pictures/uploads.ts'
import { operatorPartnerWebhooks } from '#contract/notifications/partner-webhooks.ts'
import { webhooks } from '#contract/notifications/webhooks.ts'
import { vouchers } from '#contract/payments/vouchers.ts'
import { verification } from '#contract/signup/verification.ts'

/**
 * All endpoints by domain. The server's routes, the client's calls and the OpenAPI document are derived from this
 * object.
 */
export const contract = {
  operatorBookings,
  payments,
  vouchers,
  earnings,
  statements,
  tax,
  sellerIdentity,
  cards,
  operatorBusiness,
  operatorSystem,
  operatorAccess,
  operatorApprovals,
  operatorDataRequests,
  operatorKeys,
  operatorSwitches,
  operatorFees,
  operatorForms,
  operatorCatalogue,
  operatorMarket,
  operatorMoney,
  platformReport,
  operatorBank,
  operatorVouchers,
  operatorPromos,
  operatorPages,
  operatorPeople,
  operatorFind,
  operatorReports,
  operatorStory,
  operatorLists,
  operatorMails,
  operatorBulk,
  operatorPartners,
  operatorPartnerWebhooks,
  operatorPartnerBookings,
  operatorPartnerAccounts,
  partnerAccounts,
  partnerBookings,
  partnerHolds,
  partnerSandbox,
  notices,
  webhooks,
  live,
  messages,
  reviews,
  outsideReviews,
  reviewExport,
  profileImport,
  partyReviews,
  beforeAfter,
  providerBeforeAfter,
  uploads,
  accounts,
  account,
  factors,
  apiKeys,
  places,
  providerProfile,
  providerHours,
  serviceTexts,
  providerPackages,
  providerPatchTests,
  providerTrials,
  providerColleagues,
  providerAddOns,
  bannedWords,
  addOns,
  albums,
  bookedOut,
  providers,
  checks,
  providerChecks,
  operatorChecks,
  operatorServiceTexts,
  socialPhotos,
  signup,
  verification,
  providerAppeals,
  operatorAppeals,
  demand,
  search,
  appearance,
  calendar,
  quotes,
  teams,
  teamBookings,
  teamRequests,
  teamTalk,
  looks,
  waiting,
  requests,
  openQuotes,
  openings,
  comingSoon,
  showcase,
  content,
  directory,
  texts,
  personalData,
  bookings,
  customerDashboard: customerSearches,
  mailedBookings,
  privateClients,
  guests,
  clientData,
  clientImport,
  providerBookings,
  providerPromos,
  insights,
}
