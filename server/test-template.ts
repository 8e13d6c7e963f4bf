import { deleteCopies, prepareTemplates } from './test-databases.ts'

/** Runs before the first worker opens its copy, and after the last has ended. */
export default async function setup(): Promise<() => Promise<void>> {
  await prepareTemplates()
  return deleteCopies
}
