import { account } from './account.ts'
import { accounts } from './accounts.ts'
import { albums } from './albums.ts'
import { appearance } from './appearance.ts'
import { bookedOut } from './booked-out.ts'
import { bookings } from './bookings.ts'
import { calendar } from './calendar.ts'
import { comingSoon } from './coming-soon.ts'
import { content } from './content.ts'
import { directory } from './directory.ts'
import { openings } from './openings.ts'
import { openQuotes } from './open-quotes.ts'
import { ownBookings } from './own-bookings.ts'
import { ownProfile } from './own-profile.ts'
import { demand } from './demand.ts'
import { live } from './live.ts'
import { messages } from './messages.ts'
import { notices } from './notices.ts'
import { operatorBookings } from './operator-bookings.ts'
import { operatorDesk } from './operator-desk.ts'
import { operatorMarket } from './operator-market.ts'
import { operatorMoney } from './operator-money.ts'
import { operatorPages } from './operator-pages.ts'
import { operatorPeople } from './operator-people.ts'
import { operatorReports } from './operator-reports.ts'
import { earnings, payments } from './payments.ts'
import { places } from './places.ts'
import { providerBookings } from './provider-bookings.ts'
import { providers } from './providers.ts'
import { quotes } from './quotes.ts'
import { requests } from './requests.ts'
import { reviews } from './reviews.ts'
import { search } from './search.ts'
import { showcase } from './showcase.ts'
import { signup } from './signup.ts'
import { socialPhotos } from './social-photos.ts'
import { texts } from './texts.ts'
import { uploads } from './uploads.ts'
import { verification } from './verification.ts'

/** Every call of the API by domain: what the server serves, the client calls and the OpenAPI document lists. */
export const contract = {
  operatorBookings,
  payments,
  earnings,
  operatorDesk,
  operatorMarket,
  operatorMoney,
  operatorPages,
  operatorPeople,
  operatorReports,
  notices,
  live,
  messages,
  reviews,
  uploads,
  accounts,
  account,
  places,
  ownProfile,
  albums,
  bookedOut,
  providers,
  socialPhotos,
  signup,
  verification,
  demand,
  search,
  appearance,
  calendar,
  quotes,
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
  providerBookings,
}
