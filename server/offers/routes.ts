import { teamRequests } from '#contract/offers/team-requests.ts'
import { openQuotes } from '#contract/offers/open-quotes.ts'
import { requests } from '#contract/offers/requests.ts'
import { createRoutes } from '#server/platform/http/serve.ts'
import { countOpenQuotes } from './quotes.ts'
import { resendRequests, sendRequests } from './send-requests.ts'
import { confirmRequest, confirmRequestByCode, resendRequestLink, sendRequestLink } from './confirming.ts'
import { declineOffer, declineRequest, withdrawOffer, withdrawRequest } from './end-requests.ts'
import { createOffer } from './offers.ts'
import { updateRequestMessage, getProviderRequest, listProviderRequests, getRequestsOfCustomer } from './requests.ts'
import { sendTeamRequests, getTeamRequests, withdrawTeam } from './team-requests.ts'

export const requestRoutes = createRoutes(requests, {
  send: sendRequests,
  listBySearch: getRequestsOfCustomer,
  updateMessage: updateRequestMessage,
  resendToAll: resendRequests,
  sendLink: sendRequestLink,
  resend: resendRequestLink,
  confirm: confirmRequest,
  confirmCode: confirmRequestByCode,
  withdraw: withdrawRequest,
  declineOffer,
  mine: listProviderRequests,
  read: getProviderRequest,
  offer: createOffer,
  withdrawOffer,
  decline: declineRequest,
})

export const teamRequestRoutes = createRoutes(teamRequests, {
  send: sendTeamRequests,
  show: getTeamRequests,
  withdraw: withdrawTeam,
})

export const openQuoteRoutes = createRoutes(openQuotes, { count: countOpenQuotes })
