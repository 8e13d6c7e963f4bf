import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ImportCounts, ImportOptions, ImportRow } from '#contract/calendar/client-imports.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import type { BusyTime, StoredAppointment, StoredClient } from './import-state.ts'
import type { AppointmentFields } from './join-appointments.ts'
import type { AppointmentValues } from './plan-import.ts'

type Row = Selectable<DB['client_import']>
export type ImportRecord = Omit<Row, 'content' | 'planned' | 'options' | 'counts'> & { counts: ImportCounts }

const summary = [
  'id',
  'provider_id',
  'file_name',
  'tool',
  'state',
  'total_rows',
  'done_rows',
  'counts',
  'failures',
  'created_at',
  'finished_at',
  'undone_at',
] as const

export const insertImport = async (
  db: Db,
  {
    options,
    planned,
    counts,
    ...row
  }: Omit<Insertable<DB['client_import']>, 'options' | 'planned' | 'counts'> & {
    options: ImportOptions
    planned: readonly string[]
    counts: ImportCounts
  },
): Promise<ImportRecord> =>
  (await db
    .insertInto('client_import')
    .values({
      ...row,
      options: JSON.stringify(options),
      planned: JSON.stringify(planned),
      counts: JSON.stringify(counts),
    })
    .returning(summary)
    .executeTakeFirstOrThrow()) as ImportRecord

export const listImportRecords = async (db: Db, providerId: string): Promise<ImportRecord[]> =>
  (await db
    .selectFrom('client_import')
    .select(summary)
    .where('provider_id', '=', providerId)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()) as ImportRecord[]

export const findImport = async (db: Db, providerId: string, id: string): Promise<ImportRecord | undefined> =>
  (await db
    .selectFrom('client_import')
    .select(summary)
    .where('provider_id', '=', providerId)
    .where('id', '=', id)
    .executeTakeFirst()) as ImportRecord | undefined

export const listOpenImports = (db: Db) =>
  db
    .selectFrom('client_import')
    .select(['id', 'provider_id', 'state'])
    .where('state', 'in', ['queued', 'running', 'undoing'])
    .orderBy('created_at')
    .limit(100)
    .execute()

export const findImportFile = async (db: Db, id: string) => {
  const row = await db
    .selectFrom('client_import')
    .select(['content', 'options', 'planned'])
    .where('id', '=', id)
    .where('content', 'is not', null)
    .executeTakeFirst()
  return row?.content
    ? { content: row.content, options: row.options as ImportOptions, planned: row.planned as string[] }
    : undefined
}

/** Returns undefined if the import is finished or another process has the lock. */
export const lockImport = async (db: Db, id: string, states: readonly string[]): Promise<ImportRecord | undefined> =>
  (await db
    .selectFrom('client_import')
    .select(summary)
    .where('id', '=', id)
    .where('state', 'in', states)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) as ImportRecord | undefined

export const updateImport = (
  db: Db,
  id: string,
  { counts, ...change }: Omit<Updateable<DB['client_import']>, 'counts'> & { counts?: ImportCounts },
) =>
  db
    .updateTable('client_import')
    .set({ ...change, ...(counts ? { counts: JSON.stringify(counts) } : {}) })
    .where('id', '=', id)
    .execute()

export type EarlierAppointment = AppointmentValues & { imported: AppointmentFields | null }
type NewImportRow = {
  row_no: number
  client_id: string | null
  appointment_id: string | null
  shown: ImportRow
  client_before: object | null
  client_after: object | null
  appointment_before: EarlierAppointment | null
  appointment_after: AppointmentValues | null
}
const toJson = (value: object | null): string | null => (value ? JSON.stringify(value) : null)

export const insertImportRows = (db: Db, importId: string, rows: readonly NewImportRow[]) =>
  db
    .insertInto('client_import_row')
    .values(
      rows.map((row) => ({
        ...row,
        import_id: importId,
        shown: JSON.stringify(row.shown),
        client_before: toJson(row.client_before),
        client_after: toJson(row.client_after),
        appointment_before: toJson(row.appointment_before),
        appointment_after: toJson(row.appointment_after),
      })),
    )
    .execute()

export const listImportedClients = (db: Db, importId: string) =>
  db
    .selectFrom('client_import_row')
    .select(['row_no', 'client_id'])
    .where('import_id', '=', importId)
    .where('client_id', 'is not', null)
    .execute()

export const listImportRows = async (db: Db, importId: string): Promise<ImportRow[]> =>
  (
    await db
      .selectFrom('client_import_row')
      .select(['shown', 'undone'])
      .where('import_id', '=', importId)
      .orderBy('row_no')
      .execute()
  ).map(({ shown, undone }) => ({ ...(shown as unknown as ImportRow), undone: undone as ImportRow['undone'] }))

export const listRowsToUndo = (db: Db, importId: string, most: number) =>
  db
    .selectFrom('client_import_row')
    .select([
      'row_no',
      'client_id',
      'appointment_id',
      'client_before',
      'client_after',
      'appointment_before',
      'appointment_after',
    ])
    .where('import_id', '=', importId)
    .where('undone', 'is', null)
    .orderBy('row_no', 'desc')
    .limit(most)
    .execute()

export const setRowsUndone = (db: Db, importId: string, rows: readonly number[], undone: 'undone' | 'kept') =>
  rows.length === 0
    ? Promise.resolve([])
    : db
        .updateTable('client_import_row')
        .set({ undone })
        .where('import_id', '=', importId)
        .where('row_no', 'in', rows)
        .execute()

export const readFingerprint = async (db: Db, providerId: string): Promise<string> => {
  const of = (table: 'own_client' | 'own_appointment' | 'busy') =>
    sql`(select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from ${sql.table(table)} where provider_id = ${providerId})`
  const { rows } = await sql<{ mark: string }>`
    select ${of('own_client')} || ' ' || ${of('own_appointment')} || ' ' || ${of('busy')} as mark`.execute(db)
  return rows[0]?.mark ?? ''
}

export const listStoredClients = (db: Db, providerId: string): Promise<StoredClient[]> =>
  db
    .selectFrom('own_client')
    .select(['id', 'name', 'email', 'phone', 'address', 'note', 'allergies'])
    .select([
      sql<string | null>`encode(source_key, 'hex')`.as('key'),
      sql<string | null>`encode(row_key, 'hex')`.as('rowKey'),
    ])
    .where('provider_id', '=', providerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const valueColumns = [
  'id',
  'client_id',
  'event_date',
  'tz',
  'starts_at',
  'ends_at',
  'services',
  'place',
  'lat',
  'lng',
  'price_minor',
  'note',
  'cancelled_at',
  'answered_at',
  'imported',
  'sequence',
] as const

const toValues = (row: Pick<Selectable<DB['own_appointment']>, (typeof valueColumns)[number]>): AppointmentValues => ({
  client_id: row.client_id,
  event_date: row.event_date,
  tz: row.tz,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  services: row.services,
  place: row.place,
  lat: row.lat,
  lng: row.lng,
  price_minor: row.price_minor,
  note: row.note,
  cancelled: row.cancelled_at !== null,
  answered: row.answered_at?.toISOString() ?? null,
})

export const listStoredAppointments = async (
  db: Db,
  providerId: string,
  keys: readonly string[],
): Promise<(StoredAppointment & { key: string })[]> => {
  const bytes = keys.map((key) => Buffer.from(key, 'hex'))
  const rows = await db
    .selectFrom('own_appointment')
    .select(valueColumns)
    .select(sql<string>`encode(source_key, 'hex')`.as('key'))
    .where('provider_id', '=', providerId)
    .where('source_key', '=', sql<Buffer>`any(${bytes}::bytea[])`)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    values: toValues(row),
    imported: row.imported as AppointmentFields | null,
    isTouched: row.sequence > 0,
  }))
}

export const findAppointmentValues = async (db: Db, id: string): Promise<AppointmentValues | undefined> => {
  const row = await db.selectFrom('own_appointment').select(valueColumns).where('id', '=', id).executeTakeFirst()
  return row && toValues(row)
}

export const countAppointmentsWith = async (db: Db, clientId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('own_appointment')
        .select((eb) => eb.fn.countAll().as('n'))
        .where('client_id', '=', clientId)
        .executeTakeFirstOrThrow()
    ).n,
  )

export const listBusyTimes = async (db: Db, providerId: string, now: Date): Promise<BusyTime[]> =>
  (
    await db
      .selectFrom('busy')
      .select([
        'own_id',
        sql<number>`(extract(epoch from lower(during)) * 1000)::float8`.as('from'),
        sql<number>`(extract(epoch from upper(during) - case when own_id is null then interval '0' else make_interval(mins => buffer_minutes) end) * 1000)::float8`.as(
          'to',
        ),
      ])
      .where('provider_id', '=', providerId)
      .where('kind', 'in', ['appointment', 'hold'])
      .where(sql<boolean>`upper(during) > ${now.toISOString()}::timestamptz`)
      .execute()
  ).map(({ own_id, from, to }) => ({ ownId: own_id, from: Math.round(from), to: Math.round(to) }))

/** Saves the keys by which later imports recognise a client. A key that is null is not changed. */
export const setClientKeys = (db: Db, id: string, { key, rowKey }: Pick<StoredClient, 'key' | 'rowKey'>) =>
  db
    .updateTable('own_client')
    .set({
      ...(key ? { source_key: Buffer.from(key, 'hex') } : {}),
      ...(rowKey ? { row_key: Buffer.from(rowKey, 'hex') } : {}),
    })
    .where('id', '=', id)
    .execute()
