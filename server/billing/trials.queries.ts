import { type Selectable, sql } from 'kysely'
import type { Trial } from '#contract/appointments/appointment.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type LinkedKind = 'trial' | 'patch_test'
export type LinkedState = Trial['state']
export type LinkedRow = Omit<Selectable<DB['linked_appointment']>, 'kind' | 'state'> & {
  kind: LinkedKind
  state: LinkedState
}
export type LinkedTime = { starts_at: Date; ends_at: Date; event_date: string }
export type PatchTestRow = LinkedRow & LinkedTime & { state: Exclude<LinkedState, 'open'> }
export type TrialRow = LinkedRow & {
  policy_start: Date
  labels: string[]
  with_test: boolean
  /** True if the trial includes a patch test that is not cancelled. */
  carries: boolean
}

export const selectLinked = (db: Db) => db.selectFrom('linked_appointment as l').selectAll('l')

const partsOf = sql`select from linked_appointment p where p.part_of = l.id`
const trials = (db: Db) =>
  selectLinked(db)
    .select([
      sql<string[]>`array(select s.label from service s where s.id = any(l.services) order by s.position)`.as('labels'),
      sql<boolean>`exists (${partsOf})`.as('with_test'),
      sql<boolean>`exists (${partsOf} and p.state <> 'cancelled')`.as('carries'),
    ])
    .where('l.kind', '=', 'trial')

export const findTrial = (db: Db, appointmentId: string): Promise<TrialRow | undefined> =>
  trials(db).where('l.appointment_id', '=', appointmentId).executeTakeFirst() as Promise<TrialRow | undefined>
