import type { RouterContextProvider } from 'react-router'
import { type Api, ApiError, createApiClient } from './api.ts'
import { calls } from './calls.generated.ts'
import { visitContext } from '#web/platform/context.ts'

/** The client of the API inside a loader: the site's own calls without a socket, as this visitor; `heard` sees each answer, for its cookies. */
export function serverApi(context: Readonly<RouterContextProvider>, heard?: (response: Response) => void): Api {
  const { call, read } = context.get(visitContext)
  const send = async (path: string, init: RequestInit) => {
    const response = await call(path, init)
    heard?.(response)
    return response
  }
  return createApiClient(
    calls,
    { ...(read ? { read } : {}), send },
    async () => (await import('./member-calls.generated.ts')).memberCalls,
  )
}

/** The answer of a call, or null where the call says that there is none, or none any more. */
export async function nullWhenMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return null
    throw error
  }
}
