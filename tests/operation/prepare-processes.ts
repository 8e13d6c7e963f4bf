import { prepareTemplates } from '#server/test-databases.ts'

/** Creates the data directories of the processes, and databases if PostgreSQL is available. */
export default async function setup(): Promise<void> {
  await prepareTemplates('pglite')
  if (process.env['TEST_DATABASE_URL']) await prepareTemplates('postgres')
}
