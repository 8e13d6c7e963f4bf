import {
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'

interface Optional<P extends object> {
  (props: P): ReactNode
  ahead: () => void
}

/**
 * Creates a lazy-loaded component that never breaks the page: if loading fails, `Without` renders until the connection
 * is back or it is rendered again.
 */
export function createOptionalPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Without: ComponentType<P>,
  meanwhile: ReactNode = null,
): Optional<P> {
  const attempt = (): LazyExoticComponent<ComponentType<P>> =>
    lazy(async () => ({
      default: await loadPart(load).catch(() => {
        next = attempt()
        return Without
      }),
    }))
  let next = attempt()
  function Part(props: P) {
    const [Shown, setShown] = useState(() => next)
    useEffect(() => {
      const again = () => setShown(() => next)
      addEventListener('online', again)
      return () => removeEventListener('online', again)
    }, [])
    // The error boundary is inside: outside, each retry would lose its state.
    return (
      <Suspense fallback={meanwhile}>
        <Shown {...props} />
      </Suspense>
    )
  }
  return Object.assign(Part, { ahead: () => void loadPart(load).catch(() => {}) })
}

/** Timeout after which a slow part of the page is reported, in milliseconds. */
export const chunkTimeout = 120_000

type Timer = { set: (run: () => void, ms: number) => unknown; clear: (timer: unknown) => void }

const clock: Timer = { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) }

/** Returns the module of `load`, or throws ChunkLoadError after 120 seconds. */
export function loadChunk<T>(load: () => Promise<T>, timer: Timer = clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = reportLate(() => reject(chunkError('A part took over 120 seconds to load')), timer)
    load().then(
      (module) => {
        stop()
        resolve(module)
      },
      (cause: unknown) => {
        stop()
        reject(chunkError(cause instanceof Error ? cause.message : String(cause)))
      },
    )
  })
}

const optional = new WeakSet<object>()

/** Loads a module that the page can do without; the caller handles failures. */
export const loadPart = <T,>(load: () => Promise<T>): Promise<T> =>
  loadChunk(() =>
    load().catch((cause: unknown) => {
      if (cause instanceof Error) optional.add(cause)
      throw cause
    }),
  )

/** Returns whether the failed part was optional; known once its loading was rejected. */
export const isOptionalPart = (cause: unknown): boolean => cause instanceof Error && optional.has(cause)

/** Calls `report` after 120 seconds, unless the returned function is called before. */
export function reportLate(report: () => void, timer: Timer = clock): () => void {
  const late = timer.set(report, chunkTimeout)
  return () => timer.clear(late)
}

function chunkError(message: string): Error {
  const error = new Error(message)
  error.name = 'ChunkLoadError'
  return error
}

/** Returns whether an error means that a script or style failed to load. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'ChunkLoadError' ||
    /dynamically imported module|module script failed|error loading dynamically|Unable to preload/i.test(error.message)
  )
}

/** Returns whether an error means that the connection failed, in any browser. */
export const isLineError = (error: unknown): boolean =>
  error instanceof Error && /^(Failed to fetch|NetworkError|Load failed)/.test(error.message)
