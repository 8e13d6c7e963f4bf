import { bookings } from '#contract/bookings.ts'
import { ownBookings } from '#contract/own-bookings.ts'
import { providerBookings } from '#contract/provider-bookings.ts'
import { serve } from '#server/platform/serve.ts'
import { calendarAddress } from './calendar-address.ts'
import { cancelBooking } from './cancel-booking.ts'
import { changeDay } from './change-day.ts'
import {
  bookingsOnSearch,
  customerAdds,
  customerAnswers,
  customerProposes,
  customerReports,
  listBookings,
  readBooking,
  showFreeTimes,
  showSheet,
} from './customer-calls.ts'
import { addFeed, listFeeds, refreshFeed, removeFeed } from './feeds.ts'
import { keepTime } from './keep-time.ts'
import { readHold, releaseHold } from './own-hold.ts'
import { payBalance } from './pay-balance.ts'
import { payDeposit } from './pay-deposit.ts'
import { changeAppointment, listAppointments, listClients, noteClient, readAppointment } from './provider-calls.ts'
import { endRescue, showRescue, takeRescue } from './rescue.ts'
import { forgetArtist, listOwnSearches, listSaved, saveArtist } from './saved-artists.ts'

export const bookingRoutes = [
  ...serve(bookings, {
    hold: keepTime,
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
