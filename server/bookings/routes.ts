import { bookings } from '#contract/bookings/bookings.ts'
import { ownBookings } from '#contract/bookings/own-bookings.ts'
import { providerBookings } from '#contract/bookings/provider-bookings.ts'
import { serve } from '#server/platform/http/serve.ts'
import { calendarAddress } from '#server/bookings/calendar/calendar-address.ts'
import { cancelBooking } from '#server/bookings/appointments/cancel-booking.ts'
import { changeDay } from '#server/bookings/day/change-day.ts'
import {
  customerAdds,
  customerAnswers,
  customerProposes,
  customerReports,
  listBookings,
  readBooking,
  showFreeTimes,
  showSheet,
} from '#server/bookings/appointments/customer-calls.ts'
import { bookingsOnSearch } from '#server/bookings/appointments/bookings-on-search.ts'
import { addFeed, listFeeds, refreshFeed, removeFeed } from '#server/bookings/calendar/feeds.ts'
import { createHold } from '#server/bookings/holds/create-hold.ts'
import { readHold } from '#server/bookings/holds/read-hold.ts'
import { releaseHold } from '#server/bookings/holds/release-hold.ts'
import { payBalance } from '#server/bookings/money/pay-balance.ts'
import { payDeposit } from '#server/bookings/holds/pay-deposit.ts'
import {
  changeAppointment,
  listAppointments,
  listClients,
  noteClient,
  readAppointment,
} from '#server/bookings/appointments/provider-calls.ts'
import { endRescue } from '#server/bookings/rescue/end-rescue.ts'
import { showRescue } from '#server/bookings/rescue/show-rescue.ts'
import { takeRescue } from '#server/bookings/rescue/take-rescue.ts'
import { forgetArtist, listOwnSearches, listSaved, saveArtist } from '#server/bookings/saved/saved-artists.ts'

export const bookingRoutes = [
  ...serve(bookings, {
    hold: createHold,
    readHold,
    releaseHold,
    pay: payDeposit,
    list: listBookings,
    read: readBooking,
    change: changeDay,
    cancel: cancelBooking,
    freeTimes: showFreeTimes,
    proposeMove: customerProposes,
    answerMove: customerAnswers,
    payBalance,
    report: customerReports,
    addSide: customerAdds,
    rescue: showRescue,
    takeRescue,
    endRescue,
    sheet: showSheet,
  }),
  ...serve(ownBookings, {
    searches: listOwnSearches,
    onSearch: bookingsOnSearch,
    saved: listSaved,
    save: saveArtist,
    forget: forgetArtist,
    calendarAddress,
  }),
  ...serve(providerBookings, {
    list: listAppointments,
    read: readAppointment,
    change: changeAppointment,
    clients: listClients,
    noteClient,
    feeds: listFeeds,
    addFeed,
    refreshFeed,
    removeFeed,
  }),
]
