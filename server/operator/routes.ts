import { operatorBulk } from '#contract/operator/bulk.ts'
import { operatorAccess } from '#contract/operator/access.ts'
import { operatorApprovals } from '#contract/operator/approvals.ts'
import { operatorKeys } from '#contract/operator/keys.ts'
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
import { listAccess, listAlarms, acknowledgeOperatorAlarm } from './access.ts'
import { decideApproval, getStoppableChange, listApprovals, stopApproval, stopByLink } from './approvals.ts'
import { endEverybodysSessions, getSwitches, setOperatorSwitch } from './switches.ts'
import { createRoutes, type ServedEndpoint } from '#server/platform/http/serve.ts'
import { changeSettings, listAudit, getBusinessSettings } from './settings.ts'
import {
  cancelOperatorBooking,
  listOperatorBookings,
  setSpeeds,
  getOperatorBooking,
  getTravelSpeeds,
} from './bookings.ts'
import {
  cancelBookingForCustomer,
  changeBooking,
  markBookingNoShow,
  previewCancelForCustomer,
  previewNoShow,
  previewUndoCash,
  undoBookingCash,
  grantGoodwill,
  listOtherArtists,
  moveBooking,
  previewArtistSwap,
  previewBookingChange,
  previewBookingMove,
  previewGoodwill,
  listBookingTimes,
  swapArtist,
} from './booking-changes.ts'
import { sendBookingMessage, previewMessage, resendBookingMail, listBookingMails } from './booking-mails.ts'
import { listDisputes, settleOperatorDispute, getDispute } from './disputes.ts'
import {
  addCatalogueCategory,
  addCatalogueService,
  addCatalogueStore,
  addCatalogueType,
  changeCatalogueService,
  changeCategoryFee,
  previewFee,
  renameCataloguePart,
  getOperatorCatalogue,
  getCatalogueParts,
} from './catalogue.ts'
import { listForms, createOperatorForm, publishForm, retireOperatorForm, setServiceTest } from './forms.ts'
import { changeMarketMarks, openArea, setDepositHold, setTaxNumber, closeOperatorArea } from './market.ts'
import { addOperatorFee, endOperatorFee, exportFeeRules, listFeeRules, removeOperatorFee } from './fees.ts'
import { previewFeeRule } from './fee-previews.ts'
import { listJobs, runJob } from './jobs.ts'
import { listSiteKeys, rotateSiteKey } from './keys.ts'
import { unblockMail, listOutbox, resendNotice, getNotice } from './outbox.ts'
import { getBusinessMoney, getCohorts, getFirstQuotes, getFunnel, getSquares } from './business.ts'
import { addBookingNote, addNote, removeNote, setTags, listBookingNotes, getMarks } from './notes.ts'
import { openTalk, openTeamTalk, getStory } from './story.ts'
import { listBulk, previewBulk, runBulk, undoBulk } from './bulk.ts'
import { findAnything, getOverview } from './overview.ts'
import { pageRoutes } from './pages.ts'
import {
  endPersonSessions,
  listPeople,
  createLoginAsLink,
  restorePerson,
  setPersonHold,
  setPersonRoles,
  getPerson,
  suspendPerson,
  sendEmailCode,
  changePersonEmail,
  sendMobileCode,
  changePersonMobile,
  requestFactorReset,
} from './people.ts'
import { setProfileFeatured, listProviders, restoreProfile, getOperatorProvider, suspendProfile } from './providers.ts'
import { listReports, settleOperatorReport, getReport } from './reports.ts'
import { listOperatorReviews, removeReview, restoreReview } from './reviews.ts'
import { operatorLists } from '#contract/operator/lists.ts'
import { deleteSavedFilter, saveFilter, listFile, listFilters } from './lists.ts'

export const operatorRoutes = [
  ...pageRoutes,
  ...createRoutes(operatorBookings, {
    previewCancelForCustomer,
    cancelForCustomer: cancelBookingForCustomer,
    previewNoShow,
    noShow: markBookingNoShow,
    previewUndoCash,
    undoCash: undoBookingCash,
    previewGoodwill,
    goodwill: grantGoodwill,
    times: listBookingTimes,
    previewMove: previewBookingMove,
    move: moveBooking,
    previewChange: previewBookingChange,
    change: changeBooking,
    others: listOtherArtists,
    previewSwap: previewArtistSwap,
    swap: swapArtist,
    list: listOperatorBookings,
    read: getOperatorBooking,
    cancel: cancelOperatorBooking,
    previewMessage,
    message: sendBookingMessage,
    mails: listBookingMails,
    resend: resendBookingMail,
    disputes: listDisputes,
    dispute: getDispute,
    settle: settleOperatorDispute,
    speeds: getTravelSpeeds,
    setSpeeds,
  }),
  ...createRoutes(operatorBusiness, {
    funnel: getFunnel,
    money: getBusinessMoney,
    firstQuotes: getFirstQuotes,
    squares: getSquares,
    cohorts: getCohorts,
  }),
  ...createRoutes(operatorPeople, {
    people: listPeople,
    person: getPerson,
    suspend: suspendPerson,
    restore: restorePerson,
    setRoles: setPersonRoles,
    setHold: setPersonHold,
    endSessions: endPersonSessions,
    loginAs: createLoginAsLink,
    sendEmailCode,
    changeEmail: changePersonEmail,
    sendMobileCode,
    changeMobile: changePersonMobile,
    resetFactors: requestFactorReset,
    providers: listProviders,
    provider: getOperatorProvider,
    suspendProvider: suspendProfile,
    restoreProvider: restoreProfile,
    feature: setProfileFeatured,
  }),
  ...createRoutes(operatorStory, {
    story: getStory,
    marks: getMarks,
    bookingNotes: listBookingNotes,
    addBookingNote,
    addNote,
    removeNote,
    setTags,
    openTalk,
    openTeamTalk,
  }),
  ...createRoutes(operatorFees, {
    list: listFeeRules,
    export: exportFeeRules,
    preview: previewFeeRule,
    add: addOperatorFee,
    end: endOperatorFee,
    remove: removeOperatorFee,
  }),
  ...createRoutes(operatorForms, {
    list: listForms,
    create: createOperatorForm,
    setTest: setServiceTest,
    publish: publishForm,
    retire: retireOperatorForm,
  }),
  ...createRoutes(operatorCatalogue, {
    parts: getCatalogueParts,
    addStore: addCatalogueStore,
    addCategory: addCatalogueCategory,
    addType: addCatalogueType,
    rename: renameCataloguePart,
    addArea: openArea,
    closeArea: closeOperatorArea,
  }),
  ...createRoutes(operatorMarket, {
    catalogue: getOperatorCatalogue,
    feePreview: previewFee,
    changeFee: changeCategoryFee,
    changeService: changeCatalogueService,
    addService: addCatalogueService,
    changeMarket: changeMarketMarks,
    setDepositHold,
    setTaxNumber,
    reviews: listOperatorReviews,
    removeReview,
    restoreReview,
  }),
  ...createRoutes(operatorAccess, { list: listAccess, alarms: listAlarms, acknowledgeAlarm: acknowledgeOperatorAlarm }),
  ...createRoutes(operatorBulk, { preview: previewBulk, run: runBulk, undo: undoBulk, last: listBulk }),
  ...createRoutes(operatorFind, { find: findAnything }),
  ...createRoutes(operatorApprovals, {
    list: listApprovals,
    decide: decideApproval,
    stop: stopApproval,
    readStopLink: getStoppableChange,
    stopByLink,
  }),
  ...createRoutes(operatorKeys, { list: listSiteKeys, rotate: rotateSiteKey }),
  ...createRoutes(operatorSwitches, {
    list: getSwitches,
    set: setOperatorSwitch,
    endAllSessions: endEverybodysSessions,
  }),
  ...createRoutes(operatorSystem, {
    overview: getOverview,
    outbox: listOutbox,
    notice: getNotice,
    resend: resendNotice,
    unblock: unblockMail,
    jobs: listJobs,
    runJob,
    settings: getBusinessSettings,
    changeSettings,
    audit: listAudit,
  }),
]

export const reportRoutes = createRoutes(operatorReports, {
  list: listReports,
  show: getReport,
  settle: settleOperatorReport,
})

export const operatorListRoutes = (served: readonly ServedEndpoint[]): ServedEndpoint[] =>
  createRoutes(operatorLists, {
    file: listFile(served),
    filters: listFilters,
    saveFilter,
    deleteFilter: deleteSavedFilter,
  })
