import { prepareTemplates } from '#server/test-databases.ts'

/** What processes start on, filled before the first of them: directories always, and databases where there is a PostgreSQL. */
export default async function setup(): Promise<void> {
  await prepareTemplates('pglite')
  if (process.env['TEST_DATABASE_URL']) await prepareTemplates('postgres')
}
