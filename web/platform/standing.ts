import { useEffect } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { isUnanswered } from '#web/platform/api/api.ts'

const here = () => location.href.split('#')[0]

/** For a page that asks for itself anew: it keeps in mind what it shows, and its loader gives that again where nobody answers. */
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
