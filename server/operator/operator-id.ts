import type { Context } from '#server/platform/context.ts'

/** The operator who acts. */
export function operatorId({ viewer: { accountId } }: Context): string {
  if (!accountId) throw new Error('an act of the console has nobody who does it')
  return accountId
}
