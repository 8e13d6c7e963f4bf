import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { BigRowIdParam, Instant } from '#contract/values.ts'

const TeamMessage = z.object({
  id: z.number().int(),
  from: z.enum(['you', 'customer', 'artist']),
  name: z.string(),
  text: z.string(),
  at: Instant,
})
export type TeamMessage = z.infer<typeof TeamMessage>

export const TeamTalk = z.object({
  /** Oldest first: the latest fifty, or those before the cursor `before`. */
  messages: z.array(TeamMessage),
  earlier: z.boolean(),
  others: z.array(z.string()),
  /** False if no other artist of the team is booked; then the conversation is read-only. */
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
    summary:
      'Lists the messages between the customer and the artists of a booked team, as its customer. Marks them as read.',
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
    summary: "Sends a message to all artists of the caller's booked team.",
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
    summary:
      "Lists the messages of a booked team as one of its artists, by the artist's own appointment. Marks them as read.",
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
    summary:
      "Sends a message to the customer and the other artists of the team that the caller's appointment belongs to.",
    input: ofAppointment.extend({ text }),
    output: TeamTalk,
    refuses: ['not_found', 'not_allowed_acting', 'conversation_closed', 'blocked', 'rate_limited'],
    limit: 60,
  }),
}
