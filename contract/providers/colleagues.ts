import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, Picture } from '#contract/values.ts'

export const mostColleagues = 12

export const ColleagueShown = z.object({ slug: z.string(), name: z.string(), area: z.string(), picture: Picture })
export type ColleagueShown = z.infer<typeof ColleagueShown>

/** A colleague of the caller. Both artists must agree; until then, one has sent a request. */
const ProviderColleague = ColleagueShown.extend({
  profileId: z.uuid(),
  /** `asked`: the caller has sent the request; `asks`: the other artist has. */
  state: z.enum(['together', 'asked', 'asks']),
  since: Instant,
})
export type ProviderColleague = z.infer<typeof ProviderColleague>

const answer = z.object({ colleagues: z.array(ProviderColleague) })
const refused = ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'rate_limited'] as const

export const providerColleagues = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/colleagues',
    access: 'provider',
    summary: "Lists the caller's colleagues, and open invitations from and to the caller.",
    input: z.object({}),
    output: answer,
    refuses: refused,
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/me/colleagues',
    access: 'provider',
    notActing: true,
    limit: 60,
    summary:
      'Adds a colleague by the address of their page or its last part. If the other artist has already added the caller, both become colleagues. Otherwise one invitation is emailed.',
    input: z.object({ artist: z.string().trim().min(1, 'Enter the address of their page.').max(300) }),
    output: answer,
    refuses: [...refused, 'not_allowed_acting', 'unknown_artist', 'own_profile', 'too_many_colleagues', 'not_live'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/v1/providers/me/colleagues/{profileId}',
    access: 'provider',
    summary:
      'Removes a colleague, withdraws an invitation or declines one. The other artist is not notified and cannot invite again.',
    input: z.object({ profileId: z.uuid() }),
    output: answer,
    refuses: refused,
  }),
}
