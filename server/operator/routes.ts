import { operatorBookings } from '#contract/operator/bookings.ts'
import { operatorSystem } from '#contract/operator/system.ts'
import { operatorMarket } from '#contract/operator/market.ts'
import { operatorPeople } from '#contract/operator/people.ts'
import { operatorReports } from '#contract/operator/reports.ts'
import { serve } from '#server/platform/http/serve.ts'
import { exportAudit, listAudit } from '#server/operator/system/audit.ts'
import {
  cancelOperatorBooking,
  listOperatorBookings,
  listDisputes,
  setSpeeds,
  settleDispute,
  showOperatorBooking,
  showDispute,
  showSpeeds,
} from '#server/operator/bookings/bookings.ts'
import { addCatalogueService, changeCatalogueService } from '#server/operator/market/catalogue.ts'
import { changeCategoryFee } from '#server/operator/market/change-category-fee.ts'
import { changeMarketMarks } from '#server/operator/market/change-market-marks.ts'
import { previewFee } from '#server/operator/market/preview-fee.ts'
import { showCatalogue } from '#server/operator/market/show-catalogue.ts'
import { listJobs } from '#server/operator/system/list-jobs.ts'
import { runJob } from '#server/operator/system/run-job.ts'
import { listOutbox, resendNotice, showNotice } from '#server/operator/system/outbox.ts'
import { showOverview } from './show-overview.ts'
import { pageRoutes } from '#server/operator/pages/pages.ts'
import { listPeople, restorePerson, setPersonRoles, showPerson, suspendPerson } from '#server/operator/people/people.ts'
import { endPersonSessions } from '#server/operator/people/end-person-sessions.ts'
import { offerActing } from '#server/operator/people/offer-acting.ts'
import {
  featureProfile,
  listProviders,
  restoreProfile,
  showProvider,
  suspendProfile,
} from '#server/operator/people/providers.ts'
import { listReports, settleReported, showReport } from '#server/operator/reports/reports.ts'
import { listOperatorReviews, removeReview, restoreReview } from '#server/operator/market/reviews.ts'
import { changeSettings, showSettings } from '#server/operator/system/settings.ts'

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
    reviews: listOperatorReviews,
    removeReview,
    restoreReview,
  }),
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
