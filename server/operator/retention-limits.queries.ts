import type { fixedRetentionDays } from '#contract/constants.ts'
import type { Retention } from '#contract/operator/system.ts'

/** Cutoff per period. */
export type Limits = Readonly<Record<keyof Retention | keyof typeof fixedRetentionDays, Date>>
