import { teamTalk } from '#contract/bookings/team-up/team-talk.ts'
import { teamBookings } from '#contract/bookings/team-up/teams.ts'
import { holdTeam } from '#server/bookings/team-up/hold-team.ts'
import { payTeam } from '#server/bookings/team-up/pay-team.ts'
import { readTeamHold } from '#server/bookings/team-up/read-team-hold.ts'
import { readOwnTeamTalk } from '#server/bookings/team-up/talk/read-own-team-talk.ts'
import { readTeamTalk } from '#server/bookings/team-up/talk/read-team-talk.ts'
import { writeOwnTeamTalk } from '#server/bookings/team-up/talk/write-own-team-talk.ts'
import { writeTeamTalk } from '#server/bookings/team-up/talk/write-team-talk.ts'
import { showMates } from '#server/bookings/team-up/show-mates.ts'
import { showOwnMates } from '#server/bookings/team-up/show-own-mates.ts'
import { releaseTeam } from '#server/bookings/team-up/release-team.ts'
import { bookings } from '#contract/bookings/bookings.ts'
import { ownBookings } from '#contract/bookings/own-bookings.ts'
import { insights } from '#contract/bookings/insights/insights.ts'
import { ownImport } from '#contract/bookings/own-import.ts'
import { guests } from '#contract/bookings/guests/guests.ts'
import { ownClients } from '#contract/bookings/own-clients.ts'
import { providerBookings } from '#contract/bookings/provider-bookings.ts'
import { listBookingsOfPartner } from '#server/bookings/partners/list-bookings-of-partner.ts'
import { listPartnerBookings } from '#server/bookings/partners/list-partner-bookings.ts'
import { readPartnerBooking } from '#server/bookings/partners/read-partner-booking.ts'
import { serve } from '#server/platform/http/serve.ts'
import { calendarAddress } from '#server/bookings/calendar/calendar-address.ts'
import { bookingTalkedAbout } from '#server/bookings/saved/booking-talked-about.ts'
import { cancelBooking } from '#server/bookings/appointments/cancel-booking.ts'
import { listWays } from '#server/bookings/day/list-ways.ts'
import { sayDay } from '#server/bookings/day/say-day.ts'
import { sendWay } from '#server/bookings/day/send-way.ts'
import { shareWay } from '#server/bookings/day/share-way.ts'
import { showWay } from '#server/bookings/day/show-way.ts'
import { changeDay } from '#server/bookings/day/change-day.ts'
import { customerAddsSide } from '#server/bookings/disputes/customer-adds-side.ts'
import { customerAnswersMove } from '#server/bookings/moves/customer-answers-move.ts'
import { customerProposesMove } from '#server/bookings/moves/customer-proposes-move.ts'
import { customerProposesParty } from '#server/bookings/moves/customer-proposes-party.ts'
import { providerProposesParty } from '#server/bookings/moves/provider-proposes-party.ts'
import { customerReportsProblem } from '#server/bookings/disputes/customer-reports-problem.ts'
import { listBookings } from '#server/bookings/appointments/list-bookings.ts'
import { readBooking } from '#server/bookings/appointments/read-booking.ts'
import { showFreeTimes } from '#server/bookings/moves/show-free-times.ts'
import { showSheet } from '#server/bookings/day/show-sheet.ts'
import { bookingsOnSearch } from '#server/bookings/appointments/bookings-on-search.ts'
import { addFeed } from '#server/bookings/calendar/add-feed.ts'
import { confirmEmptyFeed } from '#server/bookings/calendar/confirm-empty-feed.ts'
import { listFeeds } from '#server/bookings/calendar/list-feeds.ts'
import { refreshFeed } from '#server/bookings/calendar/refresh-feed.ts'
import { removeFeed } from '#server/bookings/calendar/remove-feed.ts'
import { showClientForms } from '#server/bookings/forms/show-client-forms.ts'
import { showForms } from '#server/bookings/forms/show-forms.ts'
import { signForms } from '#server/bookings/forms/sign-forms.ts'
import { chooseVisits, getVisits, listVisitTimes } from '#server/bookings/linked-appointments/checkout.ts'
import { listOwnTrialTimes, listTestTimes, listTrialTimes } from '#server/bookings/linked-appointments/free-times.ts'
import {
  bookTest,
  cancelTest,
  cancelTrial,
  judgeTest,
  judgeTrial,
  moveOwnTrial,
  moveTrial,
} from '#server/bookings/linked-appointments/changes.ts'
import { agreeBalance } from '#server/bookings/agreed/agree-balance.ts'
import { endAgreedBalance } from '#server/bookings/agreed/end-agreed-balance.ts'
import { payRest } from '#server/bookings/split/pay-rest.ts'
import { payShare } from '#server/bookings/split/pay-share.ts'
import { readBill } from '#server/bookings/split/read-bill.ts'
import { readShare } from '#server/bookings/split/read-share.ts'
import { createHold } from '#server/bookings/holds/create-hold.ts'
import { readHold } from '#server/bookings/holds/read-hold.ts'
import { releaseHold } from '#server/bookings/holds/release-hold.ts'
import { payBalance } from '#server/bookings/money/pay-balance.ts'
import { dropBalanceCredit } from '#server/bookings/credits/drop-balance-credit.ts'
import { dropCredit } from '#server/bookings/credits/drop-credit.ts'
import { operatorPartnerBookings, partnerBookings } from '#contract/bookings/partners/partner-bookings.ts'
import { providerPromos } from '#contract/bookings/provider-promos.ts'
import { operatorPromos } from '#contract/operator/promos.ts'
import { listOwnPromos } from '#server/bookings/promos/list-own-promos.ts'
import { listPromos } from '#server/bookings/promos/list-promos.ts'
import { makeOwnPromo } from '#server/bookings/promos/make-own-promo.ts'
import { makePromo } from '#server/bookings/promos/make-promo.ts'
import { stopOwnPromo } from '#server/bookings/promos/stop-own-promo.ts'
import { stopPromo } from '#server/bookings/promos/stop-promo.ts'
import { dropPromo } from '#server/bookings/promos/drop-promo.ts'
import { addPromo } from '#server/bookings/promos/add-promo.ts'
import { addCredit } from '#server/bookings/credits/add-credit.ts'
import { addBalanceCredit } from '#server/bookings/credits/add-balance-credit.ts'
import { leaveTip } from '#server/bookings/tips/leave-tip.ts'
import { payDeposit } from '#server/bookings/holds/pay-deposit.ts'
import { changeAppointment } from '#server/bookings/appointments/change-appointment.ts'
import { listAppointments } from '#server/bookings/appointments/list-appointments.ts'
import { listClients } from '#server/bookings/appointments/list-clients.ts'
import { answerInvitation } from '#server/bookings/guests/answer-invitation.ts'
import { changeGuest } from '#server/bookings/guests/change-guest.ts'
import { inviteGuest } from '#server/bookings/guests/invite-guest.ts'
import { readInvitation } from '#server/bookings/guests/read-invitation.ts'
import { downloadImportReport } from '#server/bookings/client-import/download-import-report.ts'
import { listImports } from '#server/bookings/client-import/list-imports.ts'
import { previewImport } from '#server/bookings/client-import/preview-import.ts'
import { showImport } from '#server/bookings/client-import/show-import.ts'
import { startImport } from '#server/bookings/client-import/start-import.ts'
import { undoImport } from '#server/bookings/client-import/undo-import.ts'
import { answerVisit } from '#server/bookings/own-clients/answer-visit.ts'
import { showInsights } from '#server/bookings/insights/show-insights.ts'
import { suggestChange } from '#server/search/index.ts'
import { showVisit } from '#server/bookings/own-clients/show-visit.ts'
import { addOwnClient } from '#server/bookings/own-clients/add-own-client.ts'
import { changeOwnClient } from '#server/bookings/own-clients/change-own-client.ts'
import {
  changeOwnAppointment,
  createOwnAppointment,
  deleteOwnAppointment,
  listOwnAppointments,
} from '#server/bookings/own-clients/own-appointments.ts'
import { removeOwnClient } from '#server/bookings/own-clients/remove-own-client.ts'
import { showClient } from '#server/bookings/own-clients/show-client.ts'
import { noteClient } from '#server/bookings/appointments/note-client.ts'
import { readAppointment } from '#server/bookings/appointments/read-appointment.ts'
import { endRescue } from '#server/bookings/rescue/end-rescue.ts'
import { showRescue } from '#server/bookings/rescue/show-rescue.ts'
import { takeRescue } from '#server/bookings/rescue/take-rescue.ts'
import { forgetArtist } from '#server/bookings/saved/forget-artist.ts'
import { countOwn } from '#server/bookings/saved/count-own.ts'
import { listOwnSearches } from '#server/bookings/saved/list-own-searches.ts'
import { listSaved } from '#server/bookings/saved/list-saved.ts'
import { saveArtist } from '#server/bookings/saved/save-artist.ts'

export const bookingRoutes = [
  ...serve(bookings, {
    hold: createHold,
    readHold,
    releaseHold,
    pay: payDeposit,
    addCredit,
    dropCredit,
    addPromo,
    dropPromo,
    visits: getVisits,
    visitTimes: listVisitTimes,
    chooseVisits,
    readBill,
    payRest,
    readShare,
    payShare,
    agreeBalance,
    endAgreedBalance,
    list: listBookings,
    read: readBooking,
    change: changeDay,
    cancel: cancelBooking,
    freeTimes: showFreeTimes,
    proposeMove: customerProposesMove,
    answerMove: customerAnswersMove,
    proposeParty: customerProposesParty,
    payBalance,
    addBalanceCredit,
    dropBalanceCredit,
    leaveTip,
    report: customerReportsProblem,
    addSide: customerAddsSide,
    rescue: showRescue,
    takeRescue,
    endRescue,
    sheet: showSheet,
    forms: showForms,
    signForms,
    testTimes: listTestTimes,
    bookTest,
    cancelTest,
    trialTimes: listTrialTimes,
    moveTrial,
    cancelTrial,
  }),
  ...serve(ownBookings, {
    searches: listOwnSearches,
    counts: countOwn,
    onSearch: bookingsOnSearch,
    talkedAbout: bookingTalkedAbout,
    saved: listSaved,
    save: saveArtist,
    forget: forgetArtist,
    calendarAddress,
  }),
  ...serve(ownClients, {
    page: showClient,
    add: addOwnClient,
    change: changeOwnClient,
    remove: removeOwnClient,
    appointments: listOwnAppointments,
    enter: createOwnAppointment,
    alter: changeOwnAppointment,
    forget: deleteOwnAppointment,
    visit: showVisit,
    answerVisit,
  }),
  ...serve(teamTalk, {
    read: readTeamTalk,
    write: writeTeamTalk,
    ownRead: readOwnTeamTalk,
    ownWrite: writeOwnTeamTalk,
  }),
  ...serve(teamBookings, { holdTeam, readTeamHold, releaseTeam, payTeam, mates: showMates, ownMates: showOwnMates }),
  ...serve(guests, { invite: inviteGuest, change: changeGuest, read: readInvitation, answer: answerInvitation }),
  ...serve(ownImport, {
    preview: previewImport,
    run: startImport,
    list: listImports,
    show: showImport,
    report: downloadImportReport,
    undo: undoImport,
  }),
  ...serve(insights, { show: showInsights, suggestion: suggestChange }),
  ...serve(providerPromos, { list: listOwnPromos, make: makeOwnPromo, stop: stopOwnPromo }),
  ...serve(partnerBookings, { list: listPartnerBookings, read: readPartnerBooking }),
  ...serve(operatorPartnerBookings, { list: listBookingsOfPartner }),
  ...serve(operatorPromos, { list: listPromos, make: makePromo, stop: stopPromo }),
  ...serve(providerBookings, {
    list: listAppointments,
    read: readAppointment,
    forms: showClientForms,
    patchTest: judgeTest,
    trialTimes: listOwnTrialTimes,
    moveTrial: moveOwnTrial,
    judgeTrial,
    way: showWay,
    ways: listWays,
    sayDay,
    shareWay,
    sendWay,
    change: changeAppointment,
    proposeParty: providerProposesParty,
    clients: listClients,
    noteClient,
    feeds: listFeeds,
    confirmEmptyFeed,
    addFeed,
    refreshFeed,
    removeFeed,
  }),
]
