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
import { guests } from '#contract/bookings/guests/guests.ts'
import { openings } from '#contract/search/demand/openings.ts'
import { openQuotes } from '#contract/offers/open-quotes.ts'
import { ownClients } from '#contract/bookings/own-clients.ts'
import { ownImport } from '#contract/bookings/own-import.ts'
import { operatorPartnerBookings, partnerBookings } from '#contract/bookings/partners/partner-bookings.ts'
import { ownBookings } from '#contract/bookings/own-bookings.ts'
import { ownHours } from '#contract/providers/hours.ts'
import { ownProfile } from '#contract/providers/own-profile.ts'
import { ownColleagues } from '#contract/providers/colleagues.ts'
import { addOns } from '#contract/search/add-ons.ts'
import { bannedWords } from '#contract/providers/banned-words.ts'
import { ownAddOns } from '#contract/providers/add-ons.ts'
import { ownPackages } from '#contract/providers/packages.ts'
import { ownPatchTests } from '#contract/providers/patch-tests.ts'
import { ownTrials } from '#contract/providers/trials.ts'
import { ownWords } from '#contract/providers/own-words.ts'
import { operatorWords } from '#contract/providers/operator-words.ts'
import { demand } from '#contract/search/demand/demand.ts'
import { live } from '#contract/messaging/live.ts'
import { messages } from '#contract/messaging/messages.ts'
import { notices } from '#contract/notifications/notices.ts'
import { operatorAccess } from '#contract/operator/access.ts'
import { operatorApprovals } from '#contract/operator/approvals.ts'
import { operatorBank } from '#contract/operator/bank.ts'
import { operatorBusiness } from '#contract/operator/business.ts'
import { operatorBookings } from '#contract/operator/bookings.ts'
import { operatorSwitches } from '#contract/operator/switches.ts'
import { operatorSystem } from '#contract/operator/system.ts'
import { operatorFees } from '#contract/operator/fees.ts'
import { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { operatorForms } from '#contract/catalog/forms/operator-forms.ts'
import { operatorMarket } from '#contract/operator/market.ts'
import { operatorMoney } from '#contract/operator/money.ts'
import { operatorVouchers } from '#contract/operator/vouchers.ts'
import { operatorPromos } from '#contract/operator/promos.ts'
import { operatorPages } from '#contract/operator/pages.ts'
import { operatorPeople } from '#contract/operator/people.ts'
import { operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { ownChecks } from '#contract/providers/checks/own-checks.ts'
import { operatorAppeals, ownAppeals } from '#contract/signup/appeals/appeals.ts'
import { operatorFind } from '#contract/operator/find.ts'
import { operatorMails } from '#contract/notifications/mail-words.ts'
import { operatorLists } from '#contract/operator/lists.ts'
import { operatorBulk } from '#contract/operator/bulk.ts'
import { operatorStory } from '#contract/operator/story.ts'
import { operatorReports } from '#contract/operator/reports.ts'
import { cards } from '#contract/payments/cards.ts'
import { earnings, payments } from '#contract/payments/payments.ts'
import { statements } from '#contract/payments/statements.ts'
import { tax } from '#contract/payments/tax.ts'
import { places } from '#contract/places/places.ts'
import { insights } from '#contract/bookings/insights/insights.ts'
import { providerBookings } from '#contract/bookings/provider-bookings.ts'
import { providerPromos } from '#contract/bookings/provider-promos.ts'
import { providers } from '#contract/providers/providers.ts'
import { quotes } from '#contract/search/quotes.ts'
import { teamTalk } from '#contract/bookings/team-up/team-talk.ts'
import { teamBookings } from '#contract/bookings/team-up/teams.ts'
import { teamRequests } from '#contract/offers/team-requests.ts'
import { teams } from '#contract/search/team-up.ts'
import { looks } from '#contract/search/looks.ts'
import { waiting } from '#contract/search/waiting.ts'
import { requests } from '#contract/offers/requests.ts'
import { beforeAfter, ownBeforeAfter } from '#contract/reviews/before-after.ts'
import { partyReviews } from '#contract/reviews/party-reviews.ts'
import { takenReviews } from '#contract/reviews/taken.ts'
import { outsideReviews } from '#contract/reviews/outside.ts'
import { reviews } from '#contract/reviews/reviews.ts'
import { search } from '#contract/search/search.ts'
import { showcase } from '#contract/content/showcase.ts'
import { signup } from '#contract/signup/signup.ts'
import { socialPhotos } from '#contract/providers/social-photos.ts'
import { texts } from '#contract/content/texts.ts'
import { uploads } from '#contract/pictures/uploads.ts'
import { operatorPartnerWebhooks } from '#contract/notifications/partner-webhooks.ts'
import { webhooks } from '#contract/notifications/webhooks.ts'
import { vouchers } from '#contract/payments/vouchers.ts'
import { verification } from '#contract/signup/verification.ts'

/** Every call of the API by domain: what the server serves, the client calls and the OpenAPI document lists. */
export const contract = {
  operatorBookings,
  payments,
  vouchers,
  earnings,
  statements,
  tax,
  cards,
  operatorBusiness,
  operatorSystem,
  operatorAccess,
  operatorApprovals,
  operatorSwitches,
  operatorFees,
  operatorForms,
  operatorCatalogue,
  operatorMarket,
  operatorMoney,
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
  partnerBookings,
  notices,
  webhooks,
  live,
  messages,
  reviews,
  outsideReviews,
  takenReviews,
  partyReviews,
  beforeAfter,
  ownBeforeAfter,
  uploads,
  accounts,
  account,
  factors,
  apiKeys,
  places,
  ownProfile,
  ownHours,
  ownWords,
  ownPackages,
  ownPatchTests,
  ownTrials,
  ownColleagues,
  ownAddOns,
  bannedWords,
  addOns,
  albums,
  bookedOut,
  providers,
  checks,
  ownChecks,
  operatorChecks,
  operatorWords,
  socialPhotos,
  signup,
  verification,
  ownAppeals,
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
  bookings,
  ownBookings,
  ownClients,
  guests,
  ownImport,
  providerBookings,
  providerPromos,
  insights,
}
