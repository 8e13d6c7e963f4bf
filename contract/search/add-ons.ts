import { z } from 'zod'
import { limits } from '#contract/constants.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { addOnLimits } from '#contract/providers/add-ons.ts'
import { Mode } from '#contract/values.ts'
import { ChosenAddOn, LockedQuote } from './quotes.ts'
import { SearchId } from './search.ts'

export const addOns = {
  choose: defineEndpoint({
    method: 'PUT',
    path: '/v1/quotes/{quoteId}/@/{profileId}/add-ons',
    access: 'visitor',
    costly: true,
    summary:
      "Replaces the add-ons that one provider of the quote offers, by person. Creates a new version of the locked price with a new plan. Only the search's owner, before a request or a hold.",
    input: z.object({
      quoteId: SearchId,
      profileId: z.string().max(120),
      type: Mode.optional(),
      addOns: z.array(ChosenAddOn).max(addOnLimits.addOns * limits.people),
    }),
    output: z.object({ locked: LockedQuote }),
    refuses: [
      'not_found',
      'not_yours',
      'unknown_add_on',
      'add_on_without_service',
      'add_on_twice',
      'add_ons_do_not_fit',
      'add_ons_already_requested',
      'add_ons_on_hold',
      'quote_expired',
      'state_changed',
      'rate_limited',
    ],
    limit: 120,
  }),
}
