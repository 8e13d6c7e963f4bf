import { z } from 'zod'
import { Appointment } from '#contract/bookings/appointment.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Currency } from '#contract/values.ts'
import { Reason } from './people.ts'
import { TeamMail } from './team-mail.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours', 'not_allowed_acting'] as const

/** What is shown of money: the price, what the customer pays in all, has paid and still owes, what each artist is left with, and the house. */
export const actSums = ['price', 'customer', 'paid', 'open', 'artist', 'newArtist', 'house'] as const
const ActSum = z.object({ of: z.enum(actSums), before: z.number(), after: z.number() })

const ActMail = TeamMail.extend({
  to: z.enum(['customer', 'provider', 'newProvider']),
  kind: z.string(),
  /** It goes once the bank has done its part, or a second operator theirs. */
  later: z.boolean(),
})

/** What an act would do: every sum before and after, every mail, and a hash of all that, which the act has to bring along. */
export const ActPreview = z.object({
  hash: z.string(),
  currency: Currency,
  sums: z.array(ActSum),
  /** What goes back to whoever paid. */
  back: z.number(),
  /** It waits for a second operator. */
  second: z.boolean(),
  mails: z.array(ActMail),
})
export type ActPreview = z.infer<typeof ActPreview>

const ofBooking = z.object({ appointmentId: z.uuid() })
const hash = z.string().max(100)
const done = z.object({ appointment: Appointment, preview: ActPreview })

const Goodwill = ofBooking.extend({ amount: z.number().positive().max(1_000_000).multipleOf(0.01), reason: Reason })
const goodwillRefusals = [...operators, 'not_found', 'state_changed', 'refund_too_much'] as const

export const bookingActCalls = {
  previewGoodwill: endpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/goodwill/preview',
    access: 'operator',
    duties: ['money'],
    summary: 'What giving part of a price back at the cost of the house would do, with its mails; nothing is done.',
    input: Goodwill,
    output: z.object({ preview: ActPreview }),
    refuses: goodwillRefusals,
    notActing: true,
  }),
  goodwill: endpoint({
    method: 'POST',
    path: '/v1/operator/bookings/{appointmentId}/goodwill',
    access: 'operator',
    duties: ['money'],
    key: true,
    summary:
      'Gives part of what was paid for a booking back at the cost of the house, as it was shown; from the set amount on it waits for a second operator.',
    input: Goodwill.extend({ hash }),
    output: done,
    refuses: [...goodwillRefusals, 'preview_changed', 'step_up_needed'],
    notActing: true,
  }),
}
