import { openQuotes } from '#contract/offers/open-quotes.ts'
import { requests } from '#contract/offers/requests.ts'
import { serve } from '#server/platform/http/serve.ts'
import { countOpenQuotes } from '#server/offers/quotes/count-open-quotes.ts'
import { askAgain, askArtists } from '#server/offers/requests/ask.ts'
import { confirmRequest, confirmRequestByCode } from '#server/offers/requests/confirm-request.ts'
import { declineRequest, withdrawOffer } from '#server/offers/requests/decline-request.ts'
import { makeOffer } from './make-offer.ts'
import { showMyRequest } from '#server/offers/requests/show-my-request.ts'
import { showMyRequests } from '#server/offers/requests/show-my-requests.ts'
import { showOwnRequests } from '#server/offers/requests/show-own-requests.ts'
import { resendRequestLink, sendRequestLink } from '#server/offers/requests/send-link.ts'
import { declineOffer, withdrawRequest } from '#server/offers/requests/withdraw-request.ts'

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
