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
  /** Loads it ahead; whether that works does not matter yet. */
  ahead: () => void
}

/** A part that loads when it is first shown and never takes the page with it: where it does not come, `Without` stands in, until the connection is back or it is asked for again. */
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
    // The boundary is in here: outside it, what is being tried would be forgotten with each try.
    return (
      <Suspense fallback={meanwhile}>
        <Shown {...props} />
      </Suspense>
    )
  }
  return Object.assign(Part, { ahead: () => void loadPart(load).catch(() => {}) })
}

/** How long a part of the page may take to load before that is reported. */
export const chunkTimeout = 120_000

type Timer = { set: (run: () => void, ms: number) => unknown; clear: (timer: unknown) => void }

const clock: Timer = { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) }

/** The module of a `load`, or a failure named ChunkLoadError once 120 seconds have passed without it. */
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

/** The module of a part that the page can do without; where it does not come, that is for the caller alone to deal with. */
export const loadPart = <T,>(load: () => Promise<T>): Promise<T> =>
  loadChunk(() =>
    load().catch((cause: unknown) => {
      if (cause instanceof Error) optional.add(cause)
      throw cause
    }),
  )

/** Whether what failed to load was a part that the page can do without; known once its loading has been rejected. */
export const isOptionalPart = (cause: unknown): boolean => cause instanceof Error && optional.has(cause)

/** Runs `report` after 120 seconds unless the answer is called first. */
export function reportLate(report: () => void, timer: Timer = clock): () => void {
  const late = timer.set(report, chunkTimeout)
  return () => timer.clear(late)
}

function chunkError(message: string): Error {
  const error = new Error(message)
  error.name = 'ChunkLoadError'
  return error
}

/** Whether an error means that a script or style of the page did not arrive. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'ChunkLoadError' ||
    /dynamically imported module|module script failed|error loading dynamically|Unable to preload/i.test(error.message)
  )
}

/** Whether an error means that there was no line to the server, in the words of any browser. */
export const isLineError = (error: unknown): boolean =>
  error instanceof Error && /^(Failed to fetch|NetworkError|Load failed)/.test(error.message)
