import { openQuotes } from '#contract/open-quotes.ts'
import { requests } from '#contract/requests.ts'
import { quotes } from '#contract/quotes.ts'
import { serve } from '#server/platform/serve.ts'
import {
  changeTime,
  comeBack,
  compareProviders,
  endFreedAlert,
  readQuotes,
  saveDetails,
  sendQuotes,
  setFreedAlert,
} from '#server/search/door.ts'
import { countOpenQuotes } from './count-open-quotes.ts'
import { askAgain, askArtists } from './ask.ts'
import { confirmRequest, confirmRequestByCode } from './confirm-request.ts'
import { declineRequest, withdrawOffer } from './decline-request.ts'
import { makeOffer } from './make-offer.ts'
import { showMyRequest, showMyRequests } from './my-requests.ts'
import { showOwnRequests } from './own-requests.ts'
import { resendRequestLink, sendRequestLink } from './send-link.ts'
import { declineOffer, withdrawRequest } from './withdraw-request.ts'
import { showQuotedProvider } from './show-quoted-provider.ts'

export const quoteRoutes = serve(quotes, {
  read: readQuotes,
  saveDetails,
  changeTime,
  provider: showQuotedProvider,
  compare: compareProviders,
  alert: setFreedAlert,
  endAlert: endFreedAlert,
  comeBack,
  sendMe: sendQuotes,
})

export const requestRoutes = serve(requests, {
  ask: askArtists,
  ofSearch: showOwnRequests,
  askAgain,
  sendLink: sendRequestLink,
  resend: resendRequestLink,
  confirm: confirmRequest,
  confirmCode: confirmRequestByCode,
  withdraw: withdrawRequest,
  declineOffer,
  mine: showMyRequests,
  one: showMyRequest,
  offer: makeOffer,
  withdrawOffer,
  decline: declineRequest,
})

export const openQuoteRoutes = serve(openQuotes, { count: countOpenQuotes })
