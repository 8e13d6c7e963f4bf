import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import { openedBy, openingKey } from '#server/platform/http/act-key.ts'
import { groupOf } from './is-stopped.ts'

/** Where the reader of a mail stops more of its kind, without signing in; null for what always goes. Not inside a transaction. */
export const stopLink = async (
  database: Database,
  env: Env,
  { id, kind }: { id: string; kind: string },
): Promise<string | null> =>
  groupOf(kind) ? `${env.publicUrl}/mails/stop/${await openingKey(database, env, 'unsubscribe', id)}` : null

/** The id of the mail that such a key came with; null for one that is not ours. */
export const mailOfKey = (database: Database, env: Env, key: string): Promise<string | null> =>
  openedBy(database, env, 'unsubscribe', key)
