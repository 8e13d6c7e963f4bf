import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Currency, Instant, Picture, queryFlag } from '#contract/values.ts'
import { Fit, LockedQuote } from './quotes.ts'
import { SavedSearch, SearchId } from './search.ts'

export const shownTeams = 6
const mostInTeam = 3

const Artist = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  profileImg: Picture,
  coverImg: Picture,
  rating: z.number().nullable(),
  totalReviews: z.number().int(),
})

export const TeamBlock = z.object({
  part: z.number().int(),
  /** Position among the part's artists: 0 for the artist, from 1 for assistants. */
  chair: z.number().int(),
  person: z.number().int(),
  serviceId: z.string(),
  label: z.string(),
  from: Instant,
  to: Instant,
})
export type TeamBlock = z.infer<typeof TeamBlock>

const Part = z.object({
  artist: Artist,
  people: z.array(z.number().int()),
  arriveAt: Instant,
  doneAt: Instant,
  total: z.number(),
  deposit: z.number(),
  instant: z.boolean(),
})

/** Two or three artists who together finish in time, at one price. */
export const TeamUp = z.object({
  parts: z.array(Part),
  blocks: z.array(TeamBlock),
  total: z.number(),
  deposit: z.number(),
  currency: Currency,
  readyBy: Instant,
  spareMinutes: z.number().int(),
  waitingMinutes: z.number().int(),
  colleagues: z.boolean(),
  daysTogether: z.number().int(),
})
export type TeamUp = z.infer<typeof TeamUp>

export const TeamSort = z.enum(['recommended', 'price', 'rating', 'together'])
export type TeamSort = z.infer<typeof TeamSort>

/** Why a search has no teams: it has no ready-by time, or only one service of one person. */
const NoTeams = z.enum(['time_missing', 'alone'])

const ProfileId = z.string().min(1).max(80)

export const ChosenPart = z.object({
  artist: Artist,
  /** The part's own search. Its quote, request and booking work as in any search. */
  searchId: SearchId,
  people: z.array(z.number().int()),
  locked: LockedQuote.nullable(),
  /** Why the part cannot be booked now; null if it can be booked. */
  why: z.union([Fit, z.enum(['timeMissing', 'askFirst'])]).nullable(),
  state: z.enum(['requested', 'offered', 'booked', 'cancelled', 'unconfirmed']).nullable(),
})
export type ChosenPart = z.infer<typeof ChosenPart>

export const ChosenTeam = z.object({
  id: z.uuid(),
  search: SavedSearch,
  parts: z.array(ChosenPart),
  blocks: z.array(TeamBlock),
  total: z.number(),
  deposit: z.number(),
  currency: Currency,
  spareMinutes: z.number().int(),
  waitingMinutes: z.number().int(),
})
export type ChosenTeam = z.infer<typeof ChosenTeam>

export const teams = {
  find: defineEndpoint({
    method: 'GET',
    path: '/v1/quotes/{quoteId}/teams',
    access: 'visitor',
    costly: true,
    summary:
      'Lists teams of two or three artists who are free, reach the place and together have everyone ready in time. Each has one total price and a plan in which nobody is with two artists at once. Teams of three appear only if no two can do it. `keep` lists artists in every team, `without` excludes artists.',
    input: z.object({
      quoteId: SearchId,
      sortBy: TeamSort.default('recommended').catch('recommended'),
      keep: z.string().max(200).optional(),
      without: z.string().max(800).optional(),
      instant: queryFlag.optional(),
    }),
    output: z.object({
      search: SavedSearch,
      teams: z.array(TeamUp),
      /** False if the search ran into its time limit. Then these are the best teams found until then. */
      complete: z.boolean(),
      why: NoTeams.nullable(),
    }),
    refuses: ['not_found'],
    limit: 60,
  }),
  choose: defineEndpoint({
    method: 'POST',
    path: '/v1/quotes/{quoteId}/teams',
    access: 'visitor',
    costly: true,
    key: true,
    notActing: true,
    summary: "Chooses a team for the caller's search. Each artist's part becomes a separate search with its own quote.",
    input: z.object({ quoteId: SearchId, profileIds: z.array(ProfileId).min(2).max(mostInTeam) }),
    output: z.object({ teamId: z.uuid() }),
    refuses: ['not_found', 'not_yours', 'team_gone'],
    limit: 30,
  }),
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/teams/{teamId}',
    writes: true,
    costly: true,
    access: 'visitor',
    summary: 'Returns a chosen team: the current price of each part, one plan, one total and one deposit.',
    input: z.object({ teamId: z.uuid() }),
    output: z.object({ team: ChosenTeam }),
    refuses: ['not_found'],
  }),
}
