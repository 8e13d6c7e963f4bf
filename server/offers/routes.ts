import { teamRequests } from '#contract/offers/team-requests.ts'
import { openQuotes } from '#contract/offers/open-quotes.ts'
import { requests } from '#contract/offers/requests.ts'
import { serve } from '#server/platform/http/serve.ts'
import { countOpenQuotes } from '#server/offers/quotes/count-open-quotes.ts'
import { askAgain } from '#server/offers/requests/ask-again.ts'
import { askArtists } from '#server/offers/requests/ask-artists.ts'
import { confirmRequest } from '#server/offers/confirming/confirm-request.ts'
import { confirmRequestByCode } from '#server/offers/confirming/confirm-request-by-code.ts'
import { declineRequest } from '#server/offers/requests/decline-request.ts'
import { withdrawOffer } from '#server/offers/requests/withdraw-offer.ts'
import { makeOffer } from './make-offer.ts'
import { showMyRequest } from '#server/offers/requests/show-my-request.ts'
import { showMyRequests } from '#server/offers/requests/show-my-requests.ts'
import { showOwnRequests } from '#server/offers/requests/show-own-requests.ts'
import { resendRequestLink } from '#server/offers/confirming/resend-request-link.ts'
import { sendRequestLink } from '#server/offers/confirming/send-request-link.ts'
import { askTeam } from '#server/offers/team-up/ask-team.ts'
import { showTeamRequests } from '#server/offers/team-up/show-team-requests.ts'
import { withdrawTeam } from '#server/offers/team-up/withdraw-team.ts'
import { declineOffer } from '#server/offers/requests/decline-offer.ts'
import { sayWithRequests } from '#server/offers/words/say-with-requests.ts'
import { withdrawRequest } from '#server/offers/requests/withdraw-request.ts'

export const requestRoutes = serve(requests, {
  ask: askArtists,
  ofSearch: showOwnRequests,
  say: sayWithRequests,
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

export const teamRequestRoutes = serve(teamRequests, { ask: askTeam, show: showTeamRequests, withdraw: withdrawTeam })

export const openQuoteRoutes = serve(openQuotes, { count: countOpenQuotes })
