import { readBody } from '#server/platform/http/body.ts'
import { Refusal } from '#server/platform/refusal.ts'

const WAITS_MS = 20_000

/** What stands at an address of another site: followed nowhere else, waited for only so long, and read no further than so many bytes. In words why it cannot be had. */
export async function askSite(url: URL, mostBytes: number): Promise<Buffer | string> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(WAITS_MS) })
    if (!answer.ok) {
      await answer.body?.cancel()
      const elsewhere = answer.status >= 300 && answer.status < 400
      return elsewhere ? 'it leads elsewhere.' : `the site answers ${answer.status}.`
    }
    return Buffer.from(await readBody(answer, mostBytes, 'file_too_big'))
  } catch (fault) {
    return fault instanceof Refusal ? 'it is too big.' : 'the site does not answer.'
  }
}
