import { sql } from 'kysely'
import type { fixedRetentionDays } from '#contract/constants.ts'
import type { Retention } from '#contract/operator/system.ts'

/** Cutoff per period. */
export type Limits = Readonly<Record<keyof Retention | keyof typeof fixedRetentionDays, Date>>

/** Conditions that keep data of an account or profile under a legal hold. */
export const isAccountHeld = (account: string) =>
  sql`exists (select from legal_hold l where l.account_id = ${sql.ref(account)})`
export const isProviderHeld = (provider: string) =>
  sql`exists (select from legal_hold l join provider p on p.account_id = l.account_id where p.id = ${sql.ref(provider)})`
