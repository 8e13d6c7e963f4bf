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
import { listAccess, listAlarms, seeOperatorAlarm } from './access.ts'
import { decideApproval, listApprovals } from './approvals.ts'
import { endEverybodysSessions, showSwitches, turnSwitch } from './switches.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import { changeSettings, listAudit, showSettings } from './settings.ts'
import { cancelOperatorBooking, listOperatorBookings, setSpeeds, showOperatorBooking, showSpeeds } from './bookings.ts'
import {
  changeBooking,
  giveGoodwill,
  listOtherArtists,
  moveBooking,
  previewArtistSwap,
  previewBookingChange,
  previewBookingMove,
  previewGoodwill,
  showBookingTimes,
  swapArtist,
} from './booking-changes.ts'
import { messageBooking, previewMessage, resendBookingMail, showBookingMails } from './booking-mails.ts'
import { listDisputes, settleDispute, showDispute } from './disputes.ts'
import {
  addCatalogueCategory,
  addCatalogueService,
  addCatalogueStore,
  addCatalogueType,
  changeCatalogueService,
  changeCategoryFee,
  previewFee,
  renameCataloguePart,
  showCatalogue,
  showParts,
} from './catalogue.ts'
import { listForms, makeOperatorForm, publishForm, retireOperatorForm, setServiceTest } from './forms.ts'
import { changeMarketMarks, openArea, setTaxNumber, shutArea } from './market.ts'
import { addOperatorFee, endOperatorFee, exportFeeRules, listFeeRules, removeOperatorFee } from './fees.ts'
import { previewFeeRule } from './fee-previews.ts'
import { listJobs, runJob } from './jobs.ts'
import { letMailThrough, listOutbox, resendNotice, showNotice } from './outbox.ts'
import { showBusinessMoney, showCohorts, showFirstQuotes, showFunnel, showSquares } from './business.ts'
import { addBookingNote, addNote, removeNote, setTags, showBookingNotes, showMarks } from './notes.ts'
import { openTalk, openTeamTalk, showStory } from './story.ts'
import { listBulk, previewBulk, runBulk, undoBulk } from './bulk.ts'
import { findAnything, showOverview } from './overview.ts'
import { pageRoutes } from './pages.ts'
import {
  endPersonSessions,
  listPeople,
  offerActing,
  restorePerson,
  setPersonHold,
  setPersonRoles,
  showPerson,
  suspendPerson,
} from './people.ts'
import { featureProfile, listProviders, restoreProfile, showProvider, suspendProfile } from './providers.ts'
import { listReports, settleReported, showReport } from './reports.ts'
import { listOperatorReviews, removeReview, restoreReview } from './reviews.ts'
import { operatorLists } from '#contract/operator/lists.ts'
import { dropFilter, keepFilter, listFile, listFilters } from './lists.ts'

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

/** What every list of the console can, whichever domain it is of. */
export const operatorListRoutes = (served: readonly Served[]): Served[] =>
  serve(operatorLists, { file: listFile(served), filters: listFilters, keepFilter, dropFilter })
