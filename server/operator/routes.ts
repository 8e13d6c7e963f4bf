import { operatorAccess } from '#contract/operator/access.ts'
import { operatorApprovals } from '#contract/operator/approvals.ts'
import { operatorSwitches } from '#contract/operator/switches.ts'
import { operatorBookings } from '#contract/operator/bookings.ts'
import { operatorSystem } from '#contract/operator/system.ts'
import { operatorMarket } from '#contract/operator/market.ts'
import { operatorFind } from '#contract/operator/find.ts'
import { operatorPeople } from '#contract/operator/people.ts'
import { operatorReports } from '#contract/operator/reports.ts'
import { exportAccess } from '#server/operator/access/export-access.ts'
import { listAccess } from '#server/operator/access/list-access.ts'
import { listAlarms } from '#server/operator/access/list-alarms.ts'
import { seeOperatorAlarm } from '#server/operator/access/see-operator-alarm.ts'
import { decideApproval } from '#server/operator/approvals/decide-approval.ts'
import { listApprovals } from '#server/operator/approvals/list-approvals.ts'
import { endEverybodysSessions } from '#server/operator/switches/end-everybodys-sessions.ts'
import { showSwitches } from '#server/operator/switches/show-switches.ts'
import { turnSwitch } from '#server/operator/switches/turn-switch.ts'
import { serve } from '#server/platform/http/serve.ts'
import { exportAudit } from '#server/operator/system/export-audit.ts'
import { listAudit } from '#server/operator/system/list-audit.ts'
import { cancelOperatorBooking } from '#server/operator/bookings/cancel-operator-booking.ts'
import { listOperatorBookings } from '#server/operator/bookings/list-operator-bookings.ts'
import { listDisputes } from '#server/operator/bookings/list-disputes.ts'
import { setSpeeds } from '#server/operator/bookings/set-speeds.ts'
import { settleDispute } from '#server/operator/bookings/settle-dispute.ts'
import { showOperatorBooking } from '#server/operator/bookings/show-operator-booking.ts'
import { showDispute } from '#server/operator/bookings/show-dispute.ts'
import { showSpeeds } from '#server/operator/bookings/show-speeds.ts'
import { addCatalogueService } from '#server/operator/market/add-catalogue-service.ts'
import { changeCatalogueService } from '#server/operator/market/change-catalogue-service.ts'
import { changeCategoryFee } from '#server/operator/market/change-category-fee.ts'
import { setTaxNumber } from '#server/operator/market/set-tax-number.ts'
import { changeMarketMarks } from '#server/operator/market/change-market-marks.ts'
import { previewFee } from '#server/operator/market/preview-fee.ts'
import { showCatalogue } from '#server/operator/market/show-catalogue.ts'
import { listJobs } from '#server/operator/system/list-jobs.ts'
import { runJob } from '#server/operator/system/run-job.ts'
import { listOutbox } from '#server/operator/system/list-outbox.ts'
import { resendNotice } from '#server/operator/system/resend-notice.ts'
import { showNotice } from '#server/operator/system/show-notice.ts'
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
    list: listOperatorBookings,
    read: showOperatorBooking,
    cancel: cancelOperatorBooking,
    disputes: listDisputes,
    dispute: showDispute,
    settle: settleDispute,
    speeds: showSpeeds,
    setSpeeds,
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
  ...serve(operatorAccess, { list: listAccess, export: exportAccess, alarms: listAlarms, seeAlarm: seeOperatorAlarm }),
  ...serve(operatorFind, { find: findAnything }),
  ...serve(operatorApprovals, { list: listApprovals, decide: decideApproval }),
  ...serve(operatorSwitches, { list: showSwitches, turn: turnSwitch, endAllSessions: endEverybodysSessions }),
  ...serve(operatorSystem, {
    overview: showOverview,
    outbox: listOutbox,
    notice: showNotice,
    resend: resendNotice,
    jobs: listJobs,
    runJob,
    settings: showSettings,
    changeSettings,
    audit: listAudit,
    exportAudit,
  }),
]

export const reportRoutes = serve(operatorReports, { list: listReports, show: showReport, settle: settleReported })
