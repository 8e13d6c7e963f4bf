/** A request that waits for the provider's answer. */
export interface PendingRequest {
  id: string
}

export interface Requests {
  pendingRequests: readonly PendingRequest[]
  pendingRequestsCount: number
}

export const noRequests: Requests = { pendingRequests: [], pendingRequestsCount: 0 }

/** Takes the waiting requests; `count` may be larger than the page of them that was loaded. */
export const setPendingRequests = (
  _: Requests,
  requests: readonly PendingRequest[],
  count = requests.length,
): Requests => ({ pendingRequests: requests, pendingRequestsCount: count })

/** Takes one request off the list and counts down by one; one that is not there changes nothing. */
export function removePendingRequest(state: Requests, id: string): Requests {
  const rest = state.pendingRequests.filter((request) => request.id !== id)
  if (rest.length === state.pendingRequests.length) return state
  return { pendingRequests: rest, pendingRequestsCount: Math.max(0, state.pendingRequestsCount - 1) }
}
