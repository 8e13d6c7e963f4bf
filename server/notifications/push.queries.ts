import type { Db } from '#db/database.ts'

export const endNoticesOfSession = (db: Db, accountId: string, sessionId: string) =>
  db.deleteFrom('push_subscription').where('account_id', '=', accountId).where('session_id', '=', sessionId).execute()

export const endNoticesOfAll = (db: Db, except: string | null) =>
  db
    .deleteFrom('push_subscription')
    .where((of) => of.or([of('session_id', 'is', null), of('session_id', 'is distinct from', except)]))
    .execute()

export const endNoticesOf = (db: Db, accountId: string, except: string | null) =>
  db
    .deleteFrom('push_subscription')
    .where('account_id', '=', accountId)
    .$if(except !== null, (q) =>
      q.where((of) => of.or([of('session_id', 'is', null), of('session_id', '!=', except as string)])),
    )
    .execute()
