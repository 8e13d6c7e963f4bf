import { artistTables } from './tables/artists.ts'
import { bookingTables } from './tables/bookings.ts'
import { paymentTables } from './tables/payments.ts'
import { peopleTables } from './tables/people.ts'
import { siteTables } from './tables/site.ts'
import type { TopicId } from './topics.ts'

type Subject =
  | 'customer'
  | 'artist'
  | 'guest'
  | 'imported client'
  | 'voucher recipient'
  | 'payer'
  | 'operator'
  | 'partner contact'

/** How the deletion of the data subject's account changes a column. */
type OnDeletion = 'deleted' | 'anonymised' | 'kept'

/** Why a column outlives the account. */
export const retentionReasons = {
  tax: 'legal duty: accounts, invoices and tax reports',
  audit: 'legitimate interest: to answer for what our team did',
  consent: 'legitimate interest: to prove what was agreed',
  unsubscribe: 'legal duty: no optional mails to this address',
  others: 'belongs to the account or booking of someone else',
  short: 'deleted automatically when its retention ends',
  team: 'contract: needed while the partnership or the work for us lasts',
} as const
type KeptReason = keyof typeof retentionReasons

/** Why a column is not in the export. */
export const omissions = {
  secret: 'a password, key or hash: a copy would help an attacker',
  copy: 'a copy of data that another part of the export has',
  others: 'data about someone else',
  unlinked: 'not linked to an account',
  short: 'deleted within a day',
} as const
type Omission = keyof typeof omissions

/** Personal columns of a table with the same rules. Columns are separated by spaces. */
export type ColumnGroup = {
  /** Purpose, legal ground and retention. */
  topic: TopicId
  /** Unless they are those of the table. */
  subjects?: readonly Subject[]
  /** The parts of the account's export that contain the columns, separated by spaces, or why none does. */
  export: string | { omitted: Omission }
  deleted?: string
  anonymised?: string
  kept?: string
  keptFor?: KeptReason
}

/** `technical` lists the columns without personal data: keys, amounts, states and times of processing. */
export type TableEntry =
  | { subjects: readonly Subject[]; personal: readonly ColumnGroup[]; technical: string }
  | { notPersonal: string; technical: string }

/** Every table of the schema. `register.test.ts` compares it with the generated schema. */
export const register: Readonly<Record<string, TableEntry>> = {
  ...peopleTables,
  ...artistTables,
  ...bookingTables,
  ...paymentTables,
  ...siteTables,
}

export const splitColumns = (columns = ''): string[] => columns.split(' ').filter(Boolean)

type PersonalColumn = {
  topic: TopicId
  subjects: readonly Subject[]
  export: ColumnGroup['export']
  onDeletion: OnDeletion
  keptFor: KeptReason | null
}

/** Returns the personal columns of a table. */
export function getPersonalColumns(table: string): Map<string, PersonalColumn> {
  const entry = register[table]
  if (!entry || !('personal' in entry)) return new Map()
  return new Map(
    entry.personal.flatMap((group) =>
      (['deleted', 'anonymised', 'kept'] as const).flatMap((onDeletion) =>
        splitColumns(group[onDeletion]).map((column): [string, PersonalColumn] => [
          column,
          {
            topic: group.topic,
            subjects: group.subjects ?? entry.subjects,
            export: group.export,
            onDeletion,
            keptFor: onDeletion === 'kept' ? (group.keptFor ?? null) : null,
          },
        ]),
      ),
    ),
  )
}

/** Returns all columns of an entry, also without personal data. */
export const listColumns = (entry: TableEntry): string[] => [
  ...splitColumns(entry.technical),
  ...('personal' in entry
    ? entry.personal.flatMap((group) => [
        ...splitColumns(group.deleted),
        ...splitColumns(group.anonymised),
        ...splitColumns(group.kept),
      ])
    : []),
]
