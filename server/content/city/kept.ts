import type { Database } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { KeptAnswers } from '#server/platform/pages/kept-answers.ts'
import { subscribeToNews } from '#server/platform/pages/page-news.ts'

// What time alone changes: how far ahead people book, what quotes cost lately.
const FRESH_MS = 120_000
const MOST = 1_000

const held = new WeakMap<Database, KeptAnswers>()

/** The answer of `make`, kept for two minutes at most; what it says that it tells of (`about` of the context given to it) lets go of it sooner. */
export function kept<T>(ctx: Context, key: string, make: (ctx: Context) => Promise<T>): Promise<T> {
  return answersOf(ctx.database).of(key, ctx.now.getTime(), ctx.about, (about) => make({ ...ctx, about }))
}

function answersOf(database: Database): KeptAnswers {
  const known = held.get(database)
  if (known) return known
  const answers = new KeptAnswers({ freshMs: FRESH_MS, most: MOST })
  held.set(database, answers)
  subscribeToNews(database, (news) => answers.invalidate(news)).catch(() => held.delete(database))
  return answers
}
