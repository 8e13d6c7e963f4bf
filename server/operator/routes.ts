import { operatorBulk } from '#contract/operator/bulk.ts'
import { operatorAccess } from '#contract/operator/access.ts'
import { operatorApprovals } from '#contract/operator/approvals.ts'
import { operatorSwitches } from '#contract/operator/switches.ts'
import { operatorBusiness } from '#contract/operator/business.ts'
import { operatorBookings } from '#contract/operator/bookings.ts'
import { operatorSystem } from '#contract/operator/system.ts'
import { operatorFees } from '#contract/operator/fees.ts'
import { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { operatorForms } from '#contract/catalog/forms/operator-forms.ts'
import { operatorMarket } from '#contract/operator/market.ts'
import { operatorFind } from '#contract/operator/find.ts'
import { operatorPeople } from '#contract/operator/people.ts'
import { operatorStory } from '#contract/operator/story.ts'
import { operatorReports } from '#contract/operator/reports.ts'
import { listAccess } from '#server/operator/access/list-access.ts'
import { listAlarms } from '#server/operator/access/list-alarms.ts'
import { seeOperatorAlarm } from '#server/operator/access/see-operator-alarm.ts'
import { decideApproval } from '#server/operator/approvals/decide-approval.ts'
import { listApprovals } from '#server/operator/approvals/list-approvals.ts'
import { endEverybodysSessions } from '#server/operator/switches/end-everybodys-sessions.ts'
import { showSwitches } from '#server/operator/switches/show-switches.ts'
import { turnSwitch } from '#server/operator/switches/turn-switch.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listAudit } from '#server/operator/system/list-audit.ts'
import { cancelOperatorBooking } from '#server/operator/bookings/cancel-operator-booking.ts'
import { listOperatorBookings } from '#server/operator/bookings/list-operator-bookings.ts'
import { listOtherArtists } from '#server/operator/booking-acts/list-other-artists.ts'
import { previewArtistSwap } from '#server/operator/booking-acts/preview-artist-swap.ts'
import { swapArtist } from '#server/operator/booking-acts/swap-artist.ts'
import { changeBooking } from '#server/operator/booking-acts/change-booking.ts'
import { moveBooking } from '#server/operator/booking-acts/move-booking.ts'
import { previewBookingChange } from '#server/operator/booking-acts/preview-booking-change.ts'
import { previewBookingMove } from '#server/operator/booking-acts/preview-booking-move.ts'
import { showBookingTimes } from '#server/operator/booking-acts/show-booking-times.ts'
import { giveGoodwill } from '#server/operator/booking-acts/give-goodwill.ts'
import { previewGoodwill } from '#server/operator/booking-acts/preview-goodwill.ts'
import { messageBooking } from '#server/operator/bookings/message-booking.ts'
import { previewMessage } from '#server/operator/bookings/preview-message.ts'
import { listDisputes } from '#server/operator/bookings/list-disputes.ts'
import { resendBookingMail } from '#server/operator/bookings/resend-booking-mail.ts'
import { showBookingMails } from '#server/operator/bookings/show-booking-mails.ts'
import { setSpeeds } from '#server/operator/bookings/set-speeds.ts'
import { settleDispute } from '#server/operator/bookings/settle-dispute.ts'
import { showOperatorBooking } from '#server/operator/bookings/show-operator-booking.ts'
import { showDispute } from '#server/operator/bookings/show-dispute.ts'
import { showSpeeds } from '#server/operator/bookings/show-speeds.ts'
import { addCatalogueService } from '#server/operator/market/add-catalogue-service.ts'
import { changeCatalogueService } from '#server/operator/market/change-catalogue-service.ts'
import { addCatalogueCategory } from '#server/operator/market/add-catalogue-category.ts'
import { addCatalogueStore } from '#server/operator/market/add-catalogue-store.ts'
import { addCatalogueType } from '#server/operator/market/add-catalogue-type.ts'
import { listForms } from '#server/operator/forms/list-forms.ts'
import { makeOperatorForm } from '#server/operator/forms/make-operator-form.ts'
import { publishForm } from '#server/operator/forms/publish-form.ts'
import { setServiceTest } from '#server/operator/forms/set-service-test.ts'
import { retireOperatorForm } from '#server/operator/forms/retire-operator-form.ts'
import { openArea } from '#server/operator/market/open-area.ts'
import { renameCataloguePart } from '#server/operator/market/rename-catalogue-part.ts'
import { shutArea } from '#server/operator/market/shut-area.ts'
import { showParts } from '#server/operator/market/show-parts.ts'
import { changeCategoryFee } from '#server/operator/market/change-category-fee.ts'
import { setTaxNumber } from '#server/operator/market/set-tax-number.ts'
import { changeMarketMarks } from '#server/operator/market/change-market-marks.ts'
import { previewFee } from '#server/operator/market/preview-fee.ts'
import { showCatalogue } from '#server/operator/market/show-catalogue.ts'
import { addOperatorFee } from '#server/operator/fees/add-operator-fee.ts'
import { endOperatorFee } from '#server/operator/fees/end-operator-fee.ts'
import { exportFeeRules } from '#server/operator/fees/export-fee-rules.ts'
import { listFeeRules } from '#server/operator/fees/list-fee-rules.ts'
import { previewFeeRule } from '#server/operator/fees/preview-fee-rule.ts'
import { removeOperatorFee } from '#server/operator/fees/remove-operator-fee.ts'
import { listJobs } from '#server/operator/system/list-jobs.ts'
import { runJob } from '#server/operator/system/run-job.ts'
import { listOutbox } from '#server/operator/system/list-outbox.ts'
import { letMailThrough } from '#server/operator/system/let-mail-through.ts'
import { resendNotice } from '#server/operator/system/resend-notice.ts'
import { showNotice } from '#server/operator/system/show-notice.ts'
import { showBusinessMoney } from '#server/operator/business/show-business-money.ts'
import { showCohorts } from '#server/operator/business/show-cohorts.ts'
import { showFirstQuotes } from '#server/operator/business/show-first-quotes.ts'
import { showFunnel } from '#server/operator/business/show-funnel.ts'
import { showSquares } from '#server/operator/business/show-squares.ts'
import { addNote } from '#server/operator/story/add-note.ts'
import { addBookingNote } from '#server/operator/story/add-booking-note.ts'
import { showBookingNotes } from '#server/operator/story/show-booking-notes.ts'
import { openTalk } from '#server/operator/story/open-talk.ts'
import { openTeamTalk } from '#server/operator/story/open-team-talk.ts'
import { removeNote } from '#server/operator/story/remove-note.ts'
import { setTags } from '#server/operator/story/set-tags.ts'
import { showMarks } from '#server/operator/story/show-marks.ts'
import { showStory } from '#server/operator/story/show-story.ts'
import { listBulk } from '#server/operator/bulk/list-bulk.ts'
import { previewBulk } from '#server/operator/bulk/preview-bulk.ts'
import { runBulk } from '#server/operator/bulk/run-bulk.ts'
import { undoBulk } from '#server/operator/bulk/undo-bulk.ts'
import { findAnything } from './find-anything.ts'
import { showOverview } from './show-overview.ts'
import { pageRoutes } from '#server/operator/pages/pages.ts'
import { listPeople } from '#server/operator/people/list-people.ts'
import { restorePerson } from '#server/operator/people/restore-person.ts'
import { setPersonRoles } from '#server/operator/people/set-person-roles.ts'
import { setPersonHold } from '#server/operator/people/set-person-hold.ts'
import { showPerson } from '#server/operator/people/show-person.ts'
import { suspendPerson } from '#server/operator/people/suspend-person.ts'
import { endPersonSessions } from '#server/operator/people/end-person-sessions.ts'
import { offerActing } from '#server/operator/people/offer-acting.ts'
import { featureProfile } from '#server/operator/people/feature-profile.ts'
import { listProviders } from '#server/operator/people/list-providers.ts'
import { restoreProfile } from '#server/operator/people/restore-profile.ts'
import { showProvider } from '#server/operator/people/show-provider.ts'
import { suspendProfile } from '#server/operator/people/suspend-profile.ts'
import { listReports } from '#server/operator/reports/list-reports.ts'
import { settleReported } from '#server/operator/reports/settle-reported.ts'
import { showReport } from '#server/operator/reports/show-report.ts'
import { listOperatorReviews } from '#server/operator/market/list-operator-reviews.ts'
import { removeReview } from '#server/operator/market/remove-review.ts'
import { restoreReview } from '#server/operator/market/restore-review.ts'
import { changeSettings } from '#server/operator/system/change-settings.ts'
import { showSettings } from '#server/operator/system/show-settings.ts'

export const operatorRoutes = [
  ...pageRoutes,
  ...serve(operatorBookings, {
    previewGoodwill,
    goodwill: giveGoodwill,
    times: showBookingTimes,
    previewMove: previewBookingMove,
    move: moveBooking,
    previewChange: previewBookingChange,
    change: changeBooking,
    others: listOtherArtists,
    previewSwap: previewArtistSwap,
    swap: swapArtist,
    list: listOperatorBookings,
    read: showOperatorBooking,
    cancel: cancelOperatorBooking,
    previewMessage,
    message: messageBooking,
    mails: showBookingMails,
    resend: resendBookingMail,
    disputes: listDisputes,
    dispute: showDispute,
    settle: settleDispute,
    speeds: showSpeeds,
    setSpeeds,
  }),
  ...serve(operatorBusiness, {
    funnel: showFunnel,
    money: showBusinessMoney,
    firstQuotes: showFirstQuotes,
    squares: showSquares,
    cohorts: showCohorts,
  }),
  ...serve(operatorPeople, {
    people: listPeople,
    person: showPerson,
    suspend: suspendPerson,
    restore: restorePerson,
    setRoles: setPersonRoles,
    setHold: setPersonHold,
    endSessions: endPersonSessions,
    loginAs: offerActing,
    providers: listProviders,
    provider: showProvider,
    suspendProvider: suspendProfile,
    restoreProvider: restoreProfile,
    feature: featureProfile,
  }),
  ...serve(operatorStory, {
    story: showStory,
    marks: showMarks,
    bookingNotes: showBookingNotes,
    addBookingNote,
    addNote,
    removeNote,
    setTags,
    openTalk,
    openTeamTalk,
  }),
  ...serve(operatorFees, {
    list: listFeeRules,
    export: exportFeeRules,
    preview: previewFeeRule,
    add: addOperatorFee,
    end: endOperatorFee,
    remove: removeOperatorFee,
  }),
  ...serve(operatorForms, {
    list: listForms,
    make: makeOperatorForm,
    setTest: setServiceTest,
    publish: publishForm,
    retire: retireOperatorForm,
  }),
  ...serve(operatorCatalogue, {
    parts: showParts,
    addStore: addCatalogueStore,
    addCategory: addCatalogueCategory,
    addType: addCatalogueType,
    rename: renameCataloguePart,
    addArea: openArea,
    closeArea: shutArea,
  }),
  ...serve(operatorMarket, {
    catalogue: showCatalogue,
    feePreview: previewFee,
    changeFee: changeCategoryFee,
    changeService: changeCatalogueService,
    addService: addCatalogueService,
    changeMarket: changeMarketMarks,
    setTaxNumber,
    reviews: listOperatorReviews,
    removeReview,
    restoreReview,
  }),
  ...serve(operatorAccess, { list: listAccess, alarms: listAlarms, seeAlarm: seeOperatorAlarm }),
  ...serve(operatorBulk, { preview: previewBulk, run: runBulk, undo: undoBulk, last: listBulk }),
  ...serve(operatorFind, { find: findAnything }),
  ...serve(operatorApprovals, { list: listApprovals, decide: decideApproval }),
  ...serve(operatorSwitches, { list: showSwitches, turn: turnSwitch, endAllSessions: endEverybodysSessions }),
  ...serve(operatorSystem, {
    overview: showOverview,
    outbox: listOutbox,
    notice: showNotice,
    resend: resendNotice,
    letThrough: letMailThrough,
    jobs: listJobs,
    runJob,
    settings: showSettings,
    changeSettings,
    audit: listAudit,
  }),
]

export const reportRoutes = serve(operatorReports, { list: listReports, show: showReport, settle: settleReported })
