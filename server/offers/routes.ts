import { teamRequests } from '#contract/offers/team-requests.ts'
import { openQuotes } from '#contract/offers/open-quotes.ts'
import { requests } from '#contract/offers/requests.ts'
import { serve } from '#server/platform/http/serve.ts'
import { countOpenQuotes } from './quotes.ts'
import { askAgain, askArtists } from './ask-artists.ts'
import { confirmRequest, confirmRequestByCode, resendRequestLink, sendRequestLink } from './confirming.ts'
import { declineOffer, declineRequest, withdrawOffer, withdrawRequest } from './end-requests.ts'
import { makeOffer } from './offers.ts'
import { sayWithRequests, showMyRequest, showMyRequests, showOwnRequests } from './requests.ts'
import { askTeam, showTeamRequests, withdrawTeam } from './team-requests.ts'

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
