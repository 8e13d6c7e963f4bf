import { calls } from 'virtual:primp/calls'
import type { RouterContextProvider } from 'react-router'
import { type Api, ApiError, makeApi } from './api.ts'
import { visitContext } from './context.ts'

/** The client of the API inside a loader: the site's own calls without a socket, as this visitor. */
export function serverApi(context: Readonly<RouterContextProvider>): Api {
  const { call } = context.get(visitContext)
  return makeApi(calls, { send: (path, init) => call(path, init) })
}

/** The answer of a call, or null where the call says that there is none. */
export async function orNone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
