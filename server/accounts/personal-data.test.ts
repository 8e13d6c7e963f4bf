import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPersonalColumns, register, splitColumns } from '#db/privacy/register.ts'
import { getFileStore } from '#server/gateways/files/files.ts'
import { deleteExpired } from '#server/operator/settings.ts'
import { issueInvoices } from '#server/payments/invoices.ts'
import { deleteUnusedUploads } from '#server/pictures/save-picture.ts'
import { deleteOldCalls } from '#server/platform/http/limits.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { purgeDocuments } from '#server/providers/documents.ts'
import { purgeAppeals } from '#server/signup/appeals.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { createTestClient } from '#server/testing/clients.ts'
import { artistTraces, createFilledAccounts, customerTraces } from '#server/testing/filled-accounts.ts'
import { clearTestTown } from '#server/testing/providers.ts'

let rig: TestRig
const job = () => createJobContext(rig, 'test')
beforeAll(async () => {
  rig = await openRig()
  rig.at(testNow)
  await clearTestTown(rig)
}, 120_000)
afterAll(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await rig.database.db.deleteFrom('consent_form_service').execute()
  await rig.database.db.deleteFrom('outbox').execute()
})

type Found = { column: string; value: string }

/** Large tables without texts of people: the gazetteer, and days without any text. */
const withoutTexts = ['place', 'busy_day']

/** Lists the cells of every table with one of these words, as text or as the bytes of a text. */
async function findTraces(words: readonly string[]): Promise<Found[]> {
  const pattern = new RegExp(words.join('|'), 'i')
  const bytes = words.filter((word) => /^[a-z]+$/.test(word)).map((word) => Buffer.from(word).toString('hex'))
  const all = [...words, ...bytes].join('|')
  const found: Found[] = []
  for (const table of Object.keys(register).filter((name) => !withoutTexts.includes(name))) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(x) as row from ${sql.table(table)} as x where x::text ~* ${all} limit 300`.execute(
      rig.database.db,
    )
    for (const { row } of rows)
      for (const [column, cell] of Object.entries(row)) {
        const value = typeof cell === 'string' ? cell : JSON.stringify(cell)
        const plain = value.startsWith('\\x') ? Buffer.from(value.slice(2), 'hex').toString('latin1') : value
        if (pattern.test(plain)) found.push({ column: `${table}.${column}`, value })
      }
  }
  return found
}
const columnsOf = (found: readonly Found[]) => [...new Set(found.map(({ column }) => column))].toSorted()
const entryOf = (column: string) => {
  const [table = '', name = ''] = column.split('.')
  return getPersonalColumns(table).get(name)
}

type Client = Awaited<ReturnType<typeof createTestClient>>
async function exportData(call: Client): Promise<Record<string, unknown[]>> {
  const { id } = (await call('/v1/accounts/me/export', 'POST', {})).body.data
  return (await call(`/v1/accounts/me/export/${id}`)).body.data.content
}

/** Compares what the register says is exported with what the export contains. */
function findMissing(found: readonly Found[], content: Record<string, unknown[]>, words: readonly string[]): string[] {
  const pattern = new RegExp(words.join('|'), 'i')
  return columnsOf(found).filter((column) => {
    const part = entryOf(column)?.export
    return typeof part === 'string' && !pattern.test(JSON.stringify(splitColumns(part).map((name) => content[name])))
  })
}

async function deleteAccount(call: Client, email: string): Promise<void> {
  await sendMails()
  expect((await call('/v1/accounts/me/delete', 'POST', {})).status).toBe(200)
  const { body } = await rig.database.db
    .selectFrom('outbox')
    .select('body')
    .where('address', '=', email)
    .where('kind', '=', 'account.delete.asked')
    .executeTakeFirstOrThrow()
  const token = body.match(/\/([A-Za-z0-9_-]{43})\b/)?.[1] ?? ''
  const left = await call('/v1/accounts/me/delete/confirm', 'POST', { token })
  expect(left.status, JSON.stringify(left.body)).toBe(200)
  await deleteWaitingMails()
}

/** Mails are sent by a job. A mail that still waits is about the deletion itself. */
const sendMails = () =>
  rig.database.db
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: rig.clock() })
    .where('state', '=', 'waiting')
    .execute()
const deleteWaitingMails = () => rig.database.db.deleteFrom('outbox').where('state', '=', 'waiting').execute()

/** Runs the jobs that delete files and answers of calls, two days later. */
async function runPurgeJobs(): Promise<void> {
  rig.at(new Date(rig.clock().getTime() + 2 * 86_400_000))
  await deleteUnusedUploads(job())
  await deleteOldCalls(rig.database.db, rig.clock())
  await purgeAppeals(job())
  await purgeDocuments(job())
}

const emailOf = async (accountId: string): Promise<string> =>
  (await rig.database.db.selectFrom('account').select('email').where('id', '=', accountId).executeTakeFirstOrThrow())
    .email

const listFiles = async (accountId: string) =>
  (
    await rig.database.db.selectFrom('upload').select(['id', 'folder']).where('account_id', '=', accountId).execute()
  ).map(({ id, folder }) => `pictures/${folder}/${id}/1200.webp`)
const listSealedFiles = async () =>
  [
    ...(await rig.database.db.selectFrom('artist_document_file').select('file').execute()),
    ...(await rig.database.db.selectFrom('appeal_file').select('file').execute()),
  ].map(({ file }) => file)

/** Asserts that of the traces only those remain that the register keeps, and those of the mail about the deletion. */
async function expectOnlyKept(words: readonly string[], expected: readonly string[]): Promise<void> {
  const left = columnsOf(await findTraces(words))
  expect.soft(left.filter((column) => entryOf(column)?.onDeletion !== 'kept')).toEqual([])
  expect.soft(left).toEqual(expected)
}

test('the export and the deletion of filled accounts agree with the register', async () => {
  const { artist, customer, olu } = await createFilledAccounts(rig)
  const store = getFileStore(rig.env)

  const console = (await olu(`/v1/operator/bookings/${customer.booked.id}`)).body.data
  expect.soft(console.appointment.day).toMatchObject({ address: '14 Quillfeather Row', allergies: '' })

  // The customer.
  const before = await findTraces(customerTraces)
  const unregistered = columnsOf(before).filter((column) => !entryOf(column))
  expect.soft(unregistered, 'personal data in columns that the register calls technical').toEqual([])
  expect.soft(columnsOf(before).length).toBeGreaterThan(50)
  const content = await exportData(customer.call)
  expect.soft(JSON.stringify(content['signedForms'])).toContain('reacts to wolfsbane')
  expect.soft(findMissing(before, content, customerTraces)).toEqual([])
  const files = await listFiles(customer.accountId)
  expect.soft(files.length).toBeGreaterThan(1)
  await deleteAccount(customer.call, customer.email)
  await runPurgeJobs()
  await expectOnlyKept(customerTraces, ['audit.after', 'audit.subject_name'])
  for (const file of files) expect(await store.get(file), file).toBeFalsy()

  // The artist.
  const call = await createTestClient(rig, artist.accountId)
  const theirs = await findTraces(artistTraces)
  expect.soft(columnsOf(theirs).filter((column) => !entryOf(column))).toEqual([])
  expect.soft(columnsOf(theirs).length).toBeGreaterThan(30)
  expect.soft(findMissing(theirs, await exportData(call), artistTraces)).toEqual([])
  const own = [...(await listFiles(artist.accountId)), ...(await listSealedFiles())]
  expect.soft(own.length).toBeGreaterThan(2)
  await deleteAccount(call, await emailOf(artist.accountId))
  await runPurgeJobs()
  rig.at(new Date(rig.clock().getTime() + 70 * 86_400_000))
  await issueInvoices(job())
  await deleteExpired(job())
  await expectOnlyKept(artistTraces, [
    // Titles of services in the bookings of customers.
    'appointment.body',
    'appointment_move.body',
    'audit.after',
    'audit.reason',
    'audit.subject_name',
    'quote.body',
  ])
  for (const file of own) expect(await store.get(file), file).toBeFalsy()
}, 300_000)

test('the export has every part that the register names', async () => {
  const names = new Set(
    Object.keys(register).flatMap((table) =>
      [...getPersonalColumns(table).values()].flatMap(({ export: part }) =>
        typeof part === 'string' ? splitColumns(part) : [],
      ),
    ),
  )
  const account = await rig.database.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', 'ana@primp.test')
    .executeTakeFirstOrThrow()
  const content = await exportData(await createTestClient(rig, account.id))
  expect.soft([...names].filter((name) => !(name in content))).toEqual([])
})
