import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { BigRowIdParam, Instant } from '#contract/values.ts'

/** What one of a team says to all of them. */
const TeamMessage = z.object({
  id: z.number().int(),
  from: z.enum(['you', 'customer', 'artist']),
  /** Whose words they are: the first name of the customer, the name of an artist. */
  name: z.string(),
  text: z.string(),
  at: Instant,
})
export type TeamMessage = z.infer<typeof TeamMessage>

export const TeamTalk = z.object({
  /** Oldest first: the latest fifty, or those before `before`. */
  messages: z.array(TeamMessage),
  earlier: z.boolean(),
  /** Who reads it besides the caller. */
  others: z.array(z.string()),
  /** False where nobody else of the team is booked any more: it can be read, and nothing be added. */
  open: z.boolean(),
})
export type TeamTalk = z.infer<typeof TeamTalk>

const ofTeam = z.object({ teamId: z.uuid() })
const ofAppointment = z.object({ appointmentId: z.uuid() })
const page = { before: BigRowIdParam.optional() }
const text = z.string().trim().min(1, 'Write your message.').max(2000)

export const teamTalk = {
  read: defineEndpoint({
    method: 'GET',
    path: '/v1/teams/{teamId}/messages',
    access: 'visitor',
    notActing: true,
    writes: true,
    summary: 'What the customer and the artists of a booked team say to each other, as its customer; counts as read.',
    input: ofTeam.extend(page),
    output: TeamTalk,
    refuses: ['not_found', 'not_allowed_acting'],
    limit: 120,
  }),
  write: defineEndpoint({
    method: 'POST',
    path: '/v1/teams/{teamId}/messages',
    access: 'visitor',
    notActing: true,
    key: true,
    summary: 'Writes to all artists of a team of one’s own that is booked.',
    input: ofTeam.extend({ text }),
    output: TeamTalk,
    refuses: ['not_found', 'not_allowed_acting', 'conversation_closed', 'blocked', 'rate_limited'],
    limit: 60,
  }),
  readAsProvider: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/appointments/{appointmentId}/team/messages',
    access: 'provider',
    notActing: true,
    writes: true,
    summary: 'The same as one of its artists, by their own appointment.',
    input: ofAppointment.extend(page),
    output: TeamTalk,
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  writeAsProvider: defineEndpoint({
    method: 'POST',
    path: '/v1/providers/appointments/{appointmentId}/team/messages',
    access: 'provider',
    notActing: true,
    key: true,
    summary: 'Writes to the customer and the other artists of the team that one’s own appointment belongs to.',
    input: ofAppointment.extend({ text }),
    output: TeamTalk,
    refuses: ['not_found', 'not_allowed_acting', 'conversation_closed', 'blocked', 'rate_limited'],
    limit: 60,
  }),
}
