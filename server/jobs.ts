import { notifyPlaceOpened } from '#server/content/coming-soon.ts'
import { runClientImports } from '#server/calendar/run-imports.ts'
import { completeAppointments } from '#server/bookings/completion.ts'
import { runBackupIfDue } from '#server/backup/back-up-when-due.ts'
import { bookPromos } from '#server/billing/promo-codes.ts'
import { releaseExpiredPromoUses } from '#server/checkout/hold-promos.ts'
import { releaseExpiredCredits } from '#server/checkout/hold-credits.ts'
import { refreshFeeds } from '#server/calendar/refresh-feeds.ts'
import { comparePages } from '#server/content/page-content.ts'
import { storeMarketFigures } from '#server/content/market-figures.ts'
import { storeSitemap } from '#server/content/sitemap.ts'
import {
  rebuildHomes,
  refreshHomes,
  refreshOccasions,
  refreshPlaces,
  refreshTrade,
} from '#server/content/refresh-places.ts'
import { holdFreedTime } from '#server/checkout/freed-holds.ts'
import { processBookingJobs } from '#server/checkout/finish-booking.ts'
import { expireHolds } from '#server/checkout/release-holds.ts'
import { endMoves } from '#server/bookings/moves.ts'
import { chargeAgreedBalances } from '#server/billing/agreed-balance.ts'
import { chargeLaterDeposits, deleteUnneededCards } from '#server/billing/later-deposit.ts'
import { cancelUnpaidDeposits } from '#server/bookings/cancellation.ts'
import { notifyUnreadTeamMessages } from '#server/party/team-talk.ts'
import { processTeamHolds } from '#server/checkout/team-holds.ts'
import { processSharedBills } from '#server/checkout/confirm-shares.ts'
import { endRescues } from '#server/bookings/rescue.ts'
import { endFeaturesOfPast } from '#server/providers/standing.ts'
import { applyWaitingChanges } from '#server/operator/approvals.ts'
import { deleteExpired } from '#server/operator/settings.ts'
import { notifyOutboxFailing, notifyTextBudgetSpent } from '#server/operator/outbox.ts'
import { deleteUnusedUploads } from '#server/pictures/save-picture.ts'
import { purgeExpiredAccountData, deleteUnusedAccounts } from '#server/accounts/deletion.ts'
import { endRequests } from '#server/offers/end-requests.ts'
import { countQuestions } from '#server/offers/signals.ts'
import { paymentJobs } from './payments/jobs.ts'
import { refreshChangedDemand, refreshOldDemand } from '#server/search/demand.ts'
import { processReservedTime } from '#server/search/index.ts'
import { notifyWaitingList } from '#server/search/alerts.ts'
import { storeMostBooked } from '#server/search/searches.ts'
import { joinBusyChanges } from '#server/search/search.queries.ts'
import { sendReminders } from '#server/appointments/reminders.ts'
import { deleteExpiredSharedLocations } from '#server/party/shared-locations.ts'
import { remindForms } from '#server/preparation/forms.ts'
import { processLinked } from '#server/preparation/process-linked.ts'
import { inviteReviews } from '#server/reviews/review-links.ts'
import { notifyUnreadMessages } from '#server/messaging/messages.ts'
import { deleteExpiredShortLinks } from '#server/notifications/short-links.ts'
import { deleteOldLiveEvents } from '#server/platform/live/announce.ts'
import { createLogPartitions } from '#server/platform/log-partitions.ts'
import type { Job } from './platform/jobs.ts'
import { deleteOldCalls } from '#server/platform/http/limits.ts'
import { purgeDocuments, remindDocuments } from '#server/providers/documents.ts'
import { purgeAppeals } from '#server/signup/appeals.ts'
import { purgeIdentity } from '#server/signup/identity.ts'

export const jobs: readonly Job[] = [
  { name: 'back-up', cron: '*/10 * * * *', run: runBackupIfDue },
  { name: 'forget-past-links', cron: '25 * * * *', run: purgeExpiredAccountData },
  { name: 'forget-old-calls', cron: '*/20 * * * *', run: (ctx) => deleteOldCalls(ctx.db, ctx.now) },
  {
    name: 'forget-happenings',
    cron: '33 * * * *',
    run: async (ctx) => {
      await deleteOldLiveEvents(ctx)
      await joinBusyChanges(ctx.db)
    },
  },
  { name: 'partition-logs', cron: '3 * * * *', run: createLogPartitions },
  {
    name: 'forget-short-links',
    cron: '43 2 * * *',
    run: async (ctx) => {
      await deleteExpiredShortLinks(ctx)
    },
  },
  { name: 'count-questions', cron: '*/10 * * * *', run: countQuestions },
  { name: 'invite-reviews', cron: '*/5 * * * *', run: inviteReviews },
  { name: 'send-reminders', cron: '*/5 * * * *', run: sendReminders },
  { name: 'forget-ways', cron: '*/5 * * * *', run: deleteExpiredSharedLocations },
  { name: 'remind-forms', cron: '*/10 * * * *', run: remindForms },
  { name: 'linked-appointments', cron: '*/10 * * * *', run: processLinked },
  { name: 'tell-unread', cron: '* * * * *', run: notifyUnreadMessages },
  { name: 'sweep-uploads', cron: '17 * * * *', run: deleteUnusedUploads },
  { name: 'refresh-demand', cron: '*/10 * * * *', run: refreshChangedDemand },
  { name: 'refresh-old-demand', cron: '13 2 * * *', run: refreshOldDemand },
  { name: 'store-most-booked', cron: '37 * * * *', run: storeMostBooked },
  { name: 'store-market-figures', cron: '38 * * * *', run: storeMarketFigures },
  { name: 'waiting-lists', cron: '* * * * *', run: (ctx) => processReservedTime(ctx, holdFreedTime) },
  { name: 'tell-freed', cron: '*/5 * * * *', run: (ctx) => notifyWaitingList(ctx, holdFreedTime) },
  { name: 'tell-opened', cron: '*/10 * * * *', run: notifyPlaceOpened },
  { name: 'end-requests', cron: '* * * * *', run: endRequests },
  { name: 'client-imports', cron: '* * * * *', run: runClientImports },
  { name: 'work-booked', cron: '* * * * *', run: processBookingJobs },
  { name: 'return-credits', cron: '* * * * *', run: releaseExpiredCredits },
  { name: 'return-promos', cron: '* * * * *', run: releaseExpiredPromoUses },
  { name: 'book-promos', cron: '*/10 * * * *', run: bookPromos },
  { name: 'lapse-holds', cron: '* * * * *', run: expireHolds },
  { name: 'end-moves', cron: '*/5 * * * *', run: endMoves },
  { name: 'work-teams', cron: '* * * * *', run: processTeamHolds },
  { name: 'tell-team-talk', cron: '* * * * *', run: notifyUnreadTeamMessages },
  { name: 'shared-bills', cron: '* * * * *', run: processSharedBills },
  { name: 'take-balances', cron: '*/10 * * * *', run: chargeAgreedBalances },
  { name: 'charge-later-deposits', cron: '5-59/10 * * * *', run: chargeLaterDeposits },
  { name: 'cancel-unpaid-deposits', cron: '9-59/10 * * * *', run: cancelUnpaidDeposits },
  { name: 'delete-unneeded-cards', cron: '51 * * * *', run: deleteUnneededCards },
  { name: 'end-rescues', cron: '*/5 * * * *', run: endRescues },
  { name: 'complete-appointments', cron: '*/10 * * * *', run: completeAppointments },
  { name: 'refresh-feeds', cron: '*/5 * * * *', run: (ctx) => refreshFeeds(ctx) },
  { name: 'refresh-places', cron: '* * * * *', run: refreshPlaces },
  { name: 'refresh-homes', cron: '19 * * * *', run: refreshHomes },
  { name: 'rebuild-homes', cron: '39 3 * * *', run: rebuildHomes },
  { name: 'refresh-occasions', cron: '49 2 * * *', run: refreshOccasions },
  { name: 'compare-pages', cron: '57 * * * *', run: comparePages },
  { name: 'store-sitemap', cron: '27 * * * *', run: (ctx) => storeSitemap(ctx) },
  { name: 'refresh-trade', cron: '9 * * * *', run: refreshTrade },
  { name: 'purge-identity', cron: '41 * * * *', run: purgeIdentity },
  { name: 'remind-documents', cron: '14 * * * *', run: remindDocuments },
  {
    name: 'purge-documents',
    cron: '47 * * * *',
    run: async (ctx) => {
      await purgeAppeals(ctx)
      await purgeDocuments(ctx)
    },
  },
  {
    name: 'end-features',
    cron: '7 0 * * *',
    run: async (ctx) => {
      await endFeaturesOfPast(ctx)
    },
  },
  { name: 'apply-waiting-changes', cron: '*/5 * * * *', run: applyWaitingChanges },
  { name: 'tell-failing', cron: '5 * * * *', run: notifyOutboxFailing },
  { name: 'tell-texts-spent', cron: '*/10 * * * *', run: notifyTextBudgetSpent },
  ...paymentJobs,
  { name: 'forget-unused', cron: '21 4 * * *', run: deleteUnusedAccounts },
  { name: 'keep-no-longer', cron: '51 3 * * *', run: deleteExpired },
]
