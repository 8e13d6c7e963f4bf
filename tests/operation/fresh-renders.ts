import { openPostgres } from '#db/database.ts'
import { createApp } from '#server/app.ts'
import { readBuiltPages } from '#server/built-pages.ts'
import { readEnv } from '#server/platform/env.ts'
import { openLog } from '#server/platform/log.ts'
import { openMetrics } from '#server/platform/metrics.ts'

/**
 * Removes what differs between two renderings of the same data: time, request id, nonce, and React's suspense comments.
 */
export const normalize = (text: string): string =>
  text
    .replace(/"computedAt":"[^"]*"/g, '')
    .replace(/"requestId":"[^"]*"/g, '')
    .replace(/\\?"requestId\\?",\\?"[^"\\]*\\?"/g, '')
    .replace(/ nonce="[^"]*"/g, '')
    .replaceAll('<!-- --><!--/$-->', '<!--/$-->')

/**
 * Returns a function that renders these paths without caches. Texts are normalised. Paths that fail are left out,
 * because processes show their cached page.
 */
export async function openFreshRenders(databaseUrl: string, settings: Record<string, string>, clock: () => Date) {
  const env = readEnv({ ...settings, LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl })
  const [log, metrics] = [openLog('silent'), openMetrics()]
  const build = await readBuiltPages()
  return async (paths: readonly string[]): Promise<Map<string, string>> => {
    const database = await openPostgres(databaseUrl, { sizes: { acts: 2, reads: 4, jobs: 1, counts: 1 } })
    const app = createApp({ database, env, log, metrics, clock }, build)
    const caller = { address: '127.0.0.1', requestId: 'fresh', cookie: undefined }
    const answers = new Map<string, string>()
    for (const path of paths) {
      const answer = await app.fetch(new Request(env.publicUrl + path), caller)
      const text = await answer.text()
      if (answer.status < 500) answers.set(path, normalize(text))
    }
    await database.close()
    return answers
  }
}
