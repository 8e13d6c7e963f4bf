import { useEffect } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { isUnanswered } from '#web/platform/api/api.ts'

const here = () => location.href.split('#')[0]

/** Creates a cache for a page that revalidates: its loader falls back to the shown data if no response arrives. */
export function createStandingData() {
  let shown: { at: string | undefined; data: unknown } | undefined
  return {
    useStanding: (data: unknown) =>
      useEffect(() => {
        shown = { at: here(), data }
      }),
    load: ({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> =>
      serverLoader().catch((fault) => {
        if (shown?.at === request.url && isUnanswered(fault)) return shown.data
        throw fault
      }),
  }
}
