import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import {
  AmountUpTo,
  CountryCode,
  Currency,
  Cursor,
  EventDate,
  Instant,
  Int4Param,
  NextCursor,
  queryNumberSchema,
  Reason,
  SearchText,
} from '#contract/values.ts'
import { feeStates, validateFeeRule } from './fee-rule.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const
const acts = [...operators, 'not_allowed_acting', 'not_found', 'time_past', 'fee_rules_meet'] as const

const scope = {
  countryCode: CountryCode.optional(),
  categoryId: Int4Param.optional(),
  artist: z.string().trim().min(1).max(100).optional(),
}
const holds = {
  ...scope,
  percent: z.coerce.number().int().min(0).max(50),
  firstOn: EventDate,
  lastOn: EventDate.optional(),
  /**
   * For an introductory rule: it applies below this number of completed bookings, and within this many months after
   * going live.
   */
  firstBookings: z.coerce.number().int().min(1).max(1_000).optional(),
  firstMonths: z.coerce.number().int().min(1).max(60).optional(),
  /** Bounds of the fee for a whole job, in the market's currency. */
  floor: queryNumberSchema(AmountUpTo(10_000).min(0.01)).optional(),
  cap: queryNumberSchema(AmountUpTo(100_000).min(1)).optional(),
}

const fitting = <S extends z.ZodRawShape>(shape: z.ZodObject<S>) =>
  shape.superRefine((rule, check) => {
    for (const { path, message } of validateFeeRule(rule as never))
      check.addIssue({ code: 'custom', path: [path], message })
  })

export const FeeState = z.enum(feeStates)
export type FeeState = z.infer<typeof FeeState>

export const OperatorFeeRule = z.object({
  id: z.uuid(),
  state: FeeState,
  country: z.object({ code: CountryCode, name: z.string() }).nullable(),
  category: z.object({ id: z.number().int(), label: z.string() }).nullable(),
  artist: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
  percent: z.number().int(),
  firstOn: EventDate,
  lastOn: EventDate.nullable(),
  firstBookings: z.number().int().nullable(),
  firstMonths: z.number().int().nullable(),
  floor: z.number().nullable(),
  cap: z.number().nullable(),
  /** Currency of the two amounts; null without amounts. */
  currency: Currency.nullable(),
  reason: z.string(),
  madeBy: z.string(),
  madeAt: Instant,
})
export type OperatorFeeRule = z.infer<typeof OperatorFeeRule>

const ofRule = z.object({ ruleId: z.uuid() })
const filters = { ...scope, state: FeeState.optional(), text: SearchText, cursor: Cursor }

export const operatorFees = {
  list: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/fees',
    access: 'operator',
    duties: ['money'],
    summary: 'Lists fee rules, newest first. Filters by market, category, artist and whether they apply now.',
    input: z.object(filters),
    output: z.object({ rules: z.array(OperatorFeeRule), nextCursor: NextCursor }),
    refuses: [...operators, 'not_found', 'unknown_category'],
  }),
  export: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/fees/export',
    access: 'operator',
    duties: ['money'],
    summary: 'Exports the fee rules as CSV.',
    input: z.object(filters),
    output: z.object({ lines: z.string(), nextCursor: NextCursor }),
    refuses: [...operators, 'not_found', 'unknown_category'],
  }),
  preview: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/fees/preview',
    access: 'operator',
    duties: ['money'],
    summary: 'Previews a fee rule on its first day: the number of artists and prices it affects, with examples.',
    input: fitting(z.object(holds)),
    output: z.object({
      /** Live artists in scope, and those whose fee would change. */
      artists: z.number().int(),
      changedArtists: z.number().int(),
      prices: z.number().int(),
      changed: z.number().int(),
      examples: z.array(
        z.object({
          service: z.string(),
          currency: Currency,
          cost: z.number(),
          before: z.number(),
          after: z.number(),
          percentBefore: z.number().int(),
          percentAfter: z.number().int(),
        }),
      ),
    }),
    refuses: [...operators, 'not_found', 'unknown_category'],
  }),
  add: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/fees',
    access: 'operator',
    duties: ['money'],
    stepUp: true,
    notActing: true,
    summary:
      'Creates a fee rule for new quotes. On any day there is at most one rule for the same market, category and artist.',
    input: fitting(z.object({ ...holds, reason: Reason })),
    output: z.object({ rule: OperatorFeeRule }),
    refuses: [...acts, 'unknown_category'],
  }),
  end: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/fees/{ruleId}',
    access: 'operator',
    duties: ['money'],
    stepUp: true,
    notActing: true,
    summary: 'Changes the last day of a fee rule, from today on, or removes it. Existing quotes keep their fee.',
    input: ofRule.extend({ lastOn: EventDate.nullable(), reason: Reason }),
    output: z.object({ rule: OperatorFeeRule }),
    refuses: acts,
  }),
  remove: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/fees/{ruleId}/remove',
    access: 'operator',
    duties: ['money'],
    stepUp: true,
    notActing: true,
    summary: 'Deletes a fee rule that has not started.',
    input: ofRule.extend({ reason: Reason }),
    output: z.object({ removed: z.literal(true) }),
    refuses: [...acts, 'state_changed'],
  }),
}
