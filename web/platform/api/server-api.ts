import type { RouterContextProvider } from 'react-router'
import { type Api, ApiError, createApiClient } from './api.ts'
import { calls } from './calls.generated.ts'
import { visitContext } from '#web/platform/context.ts'

/**
 * Returns the API client for loaders: calls the site's handler without a socket, as this visitor. `heard` gets each
 * response, for its cookies.
 */
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

/** Returns the response, or null for a refusal that it does not or no longer exist. */
export async function nullWhenMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return null
    throw error
  }
}
