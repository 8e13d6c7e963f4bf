import { deleteCopies, prepareTemplates } from './test-databases.ts'

export default async function setup(): Promise<() => Promise<void>> {
  await prepareTemplates()
  return deleteCopies
}
