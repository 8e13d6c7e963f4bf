import { SECOND_APPROVAL_KEY } from '#server/operator/settings.ts'
import { LIMITS_KEY } from '#server/payments/refunds.ts'
import type { TestRig } from '#server/test-rig.ts'

let calls = 0

export async function signInAs(rig: TestRig, who: string): Promise<string> {
  const { status, body } = await rig.call('/v1/accounts/login', {
    method: 'POST',
    body: { email: `${who}@primp.test`, password: 'primp-sample-1' },
    address: `127.81.${Math.floor(++calls / 250)}.${(calls % 250) + 1}`,
  })
  if (status !== 200) throw new Error(`${who} could not sign in: ${JSON.stringify(body)}`)
  return body.data.token
}

export const idOf = async (rig: TestRig, who: string): Promise<string> =>
  (
    await rig.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', `${who}@primp.test`)
      // Excludes unverified stand-in accounts.
      .where('stands_in_for', 'is', null)
      .executeTakeFirstOrThrow()
  ).id

export async function makeOperator(rig: TestRig, who: string, duties: string[], madeBy?: string): Promise<void> {
  const id = await idOf(rig, who)
  await rig.database.db
    .updateTable('account')
    .set({ roles: ['customer', 'operator'], duties })
    .where('id', '=', id)
    .execute()
  if (madeBy)
    await rig.database.db
      .insertInto('operator_grant')
      .values({ account_id: id, made_by: await idOf(rig, madeBy) })
      .execute()
}

export async function restoreOperators(rig: TestRig): Promise<void> {
  const { db } = rig.database
  await db.deleteFrom('operator_grant').execute()
  await db.deleteFrom('approval').execute()
  const { numDeletedRows } = await db
    .deleteFrom('setting')
    .where('key', 'in', [LIMITS_KEY, SECOND_APPROVAL_KEY])
    .executeTakeFirst()
  if (numDeletedRows) rig.age(2_000)
  await db
    .updateTable('account')
    .set({ roles: ['customer'], duties: [] })
    .where('email', '=', 'ana@primp.test')
    .where('stands_in_for', 'is', null)
    .execute()
  await db
    .updateTable('account')
    .set({ roles: ['customer', 'provider'], duties: [] })
    .where('email', 'in', ['mia@primp.test'])
    .where('stands_in_for', 'is', null)
    .execute()
  await db
    .updateTable('account')
    .set({ roles: ['customer', 'operator'], duties: ['owner'] })
    .where('email', '=', 'olu@primp.test')
    .where('stands_in_for', 'is', null)
    .execute()
}
